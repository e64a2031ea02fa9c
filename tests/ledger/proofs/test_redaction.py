"""What a bundle withholds of secret decisions, and of reasons that mention hidden information."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.events import AnyEvent, Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signing import enrol, revoke
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.table.table import Changed
from tablescribe.domain.words.text import Text, Thing, say
from tablescribe.ledger.proofs.bundles.redaction import WITHHELD, Viewer, _stands_alone, as_seen
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.wording import say_move
from tests.domain.freeform.table import freeform
from tests.domain.freeform.table import say as tell
from tests.domain.sketches.auction import Bid, Call, auction
from tests.replays.auditing.forging import retold
from tests.support import STAMP, Step, do, toy_match


@pytest.mark.parametrize(
    ("text", "found"),
    [("b1", True), ("the b1, and", True), ("b12", False), ("b12 b1", True), ("b1_", False), ("b1é", False)],
)
def test_a_name_is_found_where_nothing_of_a_longer_one_follows(text: str, found: bool) -> None:
    assert _stands_alone("b1", text) is found


def bids(*amounts: int) -> Match:
    """Seat 1 calls a lot, and the seats bid one after another."""
    match = auction()
    do(match, 1, Call())
    for seat, amount in enumerate(amounts, start=1):
        do(match, seat, Bid(amount=amount))
    return match


def shown(match: Match, number: int, viewer: Viewer) -> tuple[Any, bool]:
    """Return a move as a viewer sees it in a bundle, and whether it is withheld."""
    found: list[tuple[AnyEvent, bool]] = list(as_seen(match, viewer))
    return next(one for one in found if getattr(one[0], "number", None) == number)


@pytest.mark.parametrize("viewer", [None, 1, 3])
def test_a_secret_answer_is_withheld_whole_while_the_window_is_open(viewer: Viewer) -> None:
    """Given a sealed bid of seat 2, then others are shown that it has answered: no amount, not even the action."""
    event, secret = shown(bids(4, 5), 3, viewer)
    assert isinstance(event, Played)
    assert (secret, event.action, event.outcomes) == (True, {}, ())
    assert "5" not in str(event.facts)


def test_the_seat_itself_reads_its_answer() -> None:
    event, secret = shown(bids(4, 5), 3, 2)
    assert (secret, event.action) == (False, {"do": "bid", "amount": 5})


def test_what_is_shown_of_a_secret_answer_has_words() -> None:
    match = bids(4, 5)
    there = retold(match, 4, action={})
    assert Reader(match.opening).tell(say_move(there, 3, None)) == "seat 2 has answered"


def test_when_all_bids_are_open_nothing_of_the_action_is_withheld() -> None:
    match = bids(4, 5, 0, 1)
    for viewer in (None, 1, 2):
        event, _ = shown(match, 3, viewer)
        assert event.action == {"do": "bid", "amount": 5}


# --- reasons ------------------------------------------------------------------------------------


def handed_over(why: Text | str) -> Match:
    """Seat 1 drew the fox, and later passes with a breach whose reason is given."""
    match = freeform(3, chance="open")
    tell(match, 1, "draw", "animal:fox", deck="animal")
    tell(match, 1, "pass")
    return retold(match, 3, irregularities=(Irregularity("FF-5", why),))


def test_a_reason_that_holds_a_hidden_card_is_withheld_from_those_who_do_not_know_it() -> None:
    match = handed_over(say("{what} stays", what=say("the {card}", card=Thing("animal:fox"))))
    for viewer in (None, 2, 3):
        event, secret = shown(match, 2, viewer)
        assert (secret, event.irregularities) == (True, (Irregularity("FF-5", WITHHELD),))
    assert shown(match, 2, 1)[1] is False


def test_a_reason_without_a_hidden_card_is_told_to_all_whatever_words_it_has() -> None:
    """A word like the name of a card is no card: things are looked at, not words."""
    why = say("a fox is a fox")
    for viewer in (None, 1, 2, 3):
        event, secret = shown(handed_over(why), 2, viewer)
        assert (secret, event.irregularities) == (False, (Irregularity("FF-5", why),))


def test_a_finished_sentence_of_form_1_is_withheld_where_anything_is_hidden() -> None:
    event, secret = shown(handed_over("the fox was held back"), 2, 2)
    assert (secret, event.irregularities) == (True, (Irregularity("FF-5", WITHHELD),))


# --- what people write ---------------------------------------------------------------------------


def written() -> Match:
    """A match with a text of somebody in every place where people write."""
    match = toy_match()
    do(match, 1, Step(fields=1))
    match.take_back(0, STAMP, judge=True, reason="Ada cried")
    match.restore(1, STAMP, reason="Ada stopped")
    match.rule([Changed("field:1", 1, 2)], STAMP, clause="house 7, for Ada", reason="Ada asked")
    match.miss([Changed("field:1", 2, 3)], STAMP, moves=1, reason="Ada slept")
    match.note("Ada smiled", STAMP)
    enrol(match, "seat:1", "A" * 43 + "=", STAMP)
    revoke(match, "A" * 43 + "=", STAMP, reason="Ada lost her phone", by="judge")
    enrol(match, "seat:1", "B" * 43 + "=", STAMP)
    return match


@pytest.mark.parametrize("viewer", [None, 1])
def test_what_people_wrote_is_withheld_like_a_secret(viewer: Viewer) -> None:
    """Given reasons, clauses and notes, a viewer is shown that there are some, and none of them."""
    seen = list(as_seen(written(), viewer))
    assert not any("Ada" in repr(event) for event, _ in seen)
    assert [secret for _, secret in seen] == [False, False, *[True] * 5, False, True, False]
    assert [event.salt for event, secret in seen if secret] == [""] * 6
    assert [getattr(event, "reason", WITHHELD) for event, secret in seen if secret] == [WITHHELD] * 6


@pytest.mark.parametrize(("title", "told"), [("Catan", True), ("Catan at Ann's", False)])
def test_the_name_of_a_printed_game_is_told_and_any_other_title_withheld(title: str, told: bool) -> None:
    match = toy_match()
    match.describe(STAMP, title=title)
    shown, secret = list(as_seen(match, None))[-1]
    assert (getattr(shown, "title", ""), secret) == ((title, False) if told else (WITHHELD, True))
    match.describe(STAMP, title=title, place="Ann's")
    shown, secret = list(as_seen(match, None))[-1]
    assert (getattr(shown, "title", ""), getattr(shown, "place", ""), secret) == (
        title if told else WITHHELD,
        WITHHELD,
        True,
    )


def test_what_people_wrote_is_told_on_request() -> None:
    seen = list(as_seen(written(), None, words=True))
    assert sum("Ada" in repr(event) for event, _ in seen) == 6
    assert not any(secret for _, secret in seen)


def test_where_nobody_wrote_anything_nothing_is_withheld() -> None:
    match = toy_match()
    do(match, 1, Step(fields=1))
    match.take_back(0, STAMP, judge=True)
    assert not any(secret for _, secret in as_seen(match, None))
