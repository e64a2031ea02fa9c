"""`python -m tests.fuzz.actions [-runs=N]`: see targets.py."""

from tests.fuzz.harness import fuzz

if __name__ == "__main__":
    fuzz("actions")
