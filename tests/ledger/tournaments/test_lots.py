"""Lots: sealed before ties are known, drawn once, recorded, and recomputed by verifiers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import LotDrawn
from tablescribe.domain.tournament.model.folding import as_of
from tablescribe.domain.tournament.model.roles import RoleRefused
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import standings
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.event_wording import event_text
from tests.ledger.played_tournaments import hall, opened, plan, whole
from tests.ledger.proofs.test_tournament_proofs import FOUR, codes, everywhere, forge

DATABASES = ["sqlite"]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def notary(organiser: TournamentCommands, tmp_path: Path) -> Notary:
    return Notary(organiser.scribe, KeyStore(tmp_path / "keys"))


def drawn_everywhere(organiser: TournamentCommands, **more: Any) -> str:
    """Return a tournament of one round that ended in draws: all four are equal."""
    found = opened(organiser, FOUR, plan(1, **({"tie_breaks": ["wins", "lot"]} | more)))
    organiser.pair(found, seed=1)
    for table in (1, 2):
        organiser.report(found, table, (1, 1))
    return found


def order(organiser: TournamentCommands, found: str) -> list[tuple[int, str]]:
    now = organiser.tournament(found)
    names = organiser.names(now)
    return [(line.rank, names[line.ref]) for line in standings(now).lines]


def test_a_sealed_lot_decides_between_equals_and_anybody_can_draw_it_again(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = drawn_everywhere(organiser)
    assert {rank for rank, _ in order(organiser, found)} == {1}
    event = organiser.draw_lot(found)
    names = organiser.names(organiser.tournament(found))
    assert order(organiser, found) == [(rank, names[ref]) for rank, ref in enumerate(event.order, 1)]
    organiser.finish(found)
    assert everywhere(organiser, notary, found) == set()
    assert event.seed.encode() in whole(notary, found)


def test_the_seed_was_committed_to_before_the_first_round(organiser: TournamentCommands) -> None:
    found = drawn_everywhere(organiser)
    now = organiser.tournament(found)
    first = min(now.reports)
    assert now.lot_seals[0].originator_version < first
    assert list(opened_seals(organiser, plan(1))) == []


def opened_seals(organiser: TournamentCommands, without: Any) -> list[int]:
    """Return which lots are sealed where the plan has none."""
    found = opened(organiser, ["Egon", "Fee"], without)
    organiser.pair(found)
    return list(organiser.tournament(found).lot_seals)


def test_who_is_equal_and_has_not_drawn_holds_up_the_end(organiser: TournamentCommands) -> None:
    found = drawn_everywhere(organiser)
    with pytest.raises(Refused, match=r"a lot must decide between #1, #2, #3, #4. Draw it first"):
        organiser.finish(found)
    organiser.draw_lot(found, order=["Ben", "Ada"], how="a hat, Dora drew")
    with pytest.raises(Refused, match="a lot must decide between #3, #4"):
        organiser.finish(found)
    organiser.draw_lot(found, order=["Dora", "Cleo"], how="a hat, Ada drew")
    assert [name for _, name in order(organiser, found)] in (
        ["Ben", "Dora", "Ada", "Cleo"], ["Dora", "Ben", "Cleo", "Ada"],
    )  # fmt: skip


def test_two_hats_among_equals_still_tell_all_of_one_hat_apart(organiser: TournamentCommands) -> None:
    """Numbers of two draws are not compared by anybody's choice: who had the same number shares the place."""
    found = drawn_everywhere(organiser)
    organiser.draw_lot(found, order=["Ben", "Ada"], how="a hat")
    organiser.draw_lot(found, order=["Dora", "Cleo"], how="a hat")
    assert sorted(rank for rank, _ in order(organiser, found)) == [1, 1, 3, 3]


def test_a_lot_holds_up_the_next_stage_only_at_the_cut(organiser: TournamentCommands) -> None:
    from tablescribe.domain.tournament.model.plan_parsing import plan_from

    stages = [
        {"name": "A", "kind": "swiss", "rounds": 1, "game": "freeform", "tie_breaks": ["lot"], "cut": 2},
        {"name": "B", "kind": "swiss", "rounds": 1, "game": "freeform"},
    ]
    given = plan_from({"title": "T", "stages": stages})
    clear = opened(organiser, FOUR, given)
    organiser.pair(clear)
    for table in (1, 2):
        organiser.report(clear, table, (1, 2))
    organiser.pair(clear)  # two won, and two go on: no lot decides
    tied = opened(organiser, FOUR, given)
    organiser.pair(tied)
    organiser.report(tied, 1, (1, 2))
    organiser.report(tied, 2, (1, 1))  # the first goes on, and one of the two who drew
    with pytest.raises(Refused, match="a lot must decide between"):
        organiser.pair(tied)
    organiser.draw_lot(tied)
    organiser.pair(tied)


def test_nobody_draws_twice_too_early_or_without_saying_how(organiser: TournamentCommands) -> None:
    found = opened(organiser, FOUR, plan(1, tie_breaks=["lot"]))
    organiser.pair(found, seed=1)
    with pytest.raises(Refused, match="only when the last round of stage 1 is over"):
        organiser.draw_lot(found)
    for table in (1, 2):
        organiser.report(found, table, (1, 1))
    for names, how, why in (
        (["Ada", "Ben"], " ", "describe how the lot was drawn"),
        (["Ada"], "a hat", "at least two"),
        (["Ada", "Ada"], "a hat", "each once"),
    ):
        with pytest.raises(Refused, match=why):
            organiser.draw_lot(found, order=names, how=how)
    with pytest.raises(RoleRefused):
        organiser.draw_lot(found, by="desk")
    organiser.draw_lot(found)
    with pytest.raises(Refused, match="the lot has already been drawn"):
        organiser.draw_lot(found)
    with pytest.raises(Refused, match="no lot among its tie-breaks"):
        organiser.draw_lot(opened(organiser, ["Egon", "Fee"], plan(1)))


def test_a_ledger_without_the_seed_lets_people_draw(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path
) -> None:
    from contextlib import closing

    from tablescribe.ledger.care.importing import import_file

    found = drawn_everywhere(organiser)
    contents = whole(notary, found, redacted=False, names=True)
    with closing(open_ledger(tmp_path / "other.db")) as there:
        import_file(there, contents, [notary.ledger_signer().key])
        other = hall(Scribe(there))
        with pytest.raises(Refused, match="there is no seed for the lots here"):
            other.draw_lot(found)
        other.draw_lot(found, order=FOUR, how="cards, highest first")
        assert [name for _, name in order(other, found)] == FOUR


def test_what_was_known_before_the_draw_is_still_a_tie(organiser: TournamentCommands) -> None:
    found = drawn_everywhere(organiser)
    then = organiser.tournament(found).events[-1].at
    organiser.draw_lot(found)
    assert {line.rank for line in standings(as_of(organiser.tournament(found), then)).lines} == {1}


def test_the_log_says_how_it_was_drawn_and_the_public_is_not_told_what_people_wrote(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = drawn_everywhere(organiser)
    organiser.draw_lot(found, order=FOUR, how="Dora's green hat")
    now = organiser.tournament(found)
    assert str(event_text(now, now.deed(now.version), organiser.names(now))) == (
        "lots for stage 1, drawn by hand (Dora's green hat): Ada, Ben, Cleo, Dora"
    )
    assert b"green hat" not in whole(notary, found)
    assert b"green hat" in whole(notary, found, words=True)


# --- forgeries ---------------------------------------------------------------------------------------------


def drawing(organiser: TournamentCommands, **other: Any) -> Callable[[Tournament], object]:
    return lambda t: t.record(
        LotDrawn, organiser.scribe.stamp(), **({"by": "organiser", "stage": 0, "how": "", "seed": ""} | other)
    )


def test_an_order_that_the_sealed_seed_does_not_give_is_found_by_both(
    organiser: TournamentCommands, notary: Notary
) -> None:
    honest = drawn_everywhere(organiser)
    event = organiser.draw_lot(honest)
    forged = drawn_everywhere(hall(organiser.scribe))
    refs = tuple(organiser.tournament(forged).entrants)
    forge(organiser, forged, drawing(organiser, order=refs, seed=event.seed))  # the seed of another lot
    assert everywhere(organiser, notary, forged) == {"lot.wrong"}


def test_drawing_somebody_again_is_found_by_both(organiser: TournamentCommands, notary: Notary) -> None:
    found = drawn_everywhere(organiser)
    organiser.draw_lot(found)
    refs = tuple(organiser.tournament(found).entrants)
    before = order(organiser, found)
    forge(organiser, found, drawing(organiser, order=refs[:2], how="again, please"))
    assert order(organiser, found) == before
    assert everywhere(organiser, notary, found) == {"lot.wrong"}


def test_a_lot_in_a_finished_table_is_part_of_what_is_counted_again(organiser: TournamentCommands) -> None:
    found = drawn_everywhere(organiser)
    organiser.draw_lot(found)
    organiser.finish(found)
    assert codes(organiser, found) == set()


def test_what_comes_with_a_command_and_seals_a_lot_besides_is_that_command_s_own(
    organiser: TournamentCommands, notary: Notary
) -> None:
    """A phone that lost the net pairs again and starts the clock again: once each, and the ledger is sound."""
    found = opened(organiser, FOUR, plan(1, tie_breaks=["wins", "lot"], time_limit=50))
    once, again = (organiser.pair(found, command_id="pair-1") for _ in range(2))
    assert once == again
    clock, twice = (organiser.clock(found, "start", command_id="clock-1") for _ in range(2))
    assert clock == twice
    assert organiser.ledger.verify()
    for table in (1, 2):
        organiser.report(found, table, (1, 1))
    organiser.draw_lot(found, command_id="lot-1")
    assert everywhere(organiser, notary, found) == set()
