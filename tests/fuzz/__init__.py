"""Fuzzing of everything that reads strangers' bytes.

`targets.py` has a property for each family of parsers; `tests/ledger/proofs/test_fuzz.py` tries them with Hypothesis,
and the package itself hands one to libFuzzer, which looks at what code a try reaches:

    python -m tests.fuzz bundles                 until it finds something
    python -m tests.fuzz bundles -runs=100000    or so many tries (see libFuzzer for further flags)
"""
