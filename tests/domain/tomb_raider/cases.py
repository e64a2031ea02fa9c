"""The cases of Tomb Raider CCG; see `tests/domain/cases.py`."""

from tests.domain.cases import Cases

CASES = Cases()
obeys, breaks, forged = CASES.obeys, CASES.breaks, CASES.forged
