"""Tournaments forged by a ledger's owner: every event type, every hash and seal correct, and none of them honest.

python -m tests.fuzz.owner_tournaments [--runs 20000] [--seed 1]

Each mutant is a real tournament with a change: a field, an added or removed event, the plan, a match, what is
withheld or shown. In most of them, everything that follows from the events is then corrected, as only the owner could.
Our verifier with its audit and the two independent programs must reach the same verdict: sound or wrong. One thing the
programs cannot know, and are given here: the defaults of a game's options, which plans of formats 1 and 2 leave out.
Disagreements are written to a temporary folder. Exit: 0 they agree, 1 they do not.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from typing import Any, cast
from unittest.mock import patch

from tablescribe.domain.games import UnknownGame, game
from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS, Announced, TournamentEvent
from tablescribe.domain.tournament.model.field import Bye
from tablescribe.domain.tournament.model.plan import digest, plan_digest
from tablescribe.domain.tournament.model.tie_break_names import TIE_BREAKS
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.model.words import APART
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.scoring.lots import drawn_order
from tablescribe.domain.tournament.scoring.standings import final, participants, table_digest
from tablescribe.ledger.log.codec import check_canonical
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.proofs.bundles.streams import InvalidMatch
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.verifiers import verify_bundle as proofs
from tablescribe.ledger.proofs.verifiers import verify_tournament as counting
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_bundles
from tests.fuzz import samples
from tests.fuzz.differential import campaign
from tests.fuzz.made_tournaments import documents
from tests.fuzz.mutating import Choices, changed, written
from tests.fuzz.of_proofs import forged

SOUND, WRONG, NO_MATCH = "sound", "wrong", "its events are no valid match"
SALT = 6
Row = list[Any]


# --- the two verdicts -----------------------------------------------------------------------------------


def ours(contents: bytes) -> str:
    """Return the verdict of our verifier and audit, without checking moves against the rules of a game."""
    try:
        proved = verify_bundle(contents, [samples.SIGNER.key])
    except InvalidMatch:
        return NO_MATCH
    except (BadFile, LedgerDamaged) as error:
        return NO_MATCH if isinstance(error.__cause__, UnknownGame) else WRONG
    found = [one.code for record in of_bundles([proved]) for one in verify(record).findings]
    return WRONG if {*found} - {"match.unsound"} or not proved.tournaments else SOUND


def theirs(contents: bytes) -> str:
    """Return the verdict of the two independent programs."""
    key = str(samples.SIGNER.key)
    try:
        proofs.verify(contents, [key])
        lines = counting.verify(contents, key)
    except Exception:  # as the program's `main` does: the file is wrong
        return WRONG
    return WRONG if any(line.startswith("WRONG") for line in lines) else SOUND


class KnowingTheGames(counting.Tournament):
    """The independent program, told the defaults of each game's options.

    Plans of formats 1 and 2 leave options out, and only the game knows their values (TOURNAMENT.md, "Results").
    """

    def compare(self, number: int, event: dict[str, Any]) -> None:
        """Compare a report with its match, as the program does, with a plan that leaves out no option."""
        stage = self.plan["stages"][self.stage_of(event["round"])]
        with patch.dict(stage, options={**self.left_out(stage), **stage["options"]}):
            super().compare(number, event)

    def left_out(self, stage: dict[str, Any]) -> dict[str, Any]:
        """Return the defaults of the stage's game, if plans of this format may leave options out."""
        if self.form >= APART:
            return {}
        try:
            return game(stage["game"]).options().model_dump(mode="json")
        except UnknownGame:
            return {}


def informed(contents: bytes) -> str:
    """Return the verdict of the two independent programs if they know the defaults of the games' options."""
    with patch.object(counting, "Tournament", KnowingTheGames):
        return theirs(contents)


def disagreement(contents: bytes) -> tuple[str, str] | None:
    """Return our verdict and that of the informed outsider, if they are not the same."""
    mine, other = ours(contents), informed(contents)
    return None if mine in (other, NO_MATCH) else (mine, other)


# --- mutants --------------------------------------------------------------------------------------------


def mutant(chance: random.Random) -> bytes:
    """Return one mutant."""
    document = json.loads(json.dumps(chance.choice(documents())))
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        with suppress(TypeError, ValueError, LookupError, AttributeError, RecursionError, StopIteration):
            chance.choice(CHANGES)(document, chance)  # an earlier change may make it impossible
    if chance.random() < 0.75:
        put_right(document)
    return forged(document, partial(samples.sealed, signer=samples.SIGNER))


def stream_of(document: Any, kind: str) -> list[Row]:
    """Return the log of the first stream that begins with an event of this type."""
    return next(one["log"] for one in document["streams"] if one["log"] and one["log"][0][2] == kind)


def told(row: Row) -> list[Any]:
    """Return the body of an event, or its shown part."""
    found: list[Any] = json.loads(row[3] or row[5])
    return found


def say(row: Row, said: Any) -> None:
    """Write the body of an event, or its shown part if the body is withheld."""
    row[3 if row[3] else 5] = written(said)


def change_field(document: Any, chance: random.Random) -> None:
    """Change a field of an event to an odd or nearly equal value."""
    row = chance.choice(stream_of(document, "Announced"))
    say(row, changed(told(row), Choices(chance.randbytes(48))))


def change_sensibly(document: Any, chance: random.Random) -> None:
    """Change one field of an event to a value from another event of the tournament."""
    log = stream_of(document, "Announced")
    row = chance.choice(log)
    said = told(row)
    if len(said) > SALT + 2:
        at = chance.randrange(SALT + 1, len(said))
        said[at] = sensible(log, chance, said[at])
        say(row, said)


def sensible(log: list[Row], chance: random.Random, value: Any) -> Any:
    """Return a plausible value of the same kind for a tournament."""
    refs = [told(row)[8] for row in log if row[2] == "Entered"] or ["r"]
    if isinstance(value, bool):
        return not value
    if value is None or isinstance(value, int):
        return chance.choice([None, 0, 1, 2, 3, chance.randrange(1, len(log) + 1), -1, 5000])
    if isinstance(value, str):
        texts = ["0", "1", "1/2", "7/3", "", "played", "slip", "forfeit", "hall", "desk", "arbiter", "extend", "full"]
        return chance.choice([*texts, *refs])
    if isinstance(value, list):
        found = list(value)
        if found and isinstance(found[0], list):
            found[chance.randrange(len(found))] = chance.sample(refs, min(2, len(refs)))
        elif found:
            chance.shuffle(found)
            found[0] = sensible(log, chance, found[0])
        else:
            found.append(chance.choice([1, 2, chance.choice(refs)]))
        return found
    return value


def change_plan(document: Any, chance: random.Random) -> None:
    """Change a stage of the plan to another possible one."""
    row = stream_of(document, "Announced")[0]
    said = told(row)
    stage = chance.choice(said[9]["stages"])
    name, value = chance.choice(
        [
            ("tie_breaks", chance.sample([*TIE_BREAKS], chance.randrange(4))), ("carry", chance.random() < 0.5),
            ("cut", chance.choice([None, 1, 2, 3])), ("rounds", chance.randrange(1, 5)), ("time_limit", 5),
            ("pods", chance.choice([[2], [3], [1], [2, 3], [4]])), ("take_back", "free"), ("chance", "open"),
            ("kind", chance.choice(["swiss", "pods", "round_robin", "elimination"])), ("duplicate", True),
            ("options", {}), ("overtime", {"points": "1", "every": 0, "seat": 0, "clause": "slow"}),
            ("scoring", {**stage["scoring"], **chance.choice(SCORINGS)}),
            ("byes", {**stage["byes"], chance.choice([*map(str, Bye)]): chance.choice(["0", "1/3", "0.5"])}),
        ]
    )  # fmt: skip
    stage[name] = value
    say(row, said)


SCORINGS: tuple[dict[str, Any], ...] = (
    {"kind": "places", "by_place": ["3", "2", "1"]}, {"kind": "game_points", "by_place": []}, {"draw": "2/3"},
    {"kind": "places", "by_place": ["3", "1"], "shared": "full"}, {"winners": "split"}, {"coalition": "split"},
    {"win": "3"}, {"forfeit_loss": "1/4"}, {"kind": "results"}, {"win": 3},
)  # fmt: skip


def move_events(document: Any, chance: random.Random) -> None:
    """Move, drop or duplicate an event; references to events by number stay, or follow."""
    log = stream_of(document, "Announced")
    at = chance.randrange(len(log))
    row = log.pop(at) if chance.random() < 0.6 else json.loads(json.dumps(log[at]))
    if chance.random() < 0.7:
        log.insert(chance.randrange(len(log) + 1), row)
    renumber(log)


def renumber(log: list[Row]) -> None:
    """Number events again, in their order."""
    for version, row in enumerate(log, start=1):
        row[1] = version
        for field in (3, 5):
            try:
                said = json.loads(row[field])
                row[field] = written([*said[:2], version, *said[3:]])
            except (ValueError, TypeError, RecursionError):
                continue


def add_event(document: Any, chance: random.Random) -> None:
    """Add an event of any type, copied from some tournament, with some fields changed."""
    log = stream_of(document, "Announced")
    kind = chance.choice([one.__name__ for one in TOURNAMENT_EVENTS])
    known = [row for row in every_event() if row[2] == kind]
    if not known:
        return
    said = told(chance.choice(known))
    said[1], said[SALT] = told(log[0])[1], "salt"
    for at in chance.sample(range(SALT + 1, len(said)), chance.randrange(len(said) - SALT)):
        said[at] = sensible(log, chance, said[at])
    row = [log[0][0], 0, kind, written(said), "", "", ""]
    log.insert(chance.choice([len(log), chance.randrange(1, len(log) + 1)]), row)
    renumber(log)


@cache
def every_event() -> list[Row]:
    """Return the events of all tournaments."""
    return [row for one in documents() for row in stream_of(one, "Announced")]


def change_match(document: Any, chance: random.Random) -> None:
    """Change the first or the last event of a match."""
    matches = [one["log"] for one in document["streams"] if one["log"] and one["log"][0][2] == "Opened"]
    if not matches:
        return
    log = chance.choice(matches)
    rows = [row for row in log if row[2] in ("Opened", "Closed", "ClosedOpenly", "Sourced")]
    row = chance.choice(rows or log)
    said = told(row)
    if row[2].startswith("Closed") and chance.random() < 0.7:
        seats = len(told(log[0])[11])
        winners = sorted(chance.sample(range(1, seats + 1), chance.randrange(seats + 1)))
        said[7] = [
            chance.choice(["ended", "coalition", "abandoned"]), "", winners,
            [chance.randrange(5) for _ in range(chance.choice([0, seats]))],
        ]  # fmt: skip
    elif row[2] == "Opened" and chance.random() < 0.7:
        name, value = chance.choice([("played", "otherwise"), ("minutes", 7), ("title", "Catan"), ("counters", "x")])
        at = chance.choice([11, 12, 12, 12, 14, 17])
        said[at] = said[at][::-1] if at == 11 else {**said[at], name: value} if at == 12 else "open"
    else:
        said = changed(said, Choices(chance.randbytes(48)))
    say(row, said)


def withhold(document: Any, chance: random.Random) -> None:
    """Withhold or show an event, or change its shown part."""
    document["viewer"] = "spectator"
    streams = [one["log"] for one in document["streams"] if one["log"]]
    log = chance.choice([stream_of(document, "Announced"), chance.choice(streams)])
    kinds = [row for row in log if row[3] and row[2] in chance.choice([DECIDE, [row[2] for row in log]])]
    if not kinds:
        return
    row = chance.choice(kinds)
    said = told(row)
    for at in range(SALT + 1, len(said)):
        if isinstance(said[at], str) and chance.random() < 0.4:
            said[at] = "(withheld)" if row[2] != "Unsealed" else ""
        elif chance.random() < 0.15:
            said[at] = sensible(log, chance, said[at])
    if chance.random() < 0.8:
        row[4], row[3], said[SALT] = sha256(row[3].encode()).hexdigest(), "", chance.choice(["", "", "", said[SALT]])
    row[5] = written(said)


def change_words(document: Any, chance: random.Random) -> None:
    """Omit, duplicate or replace texts outside the events."""
    texts = document["texts"]
    at = chance.randrange(len(texts))
    how = chance.randrange(4)
    texts[at : at + 1] = [[], [texts[at]] * 2, [texts[at] + "?"], ["0" * 64 + texts[at][64:]]][how]


DECIDE = ["Adjusted", "Appealed", "Clocked", "ClosedOpenly", "Corrected", "CorrectedTogether", "Decided", "Explained",
          "LotDrawn", "Penalised", "Reported", "Returned", "Unsealed", "Withdrawn"]  # fmt: skip

CHANGES = (
    change_field, change_field, change_sensibly, change_sensibly, change_sensibly, change_plan, change_plan,
    move_events, add_event, add_event, change_match, change_match, withhold, withhold,
    change_words,
)  # fmt: skip


# --- corrections ----------------------------------------------------------------------------------------


def put_right(document: Any) -> None:
    """Recompute digests, inputs of pairings, heads of matches and final tables from all other events."""
    try:
        heads = closings(document)
        log = stream_of(document, "Announced")
        then: Tournament | None = None
        for row in log:
            said = told(row)
            if row[2] == "Announced":
                said[10] = plan_digest(said[9], said[7])
            elif then is not None and row[2] in ("Paired", "PairedAlike"):
                asked = [ref for ref, kind in said[12] if kind != "pairing"]
                said[16] = digest(pairing_input(then, said[8], asked, said[15]))
            elif row[2] in ("Reported", "ReportedTogether") and said[11] in heads:
                said[12:14] = heads[said[11]]
            elif then is not None and row[2] == "LotDrawn" and said[10]:
                here = [one.ref for one in participants(then, said[8])]
                said[9] = [*drawn_order(said[1], said[8], said[10], here)]
            elif then is not None and row[2] == "Finished":
                lines = final(then)
                said[8] = [[line.rank, line.ref, str(line.points)] for line in lines]
                said[9] = table_digest(lines)
            say(row, said)
            event = cast(TournamentEvent, check_canonical(row[2], written(said).encode()))
            if then is None:
                then = Tournament(cast(Announced, event))
            else:
                then.apply(event)
    except Exception:  # it cannot be computed, so it stays unchanged
        return


def closings(document: Any) -> dict[str, list[Any]]:
    """Return version and hash of the event that closed each match."""
    sealed = samples.sealed(json.loads(json.dumps(document)), samples.SIGNER)
    return {
        one["id"]: [row[1], row[6]]
        for one in sealed["streams"]
        for row in one["log"]
        if row[2].startswith("Closed")
    }  # fmt: skip


if __name__ == "__main__":
    campaign(__doc__, mutant, disagreement, ours)
