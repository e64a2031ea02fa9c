"""Pairing rules that engines relaxed: each message is translated into every language."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

import pytest

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pod
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.pairing.history import History
from tablescribe.domain.tournament.pairing.pods import _broken
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tablescribe.replays.tournaments.relaxed_rules import SAYS, unkept, unkept_text

RECORDED = {
    "second bye: a: everybody else had one, or it would break more": "Ada",
    "may not meet: a b: no pods without it were found": "Ada",
    "met before: a b, 1 times: no pods without it were found": "Ben",
    "met before: a b, 2 times: no pods without it were found": "Ben",
    "no place: b: entered after the round robin had begun": "Ben",
    "no result: round 2, a b: nobody of them goes on": "Ada, Ben",
    "no single winner: round 2, a b: the best seed goes on": "Ada, Ben",
}


@pytest.mark.parametrize("recorded", RECORDED)
def test_every_form_is_told_by_name_in_every_language(recorded: str) -> None:
    text = unkept_text(recorded, {"a": "Ada", "b": "Ben"})
    told = {Reader(None, language).sentence(text) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all(RECORDED[recorded] in one for one in told)


def test_there_is_one_example_of_each_form() -> None:
    assert [sum(form.fullmatch(one) is not None for one in RECORDED) for form, _ in SAYS] == [1] * len(SAYS)


def test_what_the_pods_engine_writes_is_known() -> None:
    past = History({}, Counter({("a", "b"): 1}), frozenset({"c"}), Counter())
    people = [Entrant("a", 1, may_not_meet=frozenset({"b"})), Entrant("b", 2), Entrant("c", 3)]
    found = _broken(people, past, [Pod(("a", "b"))], {"c": Bye.PAIRING})
    assert len(found) == 3
    assert all(any(form.fullmatch(one) for form, _ in SAYS) for one in found)


def test_words_of_another_engine_are_told_as_they_were_recorded() -> None:
    assert str(unkept_text("something else", {})) == "something else"


def test_a_search_for_pods_that_ended_early_is_told() -> None:
    paired = SimpleNamespace(broken=(), gap="0.143000")
    (text,) = unkept(cast(Seating, SimpleNamespace(paired=paired)), {})
    assert str(text) == "scores at the tables could be up to 14 % closer: the search for better pods ended early"
    paired.gap = ""
    assert not list(unkept(cast(Seating, SimpleNamespace(paired=paired)), {}))
