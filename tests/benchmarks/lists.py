"""The cost of lists, statistics and finding a match as a ledger grows.

`python -m tests.benchmarks.lists [MATCHES ...]`, by default with 100, 1,000 and 10,000 matches; add 100000 for the long
curve. Each figure is the processor time of a call, the median of several, with its ratio to the smallest ledger: 1
means constant.
"""

from __future__ import annotations

import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import AnyEvent, Closed, Described, Played, Seat
from tablescribe.domain.match.opening import first_event
from tablescribe.domain.rules.game import Result
from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.ledger.log.schema import identities
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.read_models.queries import MatchFilter
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.pages.lobby import LobbyFilter, found
from tablescribe.replays.web.table.listing import page_of
from tablescribe.replays.web.table.listing import statistics as told
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import ReplaySteps
from tests.benchmarks.readings import keep

SIZES, ROUNDS, MOVES, PEOPLE = (100, 1_000, 10_000), 9, 4, 120
BEGAN = datetime(2020, 1, 1, 19, tzinfo=UTC)


def fill(ledger: Ledger, matches: int) -> None:
    """Record this many small matches of two people each, of which one in fifty is open, as a club does over years."""
    random, fixed = Random(1), opening("freeform", 2)
    ledger.log.writer.connection.cursor().execute("PRAGMA synchronous=OFF")  # safe here, as only reading is measured
    for n in range(matches):
        pair = random.sample(range(PEOPLE), 2)
        at = BEGAN + timedelta(minutes=20 * n)
        stamp, match_id = Stamp(at, "r", "d", lambda: "s"), new_id()
        refs = [secrets.token_hex(8) for _ in pair]
        for ref, person in zip(refs, pair, strict=True):
            ledger.log.write(identities.insert().values(ref=ref, name=f"Person {person}", salt=b"x" * 32))
        seats = [Seat(ref, "") for ref in refs]
        how: dict[str, Any] = {"chance": "table", "take_back": "free", "outcomes": (), "seed": None, "nonces": ()}
        events: list[AnyEvent] = [first_event(match_id, fixed, seats, stamp, **how)]
        for move in range(1, MOVES + 1):
            common = (match_id, len(events) + 1, at + timedelta(minutes=move), "r", "d", "s")
            action = {"do": "score", "to": 1, "points": 1}
            events.append(Played(*common, move, 1, action, (), (), (), (), False))
        common = (match_id, len(events) + 1, at, "r", "d", "s")
        events.append(Described(*common, "", f"Evening {n // 40}", "", "", "", ("casual",) if n % 7 else ("cup",)))
        if n % 50:
            won = random.randint(1, 2)
            result = Result("points", "", (won,), (random.randint(0, 90), random.randint(0, 90)))
            events.append(Closed(match_id, len(events) + 1, at + timedelta(hours=1), "r", "d", "s", result, ""))
        ledger.log.insert_events([ledger.mapper.to_stored_event(event) for event in events])


def median(ask: Callable[[], object]) -> float:
    """Return the median time of a query in milliseconds, after a warm-up."""
    ask()
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        ask()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def measured(ledger: Ledger, matches: int) -> dict[str, float]:
    """Return the milliseconds of each query."""
    queries = Queries(ledger, Access(ledger))
    who, replay_steps, asking = Pass("x", ORGANISER), ReplaySteps(queries), ledger.asking
    middle = asking.matches(MatchFilter(until=BEGAN + timedelta(minutes=10 * matches)), limit=1)[0]
    match, person = middle.id, middle.seats[0]
    questions: dict[str, Callable[[], object]] = {
        "find, whole id": lambda: ledger.find(match),
        "find, beginning": lambda: ledger.find(match[:7]),
        "matches, the latest 50": lambda: (ledger.lists.fresh(), asking.matches()),
        "… from the middle on": lambda: asking.matches(before=middle.position),
        "… open ones": lambda: asking.matches(MatchFilter(state="open")),
        "… of a person": lambda: asking.matches(MatchFilter(person=person)),
        "… of an event": lambda: asking.matches(MatchFilter(event="Evening 1")),
        "… with a tag, of a game": lambda: asking.matches(MatchFilter(tag="cup", game="freeform")),
        "… a word in titles and names": lambda: asking.matches(MatchFilter(text=person)),
        "… a word that is nowhere": lambda: asking.matches(MatchFilter(text="nowhere")),
        "statistics": lambda: told(queries, who),
        "… of a person, head to head": lambda: told(queries, who, person=person),
        "the lobby's page": lambda: found(who, queries, replay_steps, LobbyFilter(), None, 20),
        "the API's page": lambda: page_of(queries, who, MatchFilter()),
    }
    return {name: median(ask) for name, ask in questions.items()}


def main() -> None:
    """Measure and print the curve."""
    sizes = [int(word) for word in sys.argv[1:]] or list(SIZES)
    curve: dict[int, dict[str, float]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            ledger = open_ledger(Path(folder) / "ledger.db")
            fill(ledger, size)
            began = time.process_time()
            ledger.lists.fresh()
            built = time.process_time() - began
            curve[size] = measured(ledger, size)
            events = ledger.log.max_notification_id() or 0
            rate = f"{events / built:,.0f} events a second"
            print(f"{size:,} matches, {events:,} events: lists made in {built:.1f} s ({rate})")
            ledger.close()
    print(f"{'milliseconds':32}" + "".join(f"{size:>18,}" for size in sizes))
    for name, first in curve[sizes[0]].items():
        what = f"{name.removeprefix('… ')}: {sizes[-1]:,} matches, against {sizes[0]:,}"
        keep(what, curve[sizes[-1]][name] / first, better="less")
        print(f"{name:32}" + "".join(f"{curve[size][name]:9.2f} ({curve[size][name] / first:5.2f}×)" for size in sizes))


if __name__ == "__main__":
    main()
