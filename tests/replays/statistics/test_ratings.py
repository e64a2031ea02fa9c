"""Ratings over a season: winners rise, teams rise together, and erased people leave the list."""

from __future__ import annotations

import builtins
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.tournament.missing_package import NotInstalled
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.statistics.played import PSEUDONYM, PlayedTable, Season, of_ledger, of_tournaments
from tablescribe.replays.statistics.ratings import Rating, ratings, ratings_data, teams_of
from tests.ledger.played_tournaments import hall, opened, plan

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def table(people: list[str | None], places: list[int], together: tuple[int, ...] = ()) -> PlayedTable:
    return PlayedTable(NOON, "freeform", "", tuple(people), tuple(places), together)


def rated(*tables: PlayedTable) -> dict[str, Rating]:
    return {one.person: one for one in ratings(Season(tables, {}))}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = open_ledger(tmp_path / "ledger.db")
    yield ledger
    ledger.close()


def test_numbers_are_those_of_openskill_itself() -> None:
    """Given a table of three, the winner alone and two who share the next place."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    (one,), (other,), _ = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 2])
    found = rated(table(["a", "b", "c"], [1, 2, 2]))
    assert (found["a"].mu, found["a"].sigma) == (one.mu, one.sigma)
    assert (found["b"].mu, found["c"].mu) == (other.mu, other.mu)
    assert [found[who].won for who in "abc"] == [1, 0, 0]


def test_whoever_really_is_stronger_comes_first() -> None:
    """Given people whose true strength is known, and 300 tables of four drawn by it; the order is found again."""
    chance, strength = random.Random(7), {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0, "e": 0.5}
    tables = []
    for _ in range(300):
        people: list[str | None] = list(chance.sample(sorted(strength), 4))
        left, order = list(people), []
        while left:
            order.append(chance.choices(left, [strength[str(who)] for who in left])[0])
            left.remove(order[-1])
        tables.append(table(people, [1 + order.index(who) for who in people]))
    assert [one.person for one in ratings(Season(tuple(tables), {}))] == ["a", "b", "c", "d", "e"]


def test_who_won_together_is_a_team_and_all_who_drew_have_won_nothing() -> None:
    together = table(["a", "b", "c", "d"], [1, 3, 3, 1], (0, 3))
    assert teams_of(together) == [(0, 3), (1,), (2,)]
    found = rated(together)
    assert found["a"].mu == found["d"].mu > 25 > found["b"].mu
    drawn = rated(table(["a", "b"], [1, 1]))
    assert (drawn["a"].mu, drawn["a"].won) == (25, 0)


def test_guests_are_played_against_and_not_rated_and_nobody_alone_is() -> None:
    found = rated(table(["a", None], [1, 2]), table(["a"], [1]))
    assert list(found) == ["a"]
    assert (found["a"].tables, found["a"].mu > 25) == (1, True)


def test_a_season_of_a_ledger_knows_people_by_pseudonyms_that_outlive_their_names(ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    for winner in (1, 1, 2):
        match = scribe.new("freeform", ["Ada", "Ben"] if winner == 1 else [" ADA", "Cleo"])
        scribe.play(match.id, 1, {"do": "finish", "winners": [winner]})
        scribe.close(match.id)
    scribe.close(scribe.new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    before = of_ledger(ledger)
    assert len(before.tables) == 3
    numbers = ratings(before)
    ada = next(one for one in numbers if before.names[one.person] in ("Ada", "ADA"))
    assert (ada.tables, ada.won, len(ada.person)) == (3, 2, PSEUDONYM)
    assert "Ada" not in json.dumps(ratings_data(numbers, {}))

    ledger.erase("Ada")
    after = of_ledger(ledger)
    assert ratings(after) == numbers
    assert set(after.names.values()) == {"Ben", "Cleo"}
    assert of_ledger(ledger, game_key="root").tables == ()
    assert of_ledger(ledger, since=datetime(2100, 1, 1, tzinfo=UTC)).tables == ()


def test_tournaments_are_a_season_with_slips_as_ruled_and_without_forfeits(ledger: Ledger) -> None:
    organiser: TournamentCommands = hall(Scribe(ledger))
    found = [opened(organiser, ["Ada", "Ben", "Cleo", "Dora"], plan(1)) for _ in range(2)]
    for one in found:
        organiser.pair(one, seed=1)
        organiser.report(one, 1, (1, 2))
    organiser.report(found[0], 2, (1, 2))
    from tablescribe.domain.tournament.model.field import How

    organiser.report(found[1], 2, (1, 2), how=How.FORFEIT, absent=[2])
    organiser.correct(found[0], 1, 1, (2, 1), clause="T-4", reason="misread")
    season = of_tournaments(ledger, map(organiser.tournament, found))
    assert sorted(len(one.people) for one in season.tables) == [2, 2, 2]
    numbers = {season.names[one.person]: one for one in ratings(season)}
    assert [numbers[name].tables for name in ("Ada", "Ben", "Cleo", "Dora")] == [2, 2, 1, 1]
    assert [numbers[name].won for name in ("Ada", "Ben", "Cleo", "Dora")] == [1, 1, 1, 0]
    before = [(one.mu, one.sigma) for one in ratings(season)]
    ledger.erase("Ada")
    again = of_tournaments(ledger, map(organiser.tournament, found))
    assert [(one.mu, one.sigma) for one in ratings(again)] == before


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def lacking(name: str, *rest: Any) -> Any:
        if name.startswith("openskill"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(NotInstalled, match=r"pipx install --force .\.\[web,tournament\]") as refused:
        rated(table(["a", "b"], [1, 2]))
    assert refused.value.code == "extra.missing"
