"""Fixed tournaments to begin with: together they have events of every type, in every format."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tablescribe.domain.tournament.model.field import Bye, How
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.plan_words import BESIDE
from tablescribe.ledger.log.texts import apart
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.fuzz import samples
from tests.ledger.played_tournaments import hall, opened, plan, play, play_round, whole

FIVE = ["Ada", "Ben", "Cleo", "Dora", "Egon"]
SEED = b"a seed of thirty-two bytes in all"[:32]
WHY: dict[str, Any] = {"clause": "T-4", "reason": "as both say"}


def swiss(organiser: TournamentCommands) -> str:
    """A tournament of three Swiss rounds with everything that officials can do."""
    found = opened(organiser, FIVE, plan(3, tie_breaks=["buchholz_cut1", "direct_encounter", "lot"], late={"until": 2}))
    organiser.pair(found, seed=1)
    people = [*organiser.tournament(found).entrants]
    organiser.adjust(found, (people[0], people[2]), reason="family")
    organiser.clock(found, "start")
    organiser.clock(found, "pause", reason="a fire drill")
    organiser.clock(found, "resume")
    organiser.clock(found, "extend", seconds=300, reason="for the drill")
    for one in organiser.start(found):
        play(organiser, one.match)
    organiser.enter(found, ["Fee"], ratings={"Fee": 1700})
    organiser.pair(found, seed=2, byes={people[1]: Bye.HALF})
    organiser.report(found, 1, (1, 1))
    organiser.report(found, 2, (1, 2), how=How.FORFEIT, absent=[2])
    report = [*organiser.tournament(found).reports][-2]
    appeal = organiser.appeal(found, people[0], report, reason="a draw it was not", by="player")
    organiser.decide(found, appeal.originator_version, upheld=True, **WHY)
    organiser.correct(found, 2, 1, (2, 1), appeal=appeal.originator_version, **WHY)
    for points in (1, 2):
        penalty, _ = organiser.penalise(found, people[points], points, **WHY)  # type: ignore[arg-type]
        appeal = organiser.appeal(found, people[points], penalty.originator_version, reason="too much", by="player")
        organiser.decide(found, appeal.originator_version, upheld=points == 1, **WHY)
    organiser.withdraw(found, people[4], reason="ill")
    organiser.return_entrant(found, people[4], reason="well again")
    organiser.withdraw(found, people[4], reason="ill again")
    play_round(organiser, found, 2)
    organiser.draw_lot(found)
    organiser.finish(found)
    organiser.correct(found, 1, 1, (1, 1), **WHY)
    organiser.finish(found)
    return found


def staged(organiser: TournamentCommands) -> str:
    """Pods of three by places, then two at a table with their points carried over; a lot drawn by hand."""
    pods = {"name": "Pods", "kind": "pods", "rounds": 2, "game": "freeform", "pods": [3], "cut": 4,
            "scoring": {"kind": "places", "by_place": ["3", "2", "1"]},
            "tie_breaks": ["opponents_average", "lot"]}  # fmt: skip
    last = {"name": "Last", "kind": "elimination", "rounds": 2, "game": "freeform", "carry": True,
            "scoring": {"kind": "results", "coalition": "split"}, "tie_breaks": ["game_points", "wins"]}  # fmt: skip
    given = plan_from({"title": "Two stages", "stages": [pods, last]})
    found = opened(organiser, [*FIVE, "Fee", "Gus"], given)
    play_round(organiser, found)
    organiser.pair(found, seed=2)
    organiser.report(found, 1, (1, 1, 3), points=(4, 4, 0), together=True)
    organiser.report(found, 2, (1, 2, 3))
    organiser.correct(found, 2, 2, (1, 1, 3), together=True, **WHY)
    organiser.draw_lot(found, order=[*organiser.tournament(found).entrants], how="cards")
    play_round(organiser, found)
    organiser.pair(found, seed=3)
    organiser.report(found, 1, (1, 1), together=True)
    organiser.report(found, 2, (1, 2))
    organiser.finish(found)
    return found


def alike(organiser: TournamentCommands) -> str:
    """Two rounds of duplicate play, the second unfinished."""
    stage = {"chance": "sealed", "duplicate": True, "kind": "pods", "scoring": {"kind": "game_points"}}
    found = opened(organiser, FIVE[:4], plan(2, **stage))
    play_round(organiser, found)
    organiser.pair(found, seed=2)
    play(organiser, organiser.start(found)[0].match)
    return found


def sealed(organiser: TournamentCommands) -> str:
    """A round robin whose matches reveal their seeds when they are closed."""
    ties = ["sonneborn_berger", "koya", "black_wins", "progressive_cut1"]
    found = opened(organiser, FIVE[:3], plan(2, kind="round_robin", chance="sealed", tie_breaks=ties))
    play_round(organiser, found)
    play_round(organiser, found, 2)
    organiser.finish(found)
    return found


MAKERS: tuple[tuple[Callable[[TournamentCommands], str], int], ...] = (
    (swiss, 4), (staged, 4), (alike, 4), (sealed, 4), (swiss, 2), (staged, 2), (swiss, 3),
)  # fmt: skip
"""The functions that make tournaments, each with the format of its events."""


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """Return each tournament as a bundle with everything, and as a bundle for the public."""
    return tuple(document for make, form in MAKERS for document in _made(make, form))


@contextmanager
def _in_form(form: int) -> Iterator[None]:
    """Announce tournaments in an earlier format, with fixed seeds and salts.

    Earlier formats had people's words in the events.
    """
    seeds, number = SimpleNamespace(token_bytes=lambda n: SEED), count(1)
    salts = SimpleNamespace(token_bytes=lambda n: next(number).to_bytes(n, "big"))
    beside = apart if form >= BESIDE else lambda event: (event, [])
    with (
        patch("tablescribe.domain.tournament.commands.FORMAT", form),
        patch("tablescribe.ledger.tournaments.seeds.secrets", seeds),
        patch("tablescribe.ledger.log.texts.secrets", salts),
        patch("tablescribe.ledger.matches.ledger.apart", beside),
    ):
        yield


def _made(make: Callable[[TournamentCommands], str], form: int) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder, _in_form(form):
        ledger = open_ledger(Path(folder) / "made.db")
        try:
            organiser = hall(Scribe(ledger))
            found = make(organiser)
            notary = Notary(organiser.scribe, KeyStore(Path(folder) / "keys"))
            for redacted in (False, True):
                yield _known(json.loads(whole(notary, found, redacted=redacted)))
        finally:
            ledger.close()


def _known(document: dict[str, Any]) -> dict[str, Any]:
    """Return a bundle sealed by our sample ledger, with fixed ids, times and salts."""
    from tests.fuzz.owner_tournaments import put_right, told

    text = json.dumps(document["streams"][1:], ensure_ascii=False)
    names = {one["id"]: f"s{number}" for number, one in enumerate(document["streams"][1:])}
    number = count(1)
    for row in document["streams"][1]["log"]:
        if row[2] == "Entered":
            names[told(row)[8]] = f"r{next(number)}"
    for was, new in names.items():
        text = text.replace(was, new)
    ledger = str(document["ledger"])
    streams = json.loads(text.replace(ledger, samples.LEDGER))
    document = {**document, "ledger": samples.LEDGER, "streams": [samples.bundle()["streams"][0], *streams]}
    for stream in streams:
        for version, row in enumerate(stream["log"]):
            for field in filter(lambda field: row[field], (3, 5)):
                said = json.loads(row[field])
                said[3:7] = [f"2026-11-22T12:{version:02}:00Z", "", "", said[6] and "salt"]
                row[field] = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
    put_right(document)
    return samples.sealed(document, samples.SIGNER)
