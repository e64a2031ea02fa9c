"""At the prompt: several dice in one line, an action's values without their names, and help with facts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.tomb_raider.finishing import CLOSET
from tests.domain.tomb_raider.table import sung

Play = Callable[..., str]


def typing(path: str, match: str) -> Play:
    """Return a function that types lines into `play` and returns its output."""

    def play(*lines: str) -> str:
        typed = "\n".join(lines) + "\n"
        return CliRunner().invoke(cli, ["--ledger", path, "play", match, "--plain"], input=typed).output

    return play


@pytest.fixture
def closet(tmp_path: Path) -> Play:
    """Return a match of two raiders before the treasure room, in which seat 1 is to move."""
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    options = {"level": "the_closet", "rerolls": False}
    match = scribe.new("tomb_raider", ["Ada", "Ben"], options=options, catalogue={"own_levels": [CLOSET]}).id
    for seat in (1, 2):
        scribe.play(match, seat, {"do": "take_hand"})
    scribe.play(match, 1, {"do": "roll_order"}, [6, 6, 6, 1, 1])
    scribe.play(match, 1, {"do": "move_first"})
    ledger.close()
    return typing(path, match)


def test_an_action_takes_its_values_in_their_order_without_names(closet: Play) -> None:
    shown = closet("step forward")
    assert "NAME=VALUE" not in shown
    assert "moves forward" in shown


def test_several_dice_are_told_in_one_line(closet: Play) -> None:
    shown = closet("step forward", "2: no_offer", "2: stay", "search", "roll_now", "6 6 6 5 4")
    assert "die 1 of 4" in shown
    assert "die 2 of 4" not in shown, "the other dice were told already"
    assert "No die or card was needed for 4, so it was not recorded." in shown


def test_a_die_that_cannot_have_come_up_is_asked_for_again(closet: Play) -> None:
    shown = closet("step forward", "2: no_offer", "2: stay", "search", "roll_now", "6 9 6 6", "5 5 5")
    assert "die 2 of 4" in shown


def test_a_number_before_the_list_was_shown_shows_it_and_chooses_nothing(tmp_path: Path) -> None:
    """Given the question who moves first, when `1` is typed, then it means a line only once that line is read."""
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    options, own = {"level": "the_closet"}, {"own_levels": [CLOSET]}
    match = scribe.new("tomb_raider", ["Ada", "Ben"], options=options, catalogue=own).id
    for seat in (1, 2):
        scribe.play(match, seat, {"do": "take_hand"})
    scribe.play(match, 1, {"do": "roll_order"}, [6, 6, 6, 1, 1])
    ledger.close()
    play = typing(path, match)
    shown = play("1")
    assert " 2.  lets Ben move first" in shown
    assert "Numbers refer to this list. Enter the number again." in shown
    assert "is recorded up to move 3." in shown
    assert "Ada moves first" in play("1", "1")
    assert "The list has no line 99. Enter shows the whole list again." in play("99")


def test_a_die_is_never_unknown(closet: Play) -> None:
    shown = closet("step forward", "2: no_offer", "2: stay", "search", "roll_now", "?", "6 6 6 5")
    assert "This is open to everyone. Enter what came up. Possible: 1, 2, 3, 4, 5, 6" in shown
    assert "die 2 of 4" not in shown


@pytest.mark.parametrize("asked", ["help", "?"])
def test_where_facts_are_told_help_says_how(tmp_path: Path, asked: str) -> None:
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    match = sung(Scribe(ledger))
    ledger.close()
    shown = typing(path, match)("tell", asked, "", "")
    assert "move PIECE N FROM TO: move pieces between zones" in shown
    assert "For example: `move " in shown
    assert "is not a fact" not in shown
