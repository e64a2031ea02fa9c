"""`python -m tests.fuzz.notes [-runs=N]`: see targets.py."""

from tests.fuzz.harness import fuzz

if __name__ == "__main__":
    fuzz("notes")
