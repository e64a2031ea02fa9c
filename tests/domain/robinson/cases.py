"""The cases of Robinson Crusoe: each rule obeyed, and broken. `test_common.py` ties them to the rulebook."""

from __future__ import annotations

from tests.domain.cases import Cases

CASES = Cases()
