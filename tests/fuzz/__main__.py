"""`python -m tests.fuzz notes [-runs=N]`: fuzz a target of `targets.py` by its name."""

import sys

from tests.fuzz.harness import fuzz

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    fuzz(sys.argv.pop(1))
