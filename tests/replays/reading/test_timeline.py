"""The table at any move, in both directions, and the changes of a move as each viewer may see them."""

import random
from dataclasses import replace
from typing import Any

from hypothesis import given as cases
from hypothesis import settings
from hypothesis import strategies as st

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import Noted
from tablescribe.domain.match.match import Match, replay
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned
from tablescribe.domain.words.text import say
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import say_event
from tests.depth import times
from tests.domain.random_play import open_match, random_move
from tests.support import STAMP, Push, Step, Take, do, toy_match


def told(timeline: Timeline, number: int, viewer: Viewer = EVERYTHING) -> list[str]:
    """Return the changes of a move as a viewer reads them in English."""
    return list(map(Reader(timeline.opening).tell, timeline.changes(number, viewer)))


def some_match(moves: int = 30, seed: int = 1) -> Match:
    match, choose = open_match("ultime", 3, first_player=1), random.Random(seed)
    while match.head < moves and not match.is_over:
        random_move(match, choose)
        if match.head % 11 == 0:
            match.take_back(match.head - 1, STAMP, judge=True)
            random_move(match, choose)
    return match


MATCH = some_match()


@cases(st.lists(st.integers(0, len(MATCH.moves) - 1), max_size=8))
@settings(max_examples=times(8, 25), deadline=None)
def test_wherever_one_jumps_the_table_is_that_of_a_replay(jumps: list[int]) -> None:
    timeline = Timeline(MATCH)
    for number in jumps:
        table = timeline.at(number)
        path: list[int] = []
        at = number
        while at:
            path.append(at)
            at = MATCH.line.parent[at]
        fresh = revive(MATCH._pending[:1])
        assert fresh is not None
        expected = fresh.table
        for n in reversed(path):
            for fact in MATCH.moves[n].facts:
                expected.apply(fact)
        assert table == expected
        assert timeline.position == number


@cases(st.lists(st.tuples(st.integers(0, len(MATCH.moves) - 1), st.sampled_from([None, 1, 2, EVERYTHING])), max_size=8))
@settings(max_examples=times(8, 25), deadline=None)
def test_what_a_move_changed_is_the_same_in_whatever_order_and_for_whomever_moves_are_read(jumps: list[Any]) -> None:
    timeline = Timeline(MATCH)
    for number, viewer in jumps:
        assert timeline.facts(number, viewer) == Timeline(MATCH).facts(number, viewer)
        assert timeline.position == number


def test_forward_and_back_go_along_the_line_that_counts() -> None:
    match = toy_match()
    do(match, 1, Step(fields=1))
    do(match, 2, Step(fields=1))
    match.take_back(1, STAMP)
    do(match, 2, Step(fields=2))
    timeline = Timeline(match)
    assert (timeline.numbers, timeline.variations) == ([0, 1, 3], [[2]])
    timeline.at(0)
    assert not timeline.back()
    assert [timeline.forward(), timeline.position, timeline.forward(), timeline.position] == [True, 1, True, 3]
    assert not timeline.forward()
    timeline.at(1)
    match.take_back(1, STAMP)
    assert timeline.forward()
    assert timeline.position == 2, "where nothing counts, the first that followed"
    assert timeline.back()


def test_changes_tell_each_viewer_what_that_one_may_see() -> None:
    match = toy_match(chance="open")
    do(match, 1, Take(), "card:c")
    timeline = Timeline(match)
    assert told(timeline, 1, EVERYTHING) == ["?card: deck card → hand 1", "turn: 1 → 2"]
    assert "card:c: " not in " ".join(told(timeline, 1, 2))
    assert told(timeline, 1, None) == told(timeline, 1, 2)
    assert told(timeline, 1, 1) == ["card c: now in hand 1", "turn: 1 → 2"]
    assert told(timeline, 0)


def test_no_viewer_reads_of_a_hidden_card_in_a_whole_match() -> None:
    timeline = Timeline(MATCH)
    for number in range(1, len(MATCH.moves)):
        before = Timeline(MATCH).at(MATCH.line.parent[number]).copy()
        after = timeline.at(number).copy()
        for viewer in (None, 1, 2, 3):
            words = " ".join(told(timeline, number, viewer))
            for seat in (1, 2, 3):
                if seat == viewer:
                    continue
                for table in (before, after):
                    open_zones = ("discard:movement", "discard:power", "announced")
                    seen = {card for zone in open_zones for t in (before, after) for card in t.pieces(zone)}
                    mine = {card for t in (before, after) for card in t.pieces(f"hand:{viewer}")}
                    for card in table.pieces(f"hand:{seat}"):
                        if not card.startswith("?") and card not in seen | mine:
                            assert Reader(MATCH.opening).name(card) not in words


def test_every_event_has_words() -> None:
    match = toy_match()
    do(match, 1, Step(fields=3), as_played=True)
    do(match, 2, Push(seat=1))
    do(match, 2, Step(fields=1), as_played=True)
    match.take_back(1, STAMP, agreed=[1, 2], reason="oops")
    match.restore(2, STAMP, reason="no")
    match.rule([Changed("field:1", 0, 1)], STAMP, clause="TT-1", reason="too far", replaces=1)
    match.miss([Changed("field:2", 0, 1)], STAMP, moves=3, reason="tea")
    match.note("a note", STAMP, about=1)
    match.note("another", STAMP)
    match.close(STAMP, abandoned=True)
    said = [str(say_event(match, event)) for event in match._pending]
    assert said[1] == "seat:1 walks 3 [breaks TT-1: two fields at most]"
    assert "lets it happen (no one responded)" in said[3]
    assert said[5] == "taken back to move 1, agreed by seat:1, seat:2: oops"
    assert said[6] == "restored up to move 2: no"
    assert said[7].startswith("taken back to move 0, by a judge")
    assert said[8] == "the judge rules instead of move 1, by TT-1: too far"
    assert said[9] == "about 3 moves were not recorded: tea"
    assert said[10:12] == ["note on move 1: a note", "note: another"]
    assert said[12] == "closed: abandoned"
    assert isinstance(match._pending[10], Noted)


def test_facts_have_words() -> None:
    opening = toy_match().opening
    facts: list[Fact] = [
        Moved("pawn", 2, "a", "b"), Turned("a", "up", "down", 3), Turned("a", "?card", "card:a", 1),
        Turned("hand:1", "?card", "card:b", 1), Moved("card:a", 1, "unseen:card", "x"),
        Changed("k", None, 1), Changed("k", 1, 2), Changed("k", 2, None),
    ]  # fmt: skip
    assert list(map(str, say_facts(opening, facts))) == [
        "2 × pawn: a → b", "a: 3 × up turned to down", "card:a lies in a", "card:a: now in x",
        "k: 1", "k: 1 → 2", "k: no longer 2",
    ]  # fmt: skip


def with_game(match: Match, **changes: Any) -> Opening:
    """Return the opening of a match of a game that differs."""
    old = match.opening
    return Opening(replace(old.game, **changes), old.seats, old.options, old.catalogue)


def telling(tell: Any) -> Timeline:
    """Return the timeline of a toy match with one step, whose game words moves itself."""
    match = toy_match()
    do(match, 1, Step(fields=2))
    opening = with_game(match, tell=tell)
    return Timeline(replay(Match(match.opened, opening), match._pending[1:]))


def test_a_game_may_tell_a_move_in_its_own_words() -> None:
    def tell(setting: Setting, seen: Seen) -> Telling:
        if seen.action is None:
            return [], list(seen.facts)
        return [say("do {what}", what=f"{seen.action.model_dump()['do']}\x1b[2J")], list(seen.facts[1:])

    timeline = telling(tell)
    assert told(timeline, 1) == ["do step\\x1b[2J", "turn: 1 → 2"], "what it does not tell is told fact by fact"
    assert "do" not in " ".join(told(timeline, 0)), "the set-up is no action"


def test_a_game_that_cannot_tell_a_move_leaves_it_to_the_facts() -> None:
    def fails(*_: Any) -> Any:
        raise KeyError("a forged log")

    assert told(telling(fails), 1) == told(telling(None), 1) == ["field 1: 0 → 2", "turn: 1 → 2"]


def test_where_nothing_is_secret_everybody_reads_the_facts_as_they_were_recorded() -> None:
    match = toy_match()
    do(match, 1, Step(fields=2))
    hands_open = with_game(match, secrets=lambda opening, table: [])
    timeline = Timeline(replay(Match(match.opened, hands_open), match._pending[1:]))
    for viewer in (None, 1, EVERYTHING):
        assert timeline.facts(1, viewer) is timeline.match.moves[1].facts
    assert Timeline(match).facts(1, None) is not match.moves[1].facts, "hands are secret: what is seen is compared"
