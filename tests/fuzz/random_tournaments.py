"""Random tournaments for computing standings: plans of every kind, and everything that changes standings.

python -m tests.fuzz.random_tournaments [--runs 3000] [--seed 1]

Each has one to three stages with any scoring and tie-breaks; late entries, withdrawals, returns, byes of every kind,
forfeits, changed slips, corrections, penalties, appeals and lots. Each round is followed by the final table that our
code computes.
The page and the independent program must reach the same tables, to the last tie-break, and must find each forged one.
Disagreements are written to a temporary folder. Exit: 0 they agree, 1 they do not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
from base64 import b64encode
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page

from tablescribe.domain.tournament.model.events import Announced, TournamentEvent
from tablescribe.domain.tournament.model.field import Bye
from tablescribe.domain.tournament.model.plan import digest, plan_digest
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.possible import gone_on
from tablescribe.domain.tournament.model.tie_break_names import TIE_BREAKS
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.scoring.lots import drawn_order
from tablescribe.domain.tournament.scoring.standings import final, participants, table_digest
from tablescribe.ledger.log.codec import check_canonical
from tablescribe.ledger.proofs.verifiers import verify_bundle
from tests.fuzz import samples
from tests.fuzz.differential import SOUND, WRONG
from tests.fuzz.mutating import written
from tests.fuzz.owner_tournaments import theirs
from tests.replays.web.browser import chromium

TOURNAMENT, AT = "t1", "2026-11-22T12:00:00Z"
PAGE = Path(verify_bundle.__file__).with_name("verify.html")
COUNTED = """async ([files, key]) => {
  const keys = [await Verifier.readVerifierKey(key)];
  const bytes = (file) => Uint8Array.from(atob(file), (one) => one.charCodeAt(0));
  return Promise.all(files.map((file) => Verifier.countedVerdictOf(bytes(file), { keys })));
}"""
POINTS = ["0", "1", "1/2", "2", "3", "1/3"]
Row = list[Any]


class Maker:
    """Makes one tournament, event by event, from events that our own domain accepts."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.log, self.refs, self.entered = chance, list[Row](), list[str](), 0
        plan = plan_from({"title": "T", "stages": self.stages()}).plain()
        self.then = Tournament(cast(Announced, self.event("Announced", 4, "organiser", plan, plan_digest(plan, 4))))
        self.made()

    # --- the plan ---

    def stages(self) -> list[dict[str, Any]]:
        """Return the stages of a plan: all but the last have a cut."""
        many = self.chance.choice([1, 1, 2, 3])
        found = [self.stage(number) for number in range(many)]
        for stage in found[:-1]:
            stage["cut"] = self.chance.randint(2, 9)
        return found

    def stage(self, number: int) -> dict[str, Any]:
        """Return a stage of a plan."""
        chance = self.chance
        size = chance.choice([2, 2, 2, 3, 4])
        kind = chance.choice(["swiss", "round_robin", "elimination", "pods"]) if size == 2 else "pods"
        names = [name for name, one in TIE_BREAKS.items() if size == 2 or not one.two]
        scoring = {name: chance.choice(POINTS) for name in ("win", "draw", "loss", "forfeit_win", "forfeit_loss")}
        how = {name: chance.choice(["split", "full"]) for name in ("shared", "winners", "coalition")}
        by = chance.choice(["results", "results", "places", "game_points"])
        places = [chance.choice(POINTS) for _ in range(chance.randint(1, 4))] if by == "places" else []
        return {
            "name": "S", "kind": kind, "rounds": chance.randint(1, 4), "game": "freeform", "pods": [size],
            "scoring": {} if by == "results" and chance.random() < 0.4 else
            {"kind": by, "by_place": places, **scoring, **how},
            "byes": {str(bye): chance.choice(POINTS) for bye in Bye} if chance.random() < 0.5 else {},
            "tie_breaks": chance.sample(names, chance.randint(0, min(8, len(names)))),
            "carry": bool(number and chance.random() < 0.5),
        }  # fmt: skip

    # --- events ---

    def event(self, kind: str, *fields: Any) -> TournamentEvent:
        """Append an event; return it as our domain reads it."""
        body = written([kind, TOURNAMENT, len(self.log) + 1, AT, "", "", "salt", *fields])
        self.log.append([samples.LEDGER, len(self.log) + 1, kind, body, "", "", ""])
        return cast(TournamentEvent, check_canonical(kind, body.encode()))

    def say(self, kind: str, *fields: Any) -> int:
        """Record an event; return its number."""
        self.then.apply(self.event(kind, *fields))
        return len(self.log)

    def enter(self, many: int) -> None:
        """Enter people for the next round."""
        for _ in range(many):
            self.entered += 1
            ref = hashlib.sha256(f"{self.entered}".encode()).hexdigest()[: self.chance.choice([6, 8])]
            rating = self.chance.choice([None, 0, 1500, 1601, 1777])
            begun = self.chance.choice(["0", "0", "1/2", "1"]) if self.then.round else "0"
            self.say("Entered", "desk", ref, "ab" * 32, self.entered * 3 % 101, rating, self.then.round + 1, begun, [])
            self.refs.append(ref)

    def made(self) -> None:
        """Hold the tournament to its end, or to a random point."""
        self.enter(self.chance.randint(4, 12))
        for number in range(1, self.then.plan.rounds + 1):
            stage = self.then.plan.stage_of(number)
            if stage == 0 and number > 1 and self.chance.random() < 0.3:
                self.enter(self.chance.randint(1, 2))
            if not self.pair(number, stage):
                break
            for table in self.chance.sample(range(1, len(self.pods) + 1), len(self.pods)):
                if self.chance.random() < 0.97:
                    self.report(number, table)
            for _ in range(self.chance.choice([0, 1, 1, 2, 4])):
                self.chance.choice(
                    [self.restate, self.correct, self.correct, self.penalise, self.appeal, self.leave, self.come_back]
                )()
            self.draw(stage)
            self.finish()

    def pair(self, number: int, stage: int) -> bool:
        """Pair a round in any order; return whether anybody is left to play."""
        here = [one.ref for one in participants(self.then, stage) if one.plays_in(number)]
        size = self.then.plan.stages[stage].pods[0]
        if len(here) < size:
            return False
        if number == self.then.plan.first_round(stage):
            self.say("LotSealed", "organiser", stage, hashlib.sha256(bytes.fromhex("ab" * 32)).hexdigest())
        order, byes = self.chance.sample(here, len(here)), list[list[str]]()
        while len(order) > size and self.chance.random() < 0.25:
            byes.append([order.pop(), self.chance.choice([*map(str, Bye)])])
        full = len(order) - len(order) % size
        left = order[full:] if not (stage and number != self.then.plan.first_round(stage) and byes) else []
        byes += [[ref, "pairing"] for ref in left]
        self.pods = [order[k : k + size] for k in range(0, full, size)]
        matches = [f"m{number}-{table}" for table in range(len(self.pods))]
        asked = [ref for ref, kind in byes if kind != "pairing"]
        given = digest(pairing_input(self.then, number, asked, 7))
        self.say("Paired", "organiser", number, stage, self.pods, matches, byes, "e", "1", 7, given, [], "")
        if self.chance.random() < 0.2:
            self.pods = [self.chance.sample(pod, size) for pod in self.pods]
            self.say("Adjusted", "arbiter", number, self.pods, matches, byes, "")
        return True

    def result(self, seats: int) -> tuple[str, list[int], list[int | None], list[int], list[int]]:
        """Return a possible result of a table: kind, places, points, absent seats, seats that won together."""
        chance = self.chance
        rolls = [chance.randint(1, seats) for _ in range(seats)]
        places = [1 + sum(other < mine for other in rolls) for mine in rolls]
        points = [chance.choice([None, *range(-2, 9)]) for _ in rolls] if chance.random() < 0.6 else []
        absent = sorted(chance.sample(range(1, seats + 1), chance.randint(1, seats))) if chance.random() < 0.15 else []
        together = [k for k, place in enumerate(places, 1) if place == 1]
        won = together if len(together) > 1 and chance.random() < 0.4 else []
        return "forfeit" if absent and chance.random() < 0.9 else "slip", places, points, absent, won

    def report(self, number: int, table: int) -> None:
        """Report a table by a slip."""
        *said, won = self.result(len(self.pods[table - 1]))
        how, rest = said[0], said[1:]
        more = [won] if won else []
        self.say("ReportedTogether" if won else "Reported", "desk", number, table, how, "", 0, "", *rest, *more)

    # --- what officials do ---

    def some_report(self) -> tuple[int, int] | None:
        """Return the number of a report, and how many seats its table has."""
        found = self.chance.choice([*self.then.reports.values()]) if self.then.reports else None
        return (found.originator_version, len(found.places)) if found else None

    def restate(self) -> None:
        """Change a slip of the last round, as long as there is no ruling on it and the tournament is not over."""
        found = self.some_report()
        if not found or self.then.finished or found[0] in self.then.corrections:
            return
        if self.then.reports[found[0]].round == self.then.round:
            self.say("Restated", "desk", found[0], *self.result(found[1]))

    def correct(self) -> None:
        """Correct a report of any round."""
        if found := self.some_report():
            *said, won = self.result(found[1])
            kind, more = ("CorrectedTogether", [won]) if won else ("Corrected", [])
            self.say(kind, "arbiter", found[0], *said, None, None, "", "", *more)

    def penalise(self) -> None:
        """Deduct points from an entrant in a paired round."""
        points = self.chance.choice(["1", "1/2", "4"])
        number = self.chance.randint(1, self.then.round)
        self.say("Penalised", "arbiter", self.chance.choice(self.refs), number, points, "", "")

    def appeal(self) -> None:
        """Appeal against a penalty, and decide."""
        if self.then.penalties:
            about = self.chance.choice([*self.then.penalties])
            number = self.say("Appealed", "player", self.chance.choice(self.refs), about, "")
            self.say("Decided", "arbiter", number, self.chance.random() < 0.6, "", "")

    def leave(self) -> None:
        """Withdraw an entrant."""
        here = [ref for ref in self.refs if ref not in self.then.withdrawn]
        self.say("Withdrawn", "desk", self.chance.choice(here), self.then.round, "") if here else None

    def come_back(self) -> None:
        """Reinstate a withdrawn entrant, if the tournament has not gone on without them."""
        now = self.then
        gone = [ref for ref, left in now.withdrawn.items() if not gone_on(now.plan, left.after, now.round)]
        self.say("Returned", "desk", self.chance.choice(gone), "") if gone else None

    def draw(self, stage: int) -> None:
        """Draw lots for a stage: for all from its seed, or for some by hand."""
        drawn = self.then.lots(stage)
        here = [one.ref for one in participants(self.then, stage) if one.ref not in drawn]
        if not here or self.chance.random() < 0.6:
            return
        seed = "ab" * 32 if not drawn and self.chance.random() < 0.5 else ""
        order = drawn_order(TOURNAMENT, stage, seed, here) if seed else self.chance.sample(here, min(2, len(here)))
        self.say("LotDrawn", "organiser", stage, [*order], seed, "")

    def finish(self) -> None:
        """Write the current final table."""
        lines = final(self.then)
        table = [[line.rank, line.ref, str(line.points)] for line in lines]
        self.say("Finished", "organiser", table, table_digest(lines))


def bundle_of(log: list[Row]) -> bytes:
    """Return events of a tournament as a bundle sealed by our sample ledger."""
    base = json.loads(json.dumps(samples.bundle()))
    streams = [base["streams"][0], {"id": TOURNAMENT, "log": log}]
    return samples.as_file(samples.sealed({**base, "streams": streams, "version": 2, "names": []}, samples.SIGNER))


def forge(log: list[Row], chance: random.Random) -> list[Row]:
    """Return the log with one forged final table: the first two swapped, or points or tie-breaks changed."""
    found = json.loads(json.dumps(log))
    row = chance.choice([one for one in found if one[2] == "Finished"])
    said = json.loads(row[3])
    table, how = said[8], chance.choice(["champion", "points", "tie-breaks", "fewer"])
    if how == "champion":
        table[0][1], table[1][1] = table[1][1], table[0][1]
    elif how == "points":
        line = chance.choice(table)
        line[2] = str(Fraction(line[2]) + Fraction(1, 2))
    elif how == "fewer":
        table.pop()
    if how != "champion":
        said[9] = hashlib.sha256(said[9].encode()).hexdigest()
    row[3] = written(said)
    return cast("list[Row]", found)


def tournaments(chance: random.Random, many: int) -> list[tuple[bytes, str]]:
    """Return tournaments with their expected verdicts: unchanged, and each once forged."""
    found: list[tuple[bytes, str]] = []
    while len(found) < 2 * many:
        log = Maker(chance).log
        if any(row[2] == "Finished" for row in log):
            found += [(bundle_of(log), SOUND), (bundle_of(forge(log, chance)), WRONG)]
    return found


def forged_returns(chance: random.Random, many: int) -> list[tuple[bytes, str]]:
    """Return tournaments in which an entrant returns without a withdrawal, or after a stage went on without them."""
    found: list[list[tuple[bytes, str]]] = [[], []]
    while min(map(len, found)) < many:
        maker = Maker(chance)
        now = maker.then
        present = [ref for ref in maker.refs if ref not in now.withdrawn]
        behind = [ref for ref, left in now.withdrawn.items() if gone_on(now.plan, left.after, now.round)]
        for kind, refs in enumerate((present, behind)):
            if refs and len(found[kind]) < many:
                log = [*maker.log]
                maker.event("Returned", "desk", chance.choice(refs), "")
                found[kind].append((bundle_of(maker.log), WRONG))
                maker.log = log
    return [*found[0], *found[1]]


def disagreements(page: Page, some: list[tuple[bytes, str]]) -> list[tuple[bytes, str, str, str]]:
    """Return the bundles with a wrong verdict: with the expected one, the page's, and the independent program's."""
    files = [b64encode(one).decode() for one, _ in some]
    counted: list[str] = page.evaluate(COUNTED, [files, str(samples.SIGNER.key)])
    all_ = [(one, must, mine, theirs(one)) for (one, must), mine in zip(some, counted, strict=True)]
    return [one for one in all_ if {*one[1:]} != {one[1]}]


def main() -> None:
    """Try as many as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, began, wrong, done = random.Random(asked.seed), time.monotonic(), 0, 0
    folder = Path(tempfile.mkdtemp(prefix="tablescribe-counting-"))
    with chromium() as browser:
        page = browser.new_page()
        page.goto(PAGE.as_uri())
        page.set_default_timeout(600_000)
        while done < asked.runs:
            many = min(100, asked.runs - done)
            for contents, must, mine, other in disagreements(page, tournaments(chance, many)):
                wrong += 1
                file = folder / f"{asked.seed}-{wrong}.bundle"
                file.write_bytes(contents)
                print(f"must be {must}; the page says {mine}, the program {other}: {file}", flush=True)
            done += many
            print(f"{done} tournaments, {wrong} disagreements, {time.monotonic() - began:.0f} s", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
