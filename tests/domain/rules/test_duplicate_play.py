"""Duplicate play: equal actions draw the same at every table, whatever else was drawn there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablescribe.domain.games import opening, revive
from tablescribe.domain.match.events import Closed, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome, Question, WrongOutcome, sealed_key
from tablescribe.domain.rules.duplicate_play import DuplicateChance, DuplicateMark, marked, source_of, sources
from tablescribe.domain.words.text import say
from tablescribe.replays.auditing.audit import audit
from tests.domain.random_play import SEED, anything
from tests.support import STAMP

MARK = DuplicateMark("7k2", 3)
KEY = sealed_key(SEED, (MARK.text(),))


def draw(among: Mapping[Any, int], kind: str = "draw") -> Question:
    return Question(kind, "deck", 1, say("x"), dict(among))


DIE = Question("roll", "d6", 1, say("x"), dict.fromkeys(range(1, 7), 1))


def shuffle(chance: DuplicateChance, deck: Counter[str], rolls: random.Random) -> list[Outcome]:
    """Draw a whole deck, dice being rolled in between as often as that table likes."""
    left, found = Counter(deck), list[Outcome]()
    while left:
        for _ in range(rolls.randrange(3)):
            chance.answer(DIE)
        found.append(chance.answer(draw(left)))
        left -= Counter([str(found[-1])])
    return found


def test_the_mark_of_a_round_is_read_back_and_nothing_else_is_one() -> None:
    assert marked((MARK.text(),)) == MARK
    for nonces in ((), ("Ada's nonce",), (MARK.text(), ""), (MARK.text() + " ",), (MARK.text().replace("3", "0"),)):
        assert marked(nonces) is None, nonces


@given(st.integers(), st.integers())
def test_a_deck_lies_in_the_same_order_at_all_tables_however_often_dice_were_rolled(one: int, other: int) -> None:
    deck = Counter({"item:axe": 2, **{f"item:{n}": 1 for n in range(12)}})
    assert shuffle(DuplicateChance(KEY, {}), deck, random.Random(one)) == shuffle(
        DuplicateChance(KEY, {}), deck, random.Random(other)
    )


def test_two_decks_and_dice_do_not_disturb_each_other() -> None:
    alone, mixed = DuplicateChance(KEY, {}), DuplicateChance(KEY, {})
    items, quests = (Counter({f"{name}:{n}": 1 for n in range(9)}) for name in ("item", "quest"))
    plain = [alone.answer(draw(items)) for _ in range(5)]
    found = []
    for _ in range(5):
        mixed.answer(draw(quests))
        mixed.answer(DIE)
        found.append(mixed.answer(draw(items)))
    assert found == plain


def test_where_it_goes_on_hangs_on_what_each_source_has_given() -> None:
    whole, told = DuplicateChance(KEY, {}), list[Outcome]()
    cards = Counter({f"item:{n}": 1 for n in range(9)})
    for number in range(20):
        expected = DuplicateChance(KEY, sources(told)).answer(DIE if number % 3 else draw(cards))
        told.append(whole.answer(DIE if number % 3 else draw(cards)))
        assert told[-1] == expected


def test_a_question_about_several_sources_has_a_stream_of_its_own() -> None:
    bag = Counter({"cube": 3, "disc": 2})
    assert {source_of(name) for name in bag} == {"cube", "disc"}
    chance = DuplicateChance(KEY, {})
    given = [chance.answer(draw(bag, "pick")) for _ in range(60)]
    assert set(given) == set(bag)
    assert given == [DuplicateChance(KEY, sources(given[:n])).answer(draw(bag, "pick")) for n in range(60)]
    with pytest.raises(WrongOutcome):
        chance.answer(draw(Counter()))
    assert chance.unused() == ()


def test_every_face_is_as_likely_as_it_weighs() -> None:
    """Bounds of five standard deviations: 6000 rolls, a sixth each."""
    chance = DuplicateChance(KEY, {})
    rolls = Counter(chance.answer(DIE) for _ in range(6000))
    assert all(abs(rolls[face] - 1000) < 5 * (6000 * 5 / 36) ** 0.5 for face in range(1, 7)), rolls


def solo(match_id: str) -> Match:
    seats = [Seat("ada", "c"), Seat("automa", "c")]
    return Match.open(
        match_id, opening("expeditions", 2), seats, STAMP, chance="sealed", take_back="judge", seed=SEED,
        nonces=(MARK.text(),),
    )  # fmt: skip


def play_out(match: Match, choose: random.Random) -> Match:
    while not match.is_over:
        seat, action = anything(match, choose)
        match.play(seat, action, match.chance((), SEED), STAMP)
    match.close(STAMP, seed=SEED)
    return match


def test_who_does_the_same_draws_the_same_and_who_does_otherwise_draws_the_same_cards_later() -> None:
    one, same, other = solo("a"), solo("b"), solo("c")
    assert one.opened.outcomes == other.opened.outcomes
    play_out(one, random.Random(5)), play_out(same, random.Random(5)), play_out(other, random.Random(6))
    assert [move.facts for move in one.moves] == [move.facts for move in same.moves]

    def cards(match: Match, source: str) -> list[Outcome]:
        return [one for one in match.line.outcomes(match.head) if source_of(one) == source]

    assert one.line.outcomes(one.head) != other.line.outcomes(other.head)
    drawn = [source for source in sources(one.line.outcomes(one.head)) if source]
    assert drawn
    for source in drawn:
        mine, theirs = cards(one, source), cards(other, source)
        common = min(len(mine), len(theirs))
        assert mine[:common] == theirs[:common], source


def test_closing_tells_no_seed_and_the_audit_waits_for_it() -> None:
    match = play_out(solo("a"), random.Random(7))
    assert match.seed == ""
    waiting = audit(match)
    assert [(one.code, one.severity) for one in waiting.findings] == [("seal.waiting", "note")]
    assert waiting.clean
    told = audit(match, seed=SEED)
    assert (told.findings, told.clean) == ((), True)
    assert "seal.broken" in {one.code for one in audit(match, seed=b"another").findings}
    again = revive(match._pending)
    assert again is not None
    assert again.duplicate == MARK


def test_what_the_seed_does_not_give_is_found_once_it_is_told() -> None:
    match = play_out(solo("a"), random.Random(7))
    opened = match.opened
    forged = Match.open(
        "f", match.opening, list(opened.seats), STAMP, chance="sealed", take_back="judge", seed=b"other",
        nonces=(MARK.text(),),
    )  # fmt: skip
    assert forged.opened.outcomes != opened.outcomes
    forged.opened = forged.line.moves[0] = replace(forged.opened, commitment=opened.commitment)
    assert match.closed is not None
    forged.record(Closed, STAMP, result=match.closed.result, seed="")
    assert "chance.differs" in {one.code for one in audit(forged, seed=SEED).findings}
