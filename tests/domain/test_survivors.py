"""The lists of known surviving checks (`survivors/<game>.txt`)."""

from __future__ import annotations

from tests.domain.a_game_mutations import read_known

LINES = """\
# A remark.
UP-9 setup.py first_player  # the box is checked before
UP-16 rules/movement.py check_second #2  # another # in the reason
EX-18 rules/actions.py shift
TR-78 rules/drawing.py reset |
TR-79 rules/drawing.py choose_to_save #2 | broken by a forged record only
"""


def test_a_line_is_a_check_and_its_reason() -> None:
    assert dict(read_known(LINES)) == {
        "UP-9 setup.py first_player": "the box is checked before",
        "UP-16 rules/movement.py check_second #2": "another # in the reason",
        "EX-18 rules/actions.py shift": "",
        "TR-78 rules/drawing.py reset": "",
        "TR-79 rules/drawing.py choose_to_save #2": "broken by a forged record only",
    }
