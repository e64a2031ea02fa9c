"""Fuzzing of every parser of untrusted bytes.

`targets.py` has a property for each family of parsers. `tests/ledger/proofs/test_fuzz.py` tries them with Hypothesis,
and this package passes one to libFuzzer, which is guided by code coverage:

python -m tests.fuzz bundles                 until it finds something
python -m tests.fuzz bundles -runs=100000    this many tries (see libFuzzer for further flags)
"""
