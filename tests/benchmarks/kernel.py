"""The kernel on real matches of Ultime and Expeditions: each part against a plain implementation, in one run.

Each line names its comparison after the comma. Rounds are interleaved and process CPU time is taken. A ratio is the
median of the rounds' own ratios, with their quartiles. `python -m tests.benchmarks.kernel [ROUNDS]`
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from typing import TypeVar, cast
from unittest.mock import patch

import msgspec
import yaml

from tablescribe.domain.box.catalogue import from_data
from tablescribe.domain.box.yaml_data import CompiledLoader, PureLoader
from tablescribe.domain.games import game, revive
from tablescribe.domain.match.events import AnyEvent, Missed, Opened, Played, Ruled
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance
from tablescribe.domain.rules.deciding import decide, legal_actions, may, to_act
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Changed, Fact, Impossible, Moved, Table, difference
from tablescribe.domain.words.text import Text
from tablescribe.ledger.log.codec import decode
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.reading.timeline import Timeline
from tests.benchmarks.readings import keep
from tests.domain.plain_difference import plain_difference
from tests.domain.random_play import SEED, open_match, random_move
from tests.replays.auditing.forging import audited_aside
from tests.support import STAMP

SEATS = {"ultime": (3, 3, 5, 5), "expeditions": (2, 2, 2, 2)}
"""The matches of each game, as their numbers of seats."""

WITH_HANDS = ("ultime",)
"""Games with hidden hands. In others, a spectator sees the recorded facts."""

MOVES = 160
"""Moves after which an unfinished match is cut off."""

MIDDLE = range(30, 61, 10)
"""Moves of the middle game whose positions are used."""

Work = Callable[[], object]
Item = TypeVar("Item")


# --- the material -----------------------------------------------------------------------------


def played(key: str, seats: int, seed: int) -> Match:
    """Return a sealed match of random legal moves, closed."""
    choose = random.Random(seed)
    match = open_match(key, seats)
    while not match.is_over and match.head < MOVES:
        random_move(match, choose)
    match.close(STAMP, seed=SEED, abandoned=not match.is_over)
    return match


def stored(match: Match) -> list[AnyEvent]:
    """Return the events of a match as the ledger returns them: decoded from bytes."""
    return [cast(AnyEvent, decode(type(event).__name__, msgspec.json.encode(event))) for event in match._pending]


def middle_game(matches: Sequence[Match]) -> list[tuple[Opening, Table, int]]:
    """Return positions of the middle game, each with a seat to act."""
    positions = []
    for match in matches:
        timeline = Timeline(match)
        for number in MIDDLE:
            if number < match.head:
                table = timeline.at(number).copy()
                positions.append((match.opening, table, to_act(match.opening, table)[0]))
    return positions


# --- plain implementations --------------------------------------------------------------------


def bare_loop(box: Sequence[tuple[str, int]], runs: Sequence[Sequence[Fact]]) -> Table:
    """Return the table after decoded facts, with one plain loop that only makes the checks of `Table.apply`."""
    table = Table(box)
    zones, values = table.zones, table.values
    for facts in runs:
        for fact in facts:
            if type(fact) is Changed:
                key, was, now = fact.key, fact.was, fact.now
                have = values.get(key)
                if have != was or type(have) is not type(was):
                    raise Impossible(key)
                if now is None:
                    values.pop(key, None)
                else:
                    values[key] = now
                continue
            if type(fact) is Moved:
                piece, n, src, to, dst = fact.piece, fact.n, fact.src, fact.piece, fact.dst
            else:
                piece, n, src, to, dst = fact.face, fact.n, fact.zone, fact.to, fact.zone
            source = zones.get(src)
            there = source.get(piece, 0) if source else 0
            if source is None or n < 1 or there < n:
                raise Impossible(piece)
            if there == n:
                del source[piece]
                if not source:
                    del zones[src]
            else:
                source[piece] = there - n
            target = zones.get(dst)
            if target is None:
                zones[dst] = {to: n}
            else:
                target[to] = target.get(to, 0) + n
    return table


def facts_of(events: Sequence[AnyEvent]) -> list[Sequence[Fact]]:
    """Return the facts of each move."""
    return [event.facts for event in events if isinstance(event, Opened | Played | Ruled | Missed)]


# --- measuring --------------------------------------------------------------------------------


def seconds(work: Work) -> float:
    """Return the CPU time of some work."""
    gc.disable()
    try:
        began = time.process_time()
        work()
        return time.process_time() - began
    finally:
        gc.enable()


def compare(about: str, title: str, plain: Work, ours: Work, rounds: int, each: int, *, faster: bool = True) -> None:
    """Print the ratio between ours and the plain implementation, and the µs of each."""
    plain(), ours()
    times = [(seconds(plain), seconds(ours)) for _ in range(rounds)]
    ratios = [was / now if faster else now / was for was, now in times]
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [*ratios] * 3
    was, now = (statistics.median(some) / each * 1e6 for some in zip(*times, strict=True))
    keep(f"{about}: {title}", *ratios, better="more" if faster else "less")
    print(
        f"  {title:<52} {middle:6.2f} × {'faster' if faster else 'its time'} ({low:.2f}–{high:.2f})"
        f"   {was:10.1f} → {now:.1f} µs"
    )


def all_of(work: Callable[[Item], object], items: Sequence[Item]) -> Work:
    """Return the work on all items."""
    return lambda: [work(item) for item in items]


def spectators_steps(matches: Sequence[Match]) -> Iterator[tuple[Table, Table]]:
    """Yield what a spectator saw before and after each move."""
    for match in matches:
        timeline = Timeline(match)
        before = view(match.opening, timeline.at(0), None)
        for number in match.line.numbers[1:]:
            after = view(match.opening, timeline.at(number), None)
            yield before, after
            before = after


def lines(match: Match) -> list[list[Text]]:
    """Return the changes in words, as a spectator follows a match."""
    timeline = Timeline(match)
    return [[timeline.say(number), *timeline.changes(number, None)] for number in range(1, len(match.moves))]


def lines_plainly(match: Match) -> list[list[Text]]:
    """Return the same with the plain difference."""
    with patch("tablescribe.replays.reading.timeline.difference", plain_difference):
        return lines(match)


def carried_out(opening: Opening, table: Table, seat: int, action: Action) -> bool:
    """Return whether an action is legal, decided up to the first question of chance."""
    try:
        decide(opening, table, seat, action, NoChance())
    except NeedsOutcome:
        return True
    except (Illegal, Impossible):
        return False
    return True


def candidates(position: tuple[Opening, Table, int]) -> list[tuple[Opening, Table, int, Action]]:
    """Return the actions offered in a position."""
    opening, table, seat = position
    return [(opening, table, seat, action) for action in opening.game.offers(opening, table, seat)]


# --- measurements -----------------------------------------------------------------------------


def of_matches(key: str, rounds: int) -> None:
    """Measure differences, lines, audits and rebuilding on matches of a game."""
    matches = [played(key, seats, seed) for seed, seats in enumerate(SEATS[key])]
    events = [stored(match) for match in matches]
    moves, facts = sum(match.head for match in matches), sum(len(run) for told in events for run in facts_of(told))
    print(f"{game(key).title}: {len(matches)} matches, {moves} moves, {facts / moves:.1f} facts a move")
    for told, match in zip(events, matches, strict=True):
        again = revive(told)
        assert again is not None
        assert bare_loop(match.opened.box, facts_of(told)) == match.table == again.table
        assert audit(match) == audited_aside(match)
    few = max(3, rounds // 4)
    steps = list(spectators_steps(matches))[::20]
    plain, ours = (all_of(lambda step, find=find: find(*step), steps) for find in (plain_difference, difference))  # type: ignore[misc]
    compare(game(key).title, "difference, piece by piece", plain, ours, few, len(steps))
    if key in WITH_HANDS:
        plainly, ours = all_of(lines_plainly, matches[-1:]), all_of(lines, matches[-1:])
        compare(game(key).title, "a spectator's line, with that difference", plainly, ours, few, matches[-1].head)
    compare(
        game(key).title,
        "audit, every move decided aside",
        all_of(audited_aside, matches),
        all_of(audit, matches),
        rounds,
        moves,
    )
    bare = all_of(lambda told: bare_loop(told[0].box, facts_of(told)) if isinstance(told[0], Opened) else None, events)
    compare(
        game(key).title,
        "rebuilding, a bare checked loop over the facts",
        bare,
        all_of(revive, events),
        rounds,
        moves,
        faster=False,
    )
    positions = middle_game(matches)
    asked = [one for position in positions for one in candidates(position)]
    plain, ours = (all_of(lambda one, ask=ask: ask(*one), asked) for ask in (carried_out, may))  # type: ignore[misc]
    compare(game(key).title, f"may ({len(asked)} candidates), each carried out", plain, ours, rounds, len(asked))
    plain = all_of(lambda position: [one for one in candidates(position) if carried_out(*one)], positions)
    ours = all_of(lambda position: list(legal_actions(*position)), positions)
    compare(
        game(key).title,
        f"legal_actions ({len(positions)} lists), each carried out",
        plain,
        ours,
        rounds,
        len(positions),
    )


def of_files(key: str, rounds: int) -> None:
    """Measure how long a game's own catalogue takes to read from a log, and from its file."""
    own, package = game(key).catalogue, files(f"tablescribe.domain.games.{key}")
    data = msgspec.json.decode(msgspec.json.encode(own.plain()))
    print(f"{game(key).title}: {len(msgspec.json.encode(data))} bytes of components")
    checked, recognised = partial(from_data, type(own), data), partial(own.is_recorded_as, data)
    compare(game(key).title, "its own catalogue in a log, validated again", checked, recognised, rounds, 1)
    if CompiledLoader is not None:
        for name in ("rules.yaml", "catalogue.yaml"):
            text = package.joinpath(name).read_text("utf-8")
            pure, compiled = (partial(yaml.load, text, loader) for loader in (PureLoader, CompiledLoader))
            compare(game(key).title, f"{name}, the pure loader", pure, compiled, max(3, rounds // 4), 1)


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    for key in SEATS:
        of_matches(key, rounds)
        of_files(key, rounds)


if __name__ == "__main__":
    main()
