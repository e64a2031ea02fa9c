"""A plan with prizes and times is read alike by the stand-alone program, which says what it does not compute."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.tournament.model.plan_parsing import BadPlan, plan_from
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as program
from tests.ledger.played_tournaments import hall, opened, play_round, whole

DATABASES = ["sqlite"]

STAGE = {"name": "Swiss", "kind": "swiss", "rounds": 2, "game": "freeform"}
PRIZES: dict[str, Any] = {"categories": [{"name": "Main", "prizes": [{"amount": 500}, {"amount": 300}]}]}

small = st.sampled_from([0, 1, 2, 10, -1, 10**13, "1", None, True])
prize = st.dictionaries(st.sampled_from(["amount", "worth"]), small, max_size=2).flatmap(
    lambda one: st.sampled_from([one, {**one, "thing": "Cup"}, {**one, "thing": ""}, {**one, "glory": 1}])
)
category = st.fixed_dictionaries(
    {"name": st.sampled_from(["A", "B", "", 7]), "prizes": st.lists(prize, max_size=3)},
    optional={
        "ties": st.sampled_from(["equal", "hort", "rank", "lot"]), "tag": st.sampled_from(["", "U18", 1]),
        "rated_from": small, "rated_below": small, "unrated": st.sampled_from([True, False, 1]),
        "besides": st.sampled_from([True, 0]),
    },
)  # fmt: skip
prizes = st.fixed_dictionaries(
    {"categories": st.lists(category, max_size=2)},
    optional={
        "currency": st.sampled_from(["EUR", "eur", "EURO", 1]), "digits": small, "unit": small,
        "one_each": st.sampled_from([True, False, 1]), "withdrawn": st.sampled_from([True, None]),
    },
)  # fmt: skip
times = st.sampled_from(["", "2026-12-05T10:00+01:00", "2026-12-05T14:00+01:00", "2026-12-05T10:00", "noon", 7])


@given(prizes)
def test_both_programs_accept_the_same_prizes(told: dict[str, Any]) -> None:
    """Given prizes with faults: what ours accepts is written whole, and the other accepts that; else neither does."""
    try:
        plan = plan_from({"title": "Open", "stages": [STAGE], "prizes": told})
    except BadPlan:
        assert not program.are_prizes(told, whole=False)
    else:
        assert program.are_prizes(plan.plain()["prizes"], whole=True)


@given(st.lists(times, max_size=3))
def test_both_programs_accept_the_same_times(told: list[Any]) -> None:
    whole_stage = plan_from({"title": "Open", "stages": [STAGE]}).plain()["stages"][0]
    try:
        plan = plan_from({"title": "Open", "stages": [{**STAGE, "starts": told}]})
    except BadPlan:
        assert not program.is_plan({"title": "Open", "stages": [{**whole_stage, "starts": told}]}, whole=True)
    else:
        assert program.is_plan(plan.plain(), whole=True)


def test_the_outsiders_program_says_that_it_computes_no_prizes(ledger: Ledger, tmp_path: Path) -> None:
    organiser = hall(Scribe(ledger))
    notary = Notary(organiser.scribe, KeyStore(tmp_path / "keys"))
    given = plan_from({"title": "Open", "stages": [STAGE], "prizes": PRIZES})
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora"], given)
    play_round(organiser, found)
    contents = whole(notary, found)
    lines = program.verify(contents, str(notary.ledger_signer().key))
    assert lines[0].startswith("Sound")
    assert any(line.startswith("NOT CHECKED: prizes") for line in lines)
