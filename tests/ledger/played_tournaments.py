"""A tournament in a ledger for tests: an engine that pairs by points, and matches of two moves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pairing, Pod, Round
from tablescribe.domain.tournament.model.plan import Plan, Stage
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.scoring.points import bye_worth, worth
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands

TWELVE = ["Ada", "Ben", "Cleo", "Dora", "Egon", "Fee", "Gus", "Hana", "Ivo", "Jana", "Kim", "Lea"]


def by_points(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Pair by points, then by number; an odd entrant gets a bye."""
    points = {one.ref: one.points_on_entry for one in entrants}
    for played in rounds:
        for ref, bye in played.byes.items():
            points[ref] = points.get(ref, Fraction(0)) + bye_worth(stage, bye)
        for result in played.results:
            for ref, (value, _) in worth(stage, result).items() if result is not None else ():
                points[ref] = points.get(ref, Fraction(0)) + value
    size = stage.pods[0]
    refs = [one.ref for one in sorted(entrants, key=lambda one: (-points[one.ref], one.number))]
    full = len(refs) - len(refs) % size
    pods = tuple(Pod(tuple(refs[k : k + size])) for k in range(0, full, size))
    return Pairing(pods, dict.fromkeys(refs[full:], Bye.PAIRING), "by points", "1", seed)


def plan(rounds: int = 3, **more: object) -> Plan:
    """Return a plan of one stage."""
    stage = {"name": "Swiss", "kind": "swiss", "rounds": rounds, "game": "freeform"} | more
    return plan_from({"title": "Autumn Open", "stages": [stage]})


def hall(scribe: Scribe) -> TournamentCommands:
    """Return an organiser whose scribe reports closed matches to it."""
    organiser = TournamentCommands(scribe, engine=lambda: by_points)
    scribe._closed = organiser.closed
    return organiser


def opened(organiser: TournamentCommands, people: Sequence[str] = TWELVE, given: Plan | None = None) -> str:
    """Announce a tournament and enter people; return its id."""
    tournament_id = organiser.announce(given or plan()).id
    organiser.enter(tournament_id, people)
    return tournament_id


def play(organiser: TournamentCommands, match_id: str, winner: int = 1) -> None:
    """Play a match and close it."""
    organiser.scribe.play(match_id, winner, {"do": "score", "to": winner, "points": 3})
    organiser.scribe.play(match_id, winner, {"do": "finish", "winners": [winner]})
    organiser.scribe.close(match_id)


def play_round(organiser: TournamentCommands, tournament_id: str, winner: int = 1) -> None:
    """Pair a round, open its matches and play them."""
    organiser.pair(tournament_id, seed=1)
    for one in organiser.start(tournament_id):
        play(organiser, one.match, winner)


def whole(notary: Notary, tournament_id: str, **how: Any) -> bytes:
    """Return a tournament as one bundle; it is small enough for a single part."""
    (contents,) = notary.tournament_parts(tournament_id, **how)
    return contents
