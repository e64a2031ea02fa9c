"""The audit of a match's beginning: its opening and its set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tablescribe.domain.games import opening, revive
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.opening import Opening
from tablescribe.replays.auditing.audit import audit
from tests.domain.ultime.table import card, given, when
from tests.replays.auditing.forging import Expected, Forgery, events_of, findings, forged, in_short, played, told_by
from tests.support import STAMP, TOY, ToyOptions, toy_match

WRONG: Expected = ("opened.wrong", "doubt", 0, "")
DIFFER: Expected = ("facts.differ", "doubt", 0, "")
CHANGED: Expected = ("rules.changed", "note", None, "")
ODD: Expected = ("undecidable", "doubt", 0, "")
FIRST = toy_match().opened


def four_seats() -> Match:
    """Four people at a table for two or three."""
    larger = replace(TOY, seats=(4,))
    return Match.open("toy-match", Opening(larger, 4, ToyOptions(), TOY.catalogue), [Seat("r", "c")] * 4, STAMP)


BEGINNINGS = [
    Forgery("an edition we have not", played, forged(1, edition="0"), [CHANGED], "opened under edition 0 of the rules"),
    Forgery("a rulebook changed since", played, forged(1, rulebook="ab"), [CHANGED], "rulebook has been changed since"),
    Forgery("a form of events we do not know", played, forged(1, format=3), [WRONG], "its events use format 3"),
    Forgery("chance of no kind", played, forged(1, chance="loaded"), [WRONG], "source of chance is 'loaded'; allowed"),
    Forgery("a policy of no kind", played, forged(1, take_back="never"), [WRONG], "undo policy is 'never'; allowed"),
    Forgery("nothing sealed, but a commitment", played, forged(1, commitment="ab"), [WRONG], "other matches must not"),
    Forgery("sealed without a commitment", played, forged(1, chance="sealed"), [WRONG], "a sealed match must have a"),
    Forgery(
        "too many seats",
        four_seats,
        lambda match: Match(match.opened, Opening(TOY, 4, ToyOptions(), TOY.catalogue)),
        [WRONG],
        "it has 4 seats, not 2 or 3",
    ),
    Forgery("other grounds", played, forged(1, citations=("TT-1",)), [("citations.differ", "note", 0, "")]),
    Forgery("an outcome too many", toy_match, forged(1, outcomes=(3,)), [ODD], "again: no die or card is needed for 3"),
    Forgery("nothing laid out", toy_match, forged(1, facts=()), [DIFFER], "the set-up is not what the rules lay out"),
    Forgery("seat 2 begins", toy_match, forged(1, facts=(*FIRST.facts[:-1], msgspec.structs.replace(
        FIRST.facts[-1], now=2))), [DIFFER]),
    Forgery("one more piece in the box", played, forged(1, box=(*FIRST.box, ("gold", 1))), [DIFFER], "of components"),
    Forgery("the box in another order", played, forged(1, box=FIRST.box[::-1]), [DIFFER], "differs from the catalogue"),
    Forgery("an empty box", toy_match, forged(1, box=(), facts=()), [DIFFER, ODD], "differs from the catalogue"),
]  # fmt: skip


@pytest.mark.parametrize("forgery", BEGINNINGS, ids=lambda forgery: forgery.name)
def test_a_forged_beginning_is_found(forgery: Forgery) -> None:
    forgery.check()


def reopened(match: Match, **changes: Any) -> Match:
    """Return a match brought to life from its events, the first of them changed."""
    first, *others = events_of(match)
    again = revive([msgspec.structs.replace(first, **changes), *others])
    assert again is not None
    return again


def ultime() -> Match:
    match = given()
    when(match, 1, card(2, 1, 2))
    return match


def morris() -> Match:
    seats = [Seat("white", "c"), Seat("black", "c")]
    return Match.open("m", opening("morris", 2), seats, STAMP)


def test_components_that_are_called_as_ours_but_differ_are_noted_and_change_what_is_sound() -> None:
    catalogue = ultime().opened.catalogue
    assert findings(reopened(ultime())) == []
    renamed = {**catalogue, "villages": [{**one, "name": "X"} for one in catalogue["villages"]]}
    assert findings(reopened(ultime(), catalogue=renamed)) == [CHANGED]
    assert "are labelled ultime-printed, edition 1" in str(audit(reopened(ultime(), catalogue=renamed)).findings[0].why)
    longer = [{**one, "circle": one["circle"] + 2} if one["id"] == 2 else one for one in catalogue["movement_cards"]]
    assert findings(reopened(ultime(), catalogue={**catalogue, "movement_cards": longer})) == [
        ("facts.differ", "doubt", 1, ""),
        CHANGED,
    ]
    own = {**catalogue, "name": "our table's", "origin": "house"}
    assert findings(reopened(ultime(), catalogue=own)) == [], "a table may bring its own"


def test_a_rulebook_that_said_the_same_in_other_words_is_no_change() -> None:
    former, note = morris().opening.game.reworded[0], "whose rulebook has been changed since"
    assert former != morris().opened.rulebook
    assert findings(reopened(morris(), rulebook=former)) == []
    (unknown,) = audit(reopened(morris(), rulebook="ab" * 32)).findings
    assert (unknown.code, note in str(unknown.why)) == ("rules.changed", True)


def test_another_edition_is_named() -> None:
    (another,) = audit(reopened(ultime(), edition="1")).findings
    assert "opened and audited under edition 1 of the rules" in str(another.why)
    (newer,) = audit(reopened(ultime(), edition="7")).findings
    assert "opened under edition 7 of the rules; this audit uses edition 3" in str(newer.why)


def test_a_set_up_that_the_rules_refuse_is_in_doubt_with_its_rule() -> None:
    match = reopened(given(), options={**given().opened.options, "first_player": 4})
    (finding,) = audit(match).findings
    assert in_short([finding]) == [ODD]
    assert str(finding.why) == "the set-up cannot be laid out again: UP-9: seat:4 cannot begin: there are 3 seats"


def test_a_first_player_who_was_not_drawn_by_lot_is_found() -> None:
    first = given().opened
    by_lot = {"options": {**first.options, "first_player": None}}
    assert findings(reopened(given(), **by_lot)) == [ODD], "nobody tells what the lot said"
    assert findings(reopened(given(), **by_lot, outcomes=(*first.outcomes, 2))) == [DIFFER]


def test_the_verdict_begins_with_a_set_up_that_is_wrong() -> None:
    wrong = told_by(played(), [msgspec.structs.replace(FIRST, chance="loaded"), *events_of(played())[1:]])
    assert str(audit(wrong).verdict()) == (
        "The set-up is in doubt: its source of chance is 'loaded'; allowed here: table, open or sealed; Moves 1–3 sound"
    )
    assert "\nDOUBT at the set-up (event 1): its source of chance is" in audit(wrong).text()
