"""The preview of a choice ends with the decision; short words that a rule forbids are refused by that rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.cli.table.situation import Situation
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Build, Explore, Gather, Rest
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Play
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tests.domain.robinson.table import all_arrange, all_rest, given, when

ALL: tuple[Viewer, ...] = (None, 1, EVERYTHING)


def comes_to(match: Match, viewer: Viewer = EVERYTHING) -> dict[str, str]:
    """Return the preview of each legal choice, by its sentence."""
    now = Situation(match, viewer)
    return {choice.sentence: now.consequence(choice) for choice in now.legal()}


@pytest.mark.parametrize("viewer", ALL)
def test_a_special_event_is_shown_and_not_the_night_after_it(viewer: Viewer) -> None:
    match = given(tiles={4: 8})
    when(match, (1, Gather(space=4, side="left")), (2, Rest()), (1, Gather(space=4, side="left")))
    found = comes_to(all_rest(match), viewer)
    assert {sentence: words for sentence, words in found.items() if "event" in sentence} == {
        "resolves the special event": (
            "player 1 meets Rival cache: take 1 wood from a player who has more; if nobody has, 1 determination"
            " · player 1 gains 1 determination"
        ),
        "skips the special event": "",
    }  # fmt: skip


@pytest.mark.parametrize("viewer", ALL)
def test_the_palisade_shows_how_the_fight_ends_and_no_more(viewer: Viewer) -> None:
    match = given(camps={1: 3, 2: 4}, levels={"weapon:1": 2, "palisade:2": 1})
    all_arrange(when(match, (1, Attack(target=2)), (2, Arrange())))
    found = comes_to(match, viewer)
    assert found["fights in the open"].startswith(
        "player 1 attacks player 2: weapon 2 against weapon 0, player 1 wins by 2 · player 2 takes 2 wounds"
    )
    assert found["fights behind the palisade"].startswith(
        "player 1 attacks player 2: weapon 2 against weapon 0 and palisade 1, player 1 wins by 1"
    )
    assert not any("arranges" in words or "eats" in words for words in found.values())


def test_the_last_pawn_is_placed_and_the_hunt_after_it_is_not_shown() -> None:
    match = given(hunting=1)
    when(match, (1, Rest()), (2, Rest()), (1, Rest()))
    places = {words for sentence, words in comes_to(match).items() if sentence.startswith("places")}
    assert places == {"", "player 2 sets aside 1 wood"}


def test_a_camp_that_moves_shows_no_event_of_the_next_round() -> None:
    match = given(tiles={4: 8})
    all_rest(match)
    found = comes_to(match)
    assert any(sentence.startswith("moves the camp to space 4") for sentence in found)
    assert not any("icon" in words or "round" in words for words in found.values())


def test_dice_are_asked_after_what_happens_before_them() -> None:
    match = given()
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    assert "for exploring" not in " ".join(comes_to(match).values()), "the dice belong to the phase after the last pawn"


def typed(match: Match, tmp_path: Path, *lines: str) -> str:
    """Return the prompt's output for some lines."""
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    ledger.save(match, expected_version=0)
    ledger.close()
    return CliRunner().invoke(cli, ["--ledger", path, "play", match.id], input="\n".join([*lines, "quit", ""])).output


def test_few_words_that_a_rule_forbids_are_refused_by_that_rule(tmp_path: Path) -> None:
    told = typed(given(stock={1: {}, 2: {}}), tmp_path, "weapon", "attack 1", "hunt", "nonsense")
    assert "Not recorded: RC-B22: it costs 1 wood; you have only 0 wood left" in told
    assert "'1' is not of the form" not in told
    assert "Not recorded: RC-B15: the hunting deck has no beast left" in told
    assert "`nonsense` is not a word of this game" in told


def test_a_long_list_begins_with_what_is_done_and_takes_its_numbers(tmp_path: Path) -> None:
    """Among neutral pawns and own ones the first question is what they do, not whose they are."""
    match = given(stock={1: {"wood": 4, "fur": 2}}, levels={"shelter:1": 1}, more=a_helper)
    when(match, (1, Build(track="roof", pay="wood")), (2, Rest()))
    told = typed(match, tmp_path, "", "1")
    assert "pawn own" not in told
    assert "is in the list, and something else, too" not in told


def a_helper(play: Play) -> None:
    play.move("helper:build", 1, "supply", "pawns:1")
