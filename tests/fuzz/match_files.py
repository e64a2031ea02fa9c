"""`python -m tests.fuzz.match_files [-runs=N]`: see targets.py."""

from tests.fuzz.harness import fuzz

if __name__ == "__main__":
    fuzz("match_files")
