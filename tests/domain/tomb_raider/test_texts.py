"""Texts that only people can read stop play, and what they did is told in facts before it goes on (TR-135)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.tomb_raider import GAME
from tablescribe.domain.games.tomb_raider.actions.moving import RollOrder, Stay
from tablescribe.domain.games.tomb_raider.actions.playing import Judged, PlayCard, Tell
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions, unused
from tablescribe.domain.rules.declarations import read_declaration
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Impossible
from tablescribe.ledger.matches.client_actions import read_action
from tablescribe.replays.auditing.audit import audit
from tests.domain.tomb_raider.box import BOX, block, obstacle
from tests.domain.tomb_raider.cases import breaks, obeys
from tests.domain.tomb_raider.opened import PEOPLE
from tests.domain.tomb_raider.table import asked, at, begun, count, given, lies_at, when
from tests.support import STAMP

SINGS = "everybody sings"
NAME = "everybody_sings"
HIT, STUCK = "marker:damage", "marker:stuck"
CURSED: dict[str, Any] = {
    **BOX,
    "cards": [
        {**one, **obstacle("dust", 3, block("Dust", "hazard", {"think": 12}, {"do": "judge", "says": SINGS}))}
        if one["id"] == "dust" else one
        for one in BOX["cards"]
    ],
}  # fmt: skip
"""The small box, with a penalty of the dust that only people can read."""


def sung(hands: Any = None, *, seat: int = 1, edition: str = "", **position: Any) -> Match:
    """Return a match in which a seat has played the Riddle, whose effect only people can read."""
    mine = [*(hands or {}).get(seat, ()), "riddle"]
    places = position.pop("places", {"2-2": "cross"})
    match = given(places, {1: "2-2"}, {**(hands or {}), seat: mine}, edition=edition, **position)
    when(match, seat, PlayCard(card=f"draw{seat}:riddle"))
    return until_the_text(match) if edition != "1" else until_the_text(match, "judge")


def until_the_text(match: Match, window: str = "text") -> Match:
    """Decline earlier questions, until the text's effect is asked for."""
    while asked(match)[0] != window:
        closing = unused(match.opening, match.table)
        assert closing is not None, f"{asked(match)} comes before {window}"
        match.play(*closing, match.chance([]), STAMP)
    return match


def tell(*facts: str, name: str = NAME) -> Tell:
    return Tell(benefit=name, facts=facts)


def found_wrong(match: Match) -> list[str]:
    """Return the findings of an audit, except the note that a prepared position is a ruling."""
    return [one.code for one in audit(match).findings if one.severity != "note"]


@obeys("TR-135")
def a_text_is_carried_out_and_told_in_facts() -> Match:
    """The other raider takes a damage and gets stuck; then the raider that played the card moves on."""
    match = sung()
    assert asked(match) == ("text", (1,))
    when(match, 1, tell(f"move {HIT} 1 box raider:2", f"move {STUCK} 1 box raider:2"))
    assert (count(match, "raider:2", HIT), count(match, "raider:2", STUCK)) == (1, 1)
    assert asked(match) == ("movement", (1,))
    assert not found_wrong(match)
    return match


@breaks("TR-135")
def play_does_not_go_on_before_it_is_told() -> None:
    when(sung(), 1, Stay())


def test_going_on_closes_no_text() -> None:
    match = sung()
    assert unused(match.opening, match.table) is None
    with pytest.raises(Illegal, match=r"TR-135: .* must first decide what the text did"):
        when(match, 1, Stay())
    with pytest.raises(Illegal, match="TR-135"):
        when(match, 2, tell())
    with pytest.raises(Illegal, match="TR-135"):
        when(match, 1, Judged())


def test_it_did_nothing() -> None:
    match = sung()
    before = {zone: dict(pieces) for zone, pieces in match.table.zones.items()}
    assert [one for one in legal_actions(match.opening, match.table, 1) if not one.beside] == [tell()]
    when(match, 1, tell())
    assert match.table.zones == before
    assert asked(match) == ("movement", (1,))


def test_nothing_is_told_of_a_text_that_is_not_asked_for() -> None:
    with pytest.raises(Illegal, match="must first decide how to move"):
        when(given(), 1, tell())
    with pytest.raises(Illegal, match="TR-135: no one is being asked what the text did"):
        when(Match.open("m", begun().opening, PEOPLE[:2], STAMP), 1, tell())
    with pytest.raises(Impossible, match="no benefit called"):
        when(sung(), 1, tell(name="all_dance"))


def test_another_card_may_come_between_and_the_text_is_asked_for_again() -> None:
    match = sung({1: ["rope"], 2: ["chute"]})
    when(match, 2, PlayCard(card="draw2:chute"))
    until_the_text(match)
    when(match, 1, tell())
    assert asked(match)[0] == "movement"
    assert not found_wrong(match)


def test_it_is_taken_back_and_told_again() -> None:
    match = sung()
    waits = match.table.digest()
    when(match, 1, tell(f"move {HIT} 1 box raider:2"))
    told, head = match.table.digest(), match.head
    match.take_back(head - 1, STAMP)
    assert match.table.digest() == waits
    match.restore(head, STAMP)
    assert match.table.digest() == told


def test_a_table_cannot_move_on_and_forgets_it_only_where_the_audit_says_so() -> None:
    match = sung()
    with pytest.raises(Impossible, match="no one is being asked how to move"):
        when(match, 1, Stay(), as_played=True)
    when(match, 1, RollOrder(), 6, 6, 6, 1, 1, 1, as_played=True)
    assert "TR-35" in {one.rule for one in audit(match).findings if one.severity == "breach"}
    assert asked(match)[0] == "first_mover"


# --- what follows from what is told ---------------------------------------------------------------


def test_who_has_no_health_left_is_dead() -> None:
    match = sung()
    when(match, 1, tell(f"move {HIT} 9 box raider:2"))
    assert at(match, 2) == "off"
    assert match.table.get("dead:2") is True


def test_a_raider_that_is_moved_comes_there_by_the_rules() -> None:
    match = sung(places={"2-2": "cross", "2-3": "den"})
    when(match, 1, tell("move figure:1 1 space:2-2 space:2-3"))
    assert at(match, 1) == "2-3"
    assert asked(match) == ("face", (1,)), "the wolf lies there"


def test_an_unknown_space_is_mapped_where_a_raider_is_put() -> None:
    match = sung()
    when(match, 1, tell("move figure:1 1 space:2-2 space:2-3"), "level:bone")
    assert lies_at(match, "2-3") >= {"level:bone.forward"}


def test_an_obstacle_may_be_laid_by_a_text_and_damaged() -> None:
    match = sung({1: ["wolf"]})
    when(match, 1, tell("move draw1:wolf 1 hand:1 space:2-2", "turn space:2-2 draw1:wolf draw1:wolf.1 1"))
    assert "draw1:wolf.1" in lies_at(match, "2-2")


def test_cards_are_drawn_searched_for_and_discarded() -> None:
    match = sung({1: ["bats"]})
    held = count(match, "hand:1", "?draw1")
    when(
        match, 1,
        tell("move draw1:bats 1 hand:1 discard:draw1", "move ?draw1 2 deck:draw1 hand:1"),
    )  # fmt: skip
    assert count(match, "discard:draw1", "draw1:bats") == 1
    assert count(match, "hand:1", "?draw1") == held + 2
    match = sung()
    pool = count(match, "unseen:draw1", "draw1:lamp")
    when(match, 1, tell("move draw1:lamp 1 deck:draw1 unsaved:1"))
    assert (count(match, "unsaved:1", "draw1:lamp"), count(match, "unseen:draw1", "draw1:lamp")) == (1, pool - 1)
    assert not found_wrong(match)


def test_points_and_steps_are_changed() -> None:
    match = sung(objective="bounty")
    when(match, 1, tell("set score:2 3", "set extra_steps:1 2", "set fought:2 true"))
    assert (match.table.get("score:2"), match.table.get("extra_steps:1"), match.table.get("fought:2")) == (3, 2, True)


def test_failing_against_an_obstacle_may_be_a_text_of_who_failed() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, lies={"2-2": ["draw2:dust"]}, catalogue=CURSED)
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="draw2:dust", ability="think"), 1, 1)
    until_the_text(match)
    assert match.to_act == (1,)
    when(match, 1, tell(f"move {HIT} 1 box raider:1"))
    assert count(match, "raider:1", HIT) == 1


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ([f"move {HIT} 999 box raider:1"], "cannot leave"),
        ([f"move {HIT} 1 box raider:9"], "does not belong"),
        ([f"move {HIT} 1 box space:1-1"], "does not belong"),
        ([f"move {HIT} 1 box nowhere"], "does not belong"),
        (["move marker:stuck 2 box raider:1"], "the game could not continue"),
        (["move marker:save 1 box space:2-2", "move marker:save 1 box space:2-2"], "the game could not continue"),
        (["move raider:lara 1 raider:1 box"], "does not belong"),
        (["move figure:1 1 space:2-2 raider:1"], "does not belong"),
        (["move figure:1 1 space:2-2 space:9-9"], "does not belong"),
        (["move level:cross.forward 1 space:2-2 space:2-3"], "does not belong"),
        (["move draw1:wolf 1 deck:draw1 hand:2"], "does not belong"),
        (["move draw1:chute 1 deck:draw1 space:2-2"], "does not belong"),
        (["move draw1:swift 1 deck:draw1 unsaved:1"], "does not belong"),
        (["move draw1:wolf.1 1 space:2-2 discard:draw1"], "does not belong"),
        (["move ?draw1 1 deck:draw1 discard:draw1"], "does not belong"),
        (["move draw1:wolf 1 unseen:draw1 discard:draw1"], "does not belong"),
        (["move ?draw1 1 deck:draw1 hand:1", f"move {HIT} 1 box raider:1"], "after all other changes"),
        (["turn space:2-2 level:cross.forward level:rich.forward 1"], "cannot become"),
        (["turn space:2-2 draw1:wolf draw1:wolf.2 1"], "cannot become"),
        (["turn deck:draw1 ?draw1 draw1:wolf 1"], "cannot become"),
        (["set awaits 3"], "a text cannot change"),
        (["set turn 2"], "a text cannot change"),
        (["set score:1 2"], "a text cannot change"),
        (["set first 3"], "cannot be 3"),
        (["set extra_steps:1 -1"], "cannot be"),
        (["set halted:1 7"], "cannot be"),
        (["set save:1 space:1-5"], "cannot be"),
    ],
)
def test_facts_are_checked(facts: list[str], why: str) -> None:
    match = sung(lies={"2-2": ["draw1:wolf"]})
    before = match.table.digest()
    for as_played in (False, True):
        with pytest.raises(Impossible, match=why):
            when(match, 1, tell(*facts), as_played=as_played)
    assert match.table.digest() == before


def test_nobody_learns_by_a_refusal_what_another_holds() -> None:
    """Given cards that seat 2 alone knows, then seat 1 tells nothing of its hand and deck, whichever they are."""
    for held in ("bats", "wolf"):
        match = sung({2: [held]})
        for named in ("bats", "wolf", "?draw2"):
            card = named if named.startswith("?") else f"draw2:{named}"
            for zone in ("hand:2", "deck:draw2"):
                with pytest.raises(Impossible, match=r"you cannot reveal which card|does not belong"):
                    when(match, 1, tell(f"move {card} 1 {zone} discard:draw2"))


def test_what_another_gives_away_is_told_where_nobody_at_the_record_knows_hands() -> None:
    match = sung(more=())
    match.rule([*_draws(match, 2)], STAMP, clause="a prepared position", reason="test")  # a card that nobody has named
    when(match, 1, tell("move draw2:bats 1 hand:2 discard:draw2"))
    assert count(match, "discard:draw2", "draw2:bats") == 1


def _draws(match: Match, seat: int) -> Any:
    from tablescribe.domain.table.table import Moved

    return [Moved(f"?draw{seat}", 1, f"deck:draw{seat}", f"hand:{seat}")]


# --- the text is shown -------------------------------------------------------------------------------


def test_the_text_is_shown_while_it_waits_and_told_when_play_stops() -> None:
    match = sung()
    for viewer in (None, 1, 2):
        panels = GAME.panels(match.opening, view(match.opening, match.table, viewer), viewer)
        assert SINGS in str(next(one for one in panels if one.name == "text"))
    when(match, 1, tell())
    assert "text" not in [one.name for one in GAME.panels(match.opening, match.table, None)]


# --- a blank card ---------------------------------------------------------------------------------------


def test_a_blank_card_with_a_text_is_declared_in_a_few_keys_and_told() -> None:
    cards = [{k: v for k, v in one.items() if k != "effects"} if one["id"] == "riddle" else one for one in BOX["cards"]]
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["riddle"]}, catalogue={**BOX, "cards": cards})
    when(match, 1, PlayCard(card="draw1:riddle"))
    line = "riddle everybody_sings"
    assert len("d " + line) <= 40
    declared = read_action(match, read_declaration(match.opening, match.table, line.split()))
    match.play(1, declared, match.chance([]), STAMP)
    when(match, 1, PlayCard(card="draw1:riddle"))
    until_the_text(match)
    when(match, 1, tell(f"move {HIT} 1 box raider:2"))
    assert count(match, "raider:2", HIT) == 1


# --- the first edition -----------------------------------------------------------------------------------


def test_matches_of_the_first_edition_go_on_as_they_were_played_then() -> None:
    """Going on passes over the text, as it did, or `judged` says so; an audit finds nothing in it."""
    match = sung(edition="1")
    assert asked(match) == ("judge", (1,))
    moves = when(match, 1, Stay())
    assert [move.action["do"] for move in moves] == ["judged", "stay"]
    assert not found_wrong(match)
    match = sung(edition="1")
    with pytest.raises(Illegal, match="TR-135: no one is being asked what the text did"):
        when(match, 1, tell())
    when(match, 1, Judged())
    assert asked(match) == ("movement", (1,))
    assert not found_wrong(match)


def test_a_match_is_opened_by_todays_edition_unless_it_is_said() -> None:
    assert begun().opening.edition == GAME.edition == "5"
    assert GAME.earlier == ("1", "2", "3", "4")
