"""Chance: reported, sealed, or scripted; never invented."""

from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.rules.chance import (
    UNKNOWN,
    NeedsOutcome,
    NoChance,
    Question,
    ReportedChance,
    ScriptedChance,
    SealedChance,
    WrongOutcome,
    commitment,
    sealed_key,
)
from tablescribe.domain.words.text import say

DIE = Question("roll", "d6", 1, say("a reason"), dict.fromkeys(range(1, 7), 1))
SECRET = Question("draw", "cards", 2, say("a reason"), {"cards:a": 1, "cards:b": 2}, secret=True)


def test_people_report_what_was_rolled() -> None:
    chance = ReportedChance([4, 5])
    assert chance.answer(DIE) == 4
    assert chance.unused() == (5,)


@pytest.mark.parametrize("what", ["d3", "the first player", "the mech"])
def test_a_lot_is_drawn_and_a_die_is_rolled_whatever_its_name(what: str) -> None:
    """Given a die and a lot with the same outcomes, then only the lot asks for a seat; both come out alike."""
    die = Question("roll", what, 1, say("who begins"), dict.fromkeys((1, 2, 3), 1))
    lot = msgspec.structs.replace(die, lot=True)
    assert str(die.text()) == f"seat:1 rolls {what} (who begins)"
    assert str(lot.text()) == "Draw lots to see who begins"
    assert [one.asks_for_seat(3) for one in (die, lot)] == [False, True]
    assert not lot.asks_for_seat(4)
    key = sealed_key(bytes(32))
    assert [SealedChance(key, n).answer(die) for n in range(9)] == [SealedChance(key, n).answer(lot) for n in range(9)]


def test_what_nobody_reported_is_asked_for() -> None:
    with pytest.raises(NeedsOutcome) as asked:
        ReportedChance().answer(DIE)
    assert asked.value.question == DIE
    assert str(asked.value) == "seat:1 rolls d6 (a reason)"


def test_what_cannot_come_up_is_refused() -> None:
    with pytest.raises(WrongOutcome, match="7 is not possible; possible: 1, 2, 3"):
        ReportedChance([7]).answer(DIE)
    many = Question("draw", "deck", 1, say("x"), {f"c:{n:02}": 1 for n in range(20)})
    with pytest.raises(WrongOutcome, match=r"… and 8 more$"):
        ScriptedChance(["no"]).answer(many)


def test_a_secret_draw_stays_unknown_unless_hands_are_open() -> None:
    assert ReportedChance(["cards:a"]).answer(SECRET) == UNKNOWN
    assert ReportedChance(["cards:a"], open_hands=True).answer(SECRET) == "cards:a"
    assert ScriptedChance([UNKNOWN]).answer(SECRET) == UNKNOWN
    with pytest.raises(WrongOutcome):
        ScriptedChance([UNKNOWN]).answer(DIE)


def test_legality_needs_no_outcome() -> None:
    with pytest.raises(NeedsOutcome):
        NoChance().answer(DIE)
    assert NoChance().unused() == ()


def test_a_seal_gives_the_same_outcomes_to_everybody_who_has_the_seed() -> None:
    key = sealed_key(b"s" * 32, ["ada", "ben"])
    first, second = SealedChance(key), SealedChance(key)
    assert [first.answer(DIE) for _ in range(20)] == [second.answer(DIE) for _ in range(20)]
    assert first.unused() == ()
    # going back to an ordinal draws the same again
    assert SealedChance(key, 7).answer(DIE) == [SealedChance(key, k).answer(DIE) for k in range(8)][7]


def test_every_seats_nonce_changes_the_seal() -> None:
    seed = b"s" * 32
    keys = {sealed_key(seed), sealed_key(seed, ["a"]), sealed_key(seed, ["a", "b"]), sealed_key(seed, ["ab"])}
    assert len(keys) == 4
    assert commitment(seed) != commitment(b"t" * 32)


@given(st.integers(1, 40), st.integers(0, 1000))
def test_sealed_numbers_are_within_bounds(below: int, ordinal: int) -> None:
    assert 0 <= SealedChance(b"k", ordinal).number(below) < below


def test_sealed_outcomes_come_up_by_their_weight() -> None:
    question = Question("draw", "x", 1, say("y"), {"a": 1, "b": 3})
    chance = SealedChance(b"key")
    drawn = Counter(chance.answer(question) for _ in range(4000))
    assert abs(Fraction(drawn["b"], 4000) - Fraction(3, 4)) < Fraction(1, 25)


def test_numbers_beyond_the_last_whole_stretch_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    import hmac

    answers = iter([b"\xff" * 32, (7).to_bytes(32, "big")])

    monkeypatch.setattr(hmac, "digest", lambda *_: next(answers))
    assert SealedChance(b"key").number(5) == 2  # 2**256 - 1 is in the incomplete stretch, 7 is not


def test_an_urn_is_filled_alike_whatever_each_outcome_weighs() -> None:
    urns: list[dict[int | str, int]] = [
        {"c": 1, "a": 1, "b": 1},
        {"c": 2, "a": 1, "b": 0},
        {"b": 1, 10: 1, 9: 1, "a": 1},
    ]
    for ordinal in range(50):
        for among in urns:
            urn = [one for one in sorted(among, key=lambda one: (isinstance(one, str), one)) for _ in range(among[one])]
            drawn = SealedChance(b"key", ordinal).answer(Question("draw", "x", 1, say("y"), among))
            assert drawn == urn[SealedChance(b"key", ordinal).number(len(urn))]


def test_nothing_cannot_be_chosen_from() -> None:
    with pytest.raises(WrongOutcome, match="nothing to choose from"):
        SealedChance(b"key").answer(Question("draw", "x", 1, say("y"), {}))
