"""Power cards, points and the end: UP-39 to UP-54."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.ultime.actions import Decline, Defend, Skip
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance, WrongOutcome
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.web.table.choices import question_data
from tests.domain.ultime.cases import breaks, forged, obeys
from tests.domain.ultime.table import a_point_more, card, given, held, places, points, power, when
from tests.support import STAMP

# --- power cards ---------------------------------------------------------------------------------


@obeys("UP-39a")
def bandit() -> Match:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("bandit", 2))
    when(match, 2, Decline(), "?power")
    assert (held(match, 1), held(match, 2)) == ({"?movement": 2, "?power": 1}, {"?movement": 2})
    match = given(power={1: 1}, movement={2: 0})
    when(match, 1, power("bandit", 2))
    when(match, 2, Decline())
    assert held(match, 1) == {"?movement": 2}
    return match


@obeys("UP-39a")
def bandit_takes_blindly_and_only_the_victim_sees_what_may_be_taken() -> Match:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("bandit", 2))
    with pytest.raises(NeedsOutcome) as needs:
        when(match, 2, Decline())
    question = needs.value.question
    assert (question.kind, question.what, question.seat, question.secret) == ("pick", "hand:2", 2, True)
    when(match, 2, Decline(), "?power")
    return match


def test_what_bandit_took_is_told_to_nobody_else() -> None:
    """Where hands are known to the recorder, seats 1 and 2 read which card it was; seat 3 and spectators do not."""
    fixed = opening("ultime", 3, {"first_player": 1})
    cards = [f"movement:{n}" for n in (1, 2, 3, 4, 5, 6)]
    match = Match.open("m", fixed, [Seat("a", "b")] * 3, STAMP, chance="open", outcomes=cards)
    bandit: list[Fact] = [
        Moved("?power", 1, "deck:power", "hand:1"), Turned("hand:1", "?power", "power:bandit", 1),
        Turned("unseen:power", "power:bandit", "?power", 1),
    ]  # fmt: skip
    match.rule(bandit, STAMP, clause="a prepared position", reason="test")
    when(match, 1, power("bandit", 2))
    when(match, 2, Decline(), "movement:3")
    read = {viewer: str(Timeline(match).told(match.head, viewer)) for viewer in (1, 2, 3, None)}
    assert [viewer for viewer, told in read.items() if "movement:3" in told] == [1, 2]


@pytest.mark.parametrize("name", ["bandit", "black_magic"])
def test_only_the_victim_sees_which_of_its_known_cards_may_be_picked(name: str) -> None:
    fixed = opening("ultime", 3, {"first_player": 1})
    cards = [f"movement:{n}" for n in (1, 2, 3, 4, 5, 6)]
    match = Match.open("m", fixed, [Seat("a", "b")] * 3, STAMP, chance="open", outcomes=cards)
    played = f"power:{name}"
    held: list[Fact] = [
        Moved("?power", 1, "deck:power", "hand:1"), Turned("hand:1", "?power", played, 1),
        Turned("unseen:power", played, "?power", 1),
    ]  # fmt: skip
    match.rule(held, STAMP, clause="a prepared position", reason="test")
    when(match, 1, power(name, 2))
    with pytest.raises(NeedsOutcome) as needs:
        when(match, 2, Decline())
    reader, question = Reader(match.opening, "en"), needs.value.question
    seen = {
        viewer: [one["value"] for one in question_data(question, viewer, reader)["possible"]]
        for viewer in (1, 2, 3, None, EVERYTHING)
    }
    assert seen == {1: [], 2: cards[2:4], 3: [], None: [], EVERYTHING: cards[2:4]}
    with pytest.raises(WrongOutcome) as refused:
        when(match, 2, Decline(), "movement:40")
    assert not any(reader.name(one) in reader.tell(refused.value.text) for one in cards[2:4])


@obeys("UP-39b")
def barter() -> Match:
    match = given(power={1: 1, 2: 2}, movement={1: 4})
    when(match, 1, power("barter", 2))
    when(match, 2, Decline())
    assert (held(match, 1), held(match, 2)) == ({"?movement": 2, "?power": 2}, {"?movement": 4})
    return match


@obeys("UP-39c", "UP-42", "UP-43")
def a_defended_attack_scores_nothing_but_redistributes() -> Match:
    match = given({1: (5, 6)}, scores={2: 4}, power={2: 1})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Defend(), "movement:8", "movement:17")
    assert (points(match), places(match, 1)) == ((0, 4, 0), [5, 8])
    assert (held(match, 2), match.table.pieces("discard:power")) == ({"?movement": 2}, {"power:defence": 1})
    when(match, 2, Skip())  # the own turn is not used up
    return match


@obeys("UP-39d")
def luck() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("luck"))
    assert held(match, 1) == {"?movement": 3, "?power": 1}
    return match


@obeys("UP-39e")
def strength() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("strength"))
    assert points(match) == (2, 0, 0)
    return match


@obeys("UP-39f")
def heal() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("heal"))
    assert points(match) == (1, 0, 0)
    return match


@obeys("UP-39g")
def thief() -> Match:
    match = given(power={1: 1}, scores={2: 1})
    when(match, 1, power("thief", 2))
    when(match, 2, Decline())
    assert points(match) == (1, 0, 0)
    match = given(power={1: 1})
    when(match, 1, power("thief", 2))
    when(match, 2, Decline())
    assert points(match) == (0, 0, 0), "nothing to take"
    return match


@obeys("UP-39h")
def black_magic() -> Match:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("black_magic", 2))
    when(match, 2, Decline(), "?movement", "movement:9")
    assert match.table.pieces("discard:movement") == {"movement:9": 1}
    match = given(power={1: 1}, movement={2: 0})
    when(match, 1, power("black_magic", 2))
    when(match, 2, Decline())
    return match


@obeys("UP-39i", "UP-50")
def curse() -> Match:
    for before, after in ((3, 2), (0, 0)):
        match = given(power={1: 1}, scores={2: before})
        when(match, 1, power("curse", 2))
        when(match, 2, Decline())
        assert points(match) == (0, after, 0)
    return match


@obeys("UP-39j", "UP-46")
def maces_add_up() -> Match:
    match = given(power={1: 1}, movement={1: 0, 2: 0, 3: 0}, more=[Changed("skips:2", None, 1)])
    when(match, 1, power("mace", 2))
    when(match, 2, Decline())
    turns = []
    for _ in range(7):
        turns.append(match.to_act[0])
        when(match, match.to_act[0], Skip())
    assert turns == [1, 3, 1, 3, 1, 2, 3]
    return match


@obeys("UP-39k", "UP-45")
def swap() -> Match:
    match = given({1: (1, 2), 2: (3, 4)}, power={1: 1})
    when(match, 1, power("swap", 2, 2, 3))
    when(match, 2, Decline())
    assert (places(match, 1), places(match, 2), points(match)) == ([1, 3], [2, 4], (0, 0, 0))
    return match


@obeys("UP-39l", "UP-47")
def speed() -> Match:
    match = given(power={1: 2})
    when(match, 1, power("speed"))
    when(match, 1, Skip())
    assert match.to_act == (1,)
    when(match, 1, power("heal"))
    when(match, 1, Skip())
    assert match.to_act == (2,)
    return match


forged("UP-39a", "UP-39b", "UP-39c", "UP-39d", "UP-39h", "UP-39i", "UP-39j", "UP-39k", "UP-39l")
forged("UP-39e", "UP-39f", "UP-39g", by=lambda facts: [*facts, Changed("score:3", 0, 1)])
forged("UP-42", "UP-43", "UP-45", "UP-46", "UP-47")


@obeys("UP-40", "UP-41", "UP-44")
def any_opponent_may_be_named_and_is_asked() -> Match:
    match = given(power={1: 1}, movement={2: 0})
    when(match, 1, power("thief", 2))
    assert (match.to_act, match.table.get("awaits")) == ((2,), "defence"), "asked although the hand is empty"
    when(match, 2, Decline())
    assert match.table.pieces("discard:power") == {"power:thief": 1}
    return match


@breaks("UP-40")
def nobody_is_named() -> None:
    when(given(power={1: 1}), 1, power("thief"))


@breaks("UP-41")
def defence_in_the_own_turn() -> None:
    when(given(power={1: 1}), 1, power("defence"))


def test_up_41_defence_against_nothing_or_by_another_seat() -> None:
    match = given(power={1: 1, 2: 1, 3: 1})
    with pytest.raises(Illegal, match="UP-41"):
        when(match, 2, Defend())
    when(match, 1, power("thief", 2))
    with pytest.raises(Illegal, match="UP-41"):
        when(match, 3, Defend())


@breaks("UP-44")
def declining_nothing() -> None:
    when(given(), 2, Decline())


@obeys("UP-48")
def an_empty_power_deck_is_made_of_its_discards() -> Match:
    match = given({1: (4, 2)}, power={1: 11}, more=[Moved("?power", 1, "deck:power", "discard:power")])
    when(match, 1, card(13, 1, 4, "square"))
    assert held(match, 1)["?power"] == 12
    match = given({1: (4, 2)}, power={1: 12})
    when(match, 1, card(13, 1, 4, "square"))
    assert held(match, 1)["?power"] == 12, "no card left at all"
    return match


forged("UP-48", "UP-50")


# --- end -----------------------------------------------------------------------------------------


@obeys("UP-51", "UP-53")
def the_first_with_twelve_wins_at_once() -> Match:
    match = given({1: (1, 2)}, scores={1: 10})
    when(match, 1, card(2, 1, 2))
    assert (points(match)[0], match.to_act, places(match, 1)) == (12, (), [1, 3])
    result = match.close(STAMP).result
    assert (result.ending, result.rule, result.winners) == ("twelve_points", "UP-51", (1,))
    return match


@breaks("UP-51")
def playing_on_after_the_end() -> None:
    match = given(scores={1: 12}, more=[Changed("winners", None, "1")])
    decide(match.opening, match.table, 1, Skip(), NoChance())


forged("UP-53", by=a_point_more)


@obeys("UP-52")
def two_arrive_in_one_award() -> Match:
    late = given({1: (9, 2), 2: (8, 6)}, scores={1: 10, 2: 12, 3: 1}, victory_check="end_of_turn")
    when(late, 1, card(9, 2, 8))
    when(late, 3, Decline(), "movement:8", "movement:12")
    assert late.close(STAMP).result.winners == (2,), "12 against 13"
    for yours, theirs in ((10, 11), (11, 11)):
        match = given({1: (9, 2), 2: (8, 6)}, scores={1: yours, 2: theirs, 3: 1})
        when(match, 1, card(9, 2, 8))
        when(match, 3, Decline())
        assert match.close(STAMP).result.winners == (1,)
    return match


forged("UP-52", by=a_point_more)
