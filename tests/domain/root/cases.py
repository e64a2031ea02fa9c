"""The cases of Root's rules: each module `cases_*.py` adds its own, `test_rules.py` runs them all."""

from __future__ import annotations

from tests.domain.cases import Cases

CASES = Cases()
