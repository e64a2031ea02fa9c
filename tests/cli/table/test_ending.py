"""At the prompt: an ignored window can end the game, and then nothing is asked."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games.tomb_raider.board import ENDING
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.tomb_raider.finishing import CLOSET


def searching(path: str) -> str:
    """Record a match in which seat 1 has rolled four sixes in the treasure room, and return its name."""
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    match = scribe.new(
        "tomb_raider", ["Ada", "Ben"], options={"level": "the_closet"}, catalogue={"own_levels": [CLOSET]}
    ).id
    for seat, do in ((1, {"do": "take_hand"}), (2, {"do": "take_hand"})):
        scribe.play(match, seat, do)
    scribe.play(match, 1, {"do": "roll_order"}, [6, 6, 6, 1, 1])
    scribe.play(match, 1, {"do": "move_first"})
    scribe.play(match, 1, {"do": "step", "way": "forward"})
    scribe.play(match, 2, {"do": "no_offer"})
    scribe.play(match, 2, {"do": "stay"})
    scribe.play(match, 1, {"do": "search"}, [6] * 4)
    assert scribe.match(match).table.get("awaits") == "after_roll"
    ledger.close()
    return match


def test_windows_that_close_one_after_another_end_the_game_without_a_question(tmp_path: Path) -> None:
    """The dice stand, then nothing is discovered, and so the treasure is found: two windows, one sentence."""
    path = str(tmp_path / "ledger.db")
    match = searching(path)
    typed = "\n".join(["stay"]) + "\n"
    shown = CliRunner().invoke(cli, ["--ledger", path, "play", match, "--plain"], input=typed).output
    said = "The game ended because nobody responded. Your line was not recorded."
    assert said in shown
    assert "may decide" not in shown.partition(said)[2]
    ledger = open_ledger(path)
    assert Scribe(ledger).match(match).table.get(ENDING) == "treasure"
    ledger.close()


def test_the_question_says_where_nobodys_answer_ends_the_game_and_who_wins(tmp_path: Path) -> None:
    """Whoever plays no discovery takes the treasure: that stands in the question, not in the list only."""
    path = str(tmp_path / "ledger.db")
    match = searching(path)
    shown = CliRunner().invoke(cli, ["--ledger", path, "play", match, "--plain"], input="accept\n").output
    before, _, after = shown.partition("may decide what the search finds")
    assert "ends the game" not in before
    assert "Or play on, which ends the game: the treasure is found · winner: Ada." in after
