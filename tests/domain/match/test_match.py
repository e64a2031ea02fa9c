"""The match: events, lines, take-backs, rulings, windows that close automatically, the end."""

from typing import Any

import msgspec
import pytest

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import EVENTS, AnyEvent, Noted, Opened, Played, Seat, TakenBack, shows_chance
from tablescribe.domain.match.line import NoSuchMove
from tablescribe.domain.match.match import Match, MatchIsClosed, Refused, TakeBackRefused, replay
from tablescribe.domain.rules.chance import NeedsOutcome, WrongOutcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Changed, Fact, Impossible, Moved, Table, Turned
from tests.support import STAMP, Block, Let, Push, RollOn, Step, Take, do, toy_match, toy_opening


def again(match: Match) -> Match:
    """Replay a match's events through their bytes."""
    events = [msgspec.json.decode(msgspec.json.encode(e), type=type(e)) for e in match._pending]
    first = events[0]
    assert isinstance(first, Opened)
    return replay(Match(first, match.opening), events[1:])


def test_replaying_the_events_gives_the_same_match() -> None:
    match = toy_match()
    do(match, 1, Step(fields=2))
    do(match, 2, RollOn(), 5)
    match.take_back(1, STAMP, agreed=[1, 2])
    do(match, 2, Step(fields=1))
    match.note("a note", STAMP, about=2)
    other = again(match)
    assert (other.table, other.line.numbers, other.version) == (match.table, [0, 1, 3], match.version)
    assert other.line.variations() == [[2]]
    assert [type(event) for event in match.collect_events()][-1] is Noted
    assert not match.collect_events()


def test_a_taken_back_move_leaves_the_line_but_never_the_log_and_can_be_restored() -> None:
    match = toy_match()
    for seat in (1, 2, 1):
        do(match, seat, Step(fields=1))
    three = match.table.copy()
    match.take_back(1, STAMP)
    assert match.table.number("field:2") == 0
    assert match.redoable() == 3
    match.restore(2, STAMP)
    match.restore(3, STAMP)
    assert match.table == three
    assert match.redoable() is None
    with pytest.raises(Refused, match="cannot be restored"):
        match.restore(3, STAMP)


def test_only_earlier_moves_of_the_line_can_be_gone_back_to() -> None:
    match = toy_match()
    do(match, 1, Step(fields=1))
    with pytest.raises(Refused, match="not an earlier move"):
        match.take_back(1, STAMP)
    with pytest.raises(NoSuchMove, match="no move 7"):
        match.take_back(7, STAMP)


@pytest.mark.parametrize(
    ("policy", "seat", "agreed", "judge", "refused"),
    [
        ("free", 2, [], False, None),
        ("own", 2, [], False, None),
        ("own", 1, [], False, "not all of this was played by seat:1: seat:2 must agree"),
        ("own", 1, [2], False, None),
        ("consent", 2, [], False, "seat:1 must agree"),
        ("consent", None, [1], False, "seat:2 must agree"),
        ("consent", 2, [1], False, None),
        ("judge", 2, [1, 2], False, "only a judge"),
        ("judge", None, [], True, None),
    ],
)
def test_take_back_policies(policy: str, seat: int | None, agreed: list[int], judge: bool, refused: str | None) -> None:
    match = toy_match(take_back=policy)
    do(match, 1, Step(fields=1))
    do(match, 2, Step(fields=1))
    if refused is None:
        assert match.take_back(1, STAMP, by=seat, agreed=agreed, judge=judge).to == 1
    else:
        with pytest.raises(TakeBackRefused, match=refused):
            match.take_back(1, STAMP, by=seat, agreed=agreed, judge=judge)
        assert match.head == 2


@pytest.mark.parametrize("what", [RollOn(), Take()])
def test_what_chance_has_shown_is_a_barrier_under_every_policy(what: Any) -> None:
    match = toy_match(chance="open")
    do(match, 1, what, 3 if isinstance(what, RollOn) else "card:a")
    with pytest.raises(
        TakeBackRefused, match="revealed a die or a card: to undo this, seat:1 and seat:2 must agree or a judge"
    ):
        match.take_back(0, STAMP)
    event = match.take_back(0, STAMP, by=1, agreed=[2])
    assert (event.seen, event.agreed) == (True, (2,))
    assert match.take_backs == [event]


@pytest.mark.parametrize(
    ("facts", "seen"),
    [
        ((), False),
        ((Turned("hand:1", "?card", "card:a", 1), Turned("unseen:card", "card:a", "?card", 1)), True),
        ((Turned("hand:1", "card:a", "?card", 1), Turned("unseen:card", "?card", "card:a", 1)), False),
        ((Moved("?card", 1, "hand:1", "hand:2"),), False),
    ],
)
def test_a_card_turned_up_shows_what_chance_gave_and_one_turned_down_does_not(
    facts: tuple[Fact, ...], seen: bool
) -> None:
    move = Played("m", 2, STAMP.at, "r", "d", "", 1, 1, {}, (), facts, (), (), False)
    assert shows_chance(move) == seen


def test_a_window_that_nobody_uses_closes_by_itself_when_play_goes_on() -> None:
    match = toy_match(3)
    do(match, 1, Step(fields=2))
    do(match, 2, Push(seat=1))
    assert match.to_act == (1,)
    closing, move = do(match, 3, Step(fields=1))
    assert (closing.seat, closing.action, closing.implied) == (1, {"do": "let"}, True)
    assert (move.seat, move.implied) == (3, False)
    assert match.table.number("field:1") == 1


def test_a_window_can_be_used_or_let_pass_aloud() -> None:
    for answer, field in ((Block(), 2), (Let(), 1)):
        match = toy_match(3)
        do(match, 1, Step(fields=2))
        do(match, 2, Push(seat=1))
        (move,) = do(match, 1, answer)
        assert not move.implied
        assert match.table.number("field:1") == field


def test_a_refused_move_leaves_an_open_window_open_and_records_nothing() -> None:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    before, events = match.table.copy(), len(match._pending)
    with pytest.raises(Illegal):
        do(match, 2, Step(fields=5))
    with pytest.raises(NeedsOutcome):
        do(match, 2, RollOn())
    with pytest.raises(WrongOutcome, match="no die or card is needed for 4"):
        do(match, 2, Step(fields=1), 4)
    assert (match.table, len(match._pending), match.head) == (before, events, 1)


def test_the_game_ends_and_the_match_is_closed_with_what_the_rules_give() -> None:
    match = toy_match()
    with pytest.raises(Refused, match="not over"):
        match.close(STAMP)
    do(match, 1, RollOn(), 6)
    do(match, 2, Step(fields=1))
    do(match, 1, RollOn(), 6)
    assert match.to_act == ()
    with pytest.raises(MatchIsClosed, match="over after move 3"):
        do(match, 2, Step(fields=1))
    closed = match.close(STAMP)
    assert (closed.result.winners, closed.result.scores) == ((1,), (12, 1))
    assert match.result == closed.result
    for command in (lambda: match.close(STAMP), lambda: match.take_back(0, STAMP, judge=True)):
        with pytest.raises(MatchIsClosed, match="only notes"):
            command()
    assert match.note("well played", STAMP).text == "well played"
    assert again(match).result == closed.result


def test_a_window_whose_closing_ends_the_game_is_not_closed_in_passing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    match.table.values["field:1"] = 10  # so that the turn's end wins
    with pytest.raises(MatchIsClosed, match="ends the game"):
        do(match, 2, Step(fields=1))
    assert match.head == 1


def test_an_unfinished_match_can_be_abandoned() -> None:
    match = toy_match()
    assert match.close(STAMP, abandoned=True).result.ending == "abandoned"


def test_a_ruling_replaces_a_move_and_both_readings_stay() -> None:
    match = toy_match()
    do(match, 1, Step(fields=2))
    do(match, 2, Step(fields=2))
    ruled = match.rule([Changed("field:1", 0, 1)], STAMP, clause="TT-1", reason="one field only", replaces=1)
    assert (ruled.number, match.line.numbers, match.line.variations()) == (3, [0, 3], [[1, 2]])
    assert match.table.number("field:1") == 1
    assert match.take_backs[0].judge if isinstance(match.take_backs[0], TakenBack) else False


@pytest.mark.parametrize("replaces", [None, 1, 0, 2])
def test_a_ruling_that_does_not_fit_leaves_all_as_it_was(replaces: int | None) -> None:
    match = toy_match()
    do(match, 1, Step(fields=2))
    do(match, 2, Step(fields=2))
    match.take_back(1, STAMP)
    before = (match.table.copy(), match.version, len(match._pending), list(match.take_backs))
    with pytest.raises((Impossible, Refused)):
        match.rule([Moved("pawn", 1, "a", "b")], STAMP, clause="c", reason="r", replaces=replaces)
    assert (match.table, match.version, len(match._pending), match.take_backs) == before


def test_missed_moves_say_what_stands_on_the_table_now() -> None:
    match = toy_match()
    missed = match.miss([Changed("field:2", 0, 4)], STAMP, moves=2, reason="phone was off")
    assert (missed.number, match.table.number("field:2")) == (1, 4)
    assert again(match).table == match.table


def test_a_sealed_match_deals_by_itself_and_opens_its_seal_at_the_end() -> None:
    seed = b"0" * 32
    match = toy_match(chance="sealed", seed=seed, nonces=["x", "y"])
    match.play(1, RollOn(), match.chance(seed=seed), STAMP)
    first = match.table.number("field:1")
    match.take_back(0, STAMP, agreed=[1, 2])
    match.play(1, RollOn(), match.chance(seed=seed), STAMP)
    assert match.table.number("field:1") == first, "a move taken back and made again draws the same"
    with pytest.raises(Refused, match="cannot be entered"):
        match.chance([3], seed)
    for wrong in (None, b"1" * 32):
        with pytest.raises(Refused, match="its seed is not here"):
            match.chance(seed=wrong)
    match.close(STAMP, seed=seed, abandoned=True)
    assert match.seed == seed.hex()


@pytest.mark.parametrize(
    "arguments", [{"chance": "dice tower"}, {"take_back": "never"}, {"chance": "sealed"}, {"seed": b"x"}]
)
def test_a_match_is_opened_as_the_design_knows_it(arguments: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        toy_match(**arguments)


def test_a_game_is_played_by_as_many_as_it_is_for() -> None:
    with pytest.raises(Refused, match="2 or 3 seats, not 4"):
        toy_match(4)
    with pytest.raises(Refused):
        Match.open("m", toy_opening(2), [Seat("a", "b")], STAMP)


@pytest.mark.parametrize("wrong", ["version", "number", "facts", "opened twice"])
def test_events_that_do_not_follow_each_other_are_impossible(wrong: str) -> None:
    match = toy_match()
    do(match, 1, Step(fields=1))
    opened, played = match._pending
    assert isinstance(played, Played)
    events: dict[str, AnyEvent] = {
        "version": msgspec.structs.replace(played, originator_version=3),
        "number": msgspec.structs.replace(played, number=5),
        "facts": msgspec.structs.replace(played, facts=(played.facts[0], played.facts[0])),
        "opened twice": msgspec.structs.replace(opened, originator_version=2),
    }
    fresh = toy_match()
    before = fresh.table.copy()
    with pytest.raises(Impossible):
        fresh.apply(events[wrong])
    assert (fresh.table, fresh.version, fresh.head) == (before, 1, 0)


def test_going_back_costs_what_it_takes_back_not_what_came_before() -> None:
    match = toy_match()
    line = match.line
    for n in range(1, 400):
        line.append(
            Played("m", n + 1, STAMP.at, "r", "d", "", n, 1, {}, (), (Changed("turn", 1, 1),), (), (), False), n
        )
    reverted: list[Fact] = []

    class Counting(Table):
        def revert(self, fact: Fact) -> None:
            reverted.append(fact)

    line.table = Counting()
    line.go_to(396)
    assert len(reverted) == 3


def test_no_event_carries_a_name() -> None:
    fields = {field.name for event in EVENTS for field in msgspec.structs.fields(event)}
    assert "name" not in fields
    assert {field.name for field in msgspec.structs.fields(Seat)} == {"ref", "commitment"}
    assert Stamp(STAMP.at, "ref", "ref")


@pytest.mark.parametrize("seats", [{"by": 3}, {"by": 0}, {"agreed": [1, 9]}, {"by": -1}])
def test_nobody_takes_back_or_agrees_from_a_seat_that_is_not_there(seats: dict[str, Any]) -> None:
    match = toy_match()
    do(match, 1, Step(fields=1))
    with pytest.raises(Refused, match="there is no seat"):
        match.take_back(0, STAMP, **seats)
    match.take_back(0, STAMP, by=1, agreed=[2])
    with pytest.raises(Refused, match="there is no seat 7"):
        match.restore(1, STAMP, by=7)
    assert match.restore(1, STAMP, by=1).to == 1
