"""Audit the contributions of others to a match's seed: by whom, in which order, and what weakens the proof."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.match.beacon import CHAINS
from tablescribe.domain.match.contribution_events import Committed, Revealed
from tablescribe.domain.match.contributions import Contributions, contribution_commitment, is_randomness
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, Thing, both, listed, plural, say
from tablescribe.replays.auditing.findings import CODES, Finding, about_match
from tablescribe.replays.reading.reader import a_seat
from tablescribe.replays.reading.wording import by_whom


def of_contributions(match: Match) -> Iterator[Finding]:
    """Yield findings about the contributions to the seed, if the match was opened to have any."""
    parts = match.contributions
    if parts is None:
        return
    yield from _of_what_is_awaited(match, parts)
    yield from _of_order(match, parts)
    for event in parts.revealed.values():
        made = contribution_commitment(match.id, match.opened.commitment, event.seat, event.nonce)
        committed = parts.committed.get(event.seat)
        if committed is None or committed.commitment != made:
            why = say("the number that {seat} revealed does not match its commitment", seat=a_seat(event.seat))
            yield about_match("chance.reveal", "doubt", event.originator_version, why)
    yield from _of_beacon(parts)
    yield from _of_whose_hands(parts)
    if parts.dealt is None:
        why = say("it was never dealt: {missing}", missing=parts.missing())
        yield about_match("chance.withheld", "note", parts.events[-1].originator_version, why)


def whose_chance(match: Match) -> Text | None:
    """Say in one line what the seal proves about a match's draws; `None` if the match is not sealed.

    A seal proves that no draw was changed after the first event. Only contributions of others also prove that
    the seed was not selected from many for its draws.
    """
    if match.opened.chance != "sealed":
        return None
    parts, codes = match.contributions, {one.code for one in of_contributions(match)}
    if parts is None or "chance.one_party" in codes:
        return say(
            "one party chose the seed: no draw was changed after the opening, but the ledger's owner could "
            "have tried several seeds before"
        )
    beacon = [say("round {round} of a beacon", round=parts.awaited.round)] if parts.awaited.chain else []
    return say(
        "the seed combines contributions of the ledger and of {others}: if one of these was honest, no one "
            "knew or chose a draw",
        others=both([*map(a_seat, parts.awaited.seats), *beacon]),
    )  # fmt: skip


def _of_what_is_awaited(match: Match, parts: Contributions) -> Iterator[Finding]:
    awaited, seats = parts.awaited, match.opening.seats
    there = all(1 <= seat <= seats for seat in awaited.seats) and list(awaited.seats) == sorted({*awaited.seats})
    if not there or not (awaited.seats or awaited.chain) or match.opened.nonces:
        why = say("a match cannot have such contributions to its shuffle")
        yield about_match("chance.missing", "doubt", awaited.originator_version, why)
    told: list[Committed | Revealed] = [*parts.committed.values(), *parts.revealed.values()]
    strange = [event for event in told if event.seat not in awaited.seats]
    for event in strange:
        why = say("no contribution was due from {seat}", seat=a_seat(event.seat))
        yield about_match("chance.foreign", "doubt", event.originator_version, why)


def _of_order(match: Match, parts: Contributions) -> Iterator[Finding]:
    """Yield contributions that were revealed before all had committed, and moves made before the deal."""
    first = min((event.originator_version for event in parts.revealed.values()), default=match.version + 1)
    told = [event for event in parts.events if isinstance(event, Committed | Revealed)]
    commitments = {event.seat: event.originator_version for event in parts.committed.values()}
    late = [seat for seat in parts.awaited.seats if commitments.get(seat, match.version + 1) > first]
    if late and parts.revealed:
        why = say("a contribution was revealed before {seats} had committed to theirs", seats=both(map(a_seat, late)))
        yield about_match("chance.early", "doubt", first, why)
    twice = len(told) - len(parts.committed) - len(parts.revealed)
    if twice:
        why = plural(
            twice,
            "1 repeated contribution was ignored",
            "{n} repeated contributions were ignored",
        )
        yield about_match("chance.early", "doubt", told[-1].originator_version, why)
    dealt = match.version + 1 if parts.dealt is None else parts.dealt.originator_version
    if parts.dealt is not None and not parts.complete:
        why = say("it was dealt although {missing}", missing=parts.missing())
        yield about_match("chance.missing", "doubt", dealt, why)
    early = [event for event in (*match.moves[1:], *match.take_backs) if event.originator_version < dealt]
    if early:
        why = say("play began before it was dealt")
        yield about_match("chance.early", "doubt", early[0].originator_version, why)


def _of_beacon(parts: Contributions) -> Iterator[Finding]:
    awaited, given = parts.awaited, parts.beacon
    chain = next((one for one in CHAINS.values() if one.hash == awaited.chain), None)
    if awaited.chain and awaited.due <= awaited.at.timestamp():
        why = say("round {round} of the beacon was already published when the match was opened", round=awaited.round)
        yield about_match("chance.beacon", "doubt", awaited.originator_version, why)
    elif chain is not None and chain.due(awaited.round) != awaited.due:
        why = say("round {round} of the beacon is not published at the recorded time", round=awaited.round)
        yield about_match("chance.beacon", "doubt", awaited.originator_version, why)
    late = [event for event in parts.committed.values() if event.at.timestamp() >= awaited.due] if awaited.chain else []
    if late:
        why = say(
            "{seats} committed after the beacon's value was known", seats=both(a_seat(event.seat) for event in late)
        )
        yield about_match("chance.beacon_late", "note", late[0].originator_version, why)
    if given is None:
        return
    if (given.chain, given.round) != (awaited.chain, awaited.round):
        why = say("the beacon's value is from another round or chain than required")
        yield about_match("chance.beacon", "doubt", given.originator_version, why)
    elif not is_randomness(given.randomness, given.signature):
        why = say("the beacon's value is not valid: its randomness does not match its signature")
        yield about_match("chance.beacon", "doubt", given.originator_version, why)


def _of_whose_hands(parts: Contributions) -> Iterator[Finding]:
    """Yield contributions that another seat sent, and whether other parties sent some or all of them."""
    told = [event for event in parts.events if isinstance(event, Committed | Revealed)]
    for event in told:
        if event.by.startswith("seat:") and event.by != f"seat:{event.seat}":
            why = say("{who} entered the contribution of {seat}", who=Thing(event.by), seat=a_seat(event.seat))
            yield about_match("chance.foreign", "doubt", event.originator_version, why)
    others = {event.seat: event.by for event in told if not event.by.startswith("seat:")}
    own = [seat for seat in parts.awaited.seats if seat not in others]
    if others and own:
        why = say(
            "the contributions of {seats} came from {by}: only their word says that no one else knew them",
            seats=both(map(a_seat, sorted(others))), by=listed(map(by_whom, sorted({*others.values()}))),
        )  # fmt: skip
        yield about_match("chance.foreign", "note", told[-1].originator_version, why)
    elif others and not parts.awaited.chain:
        yield about_match("chance.one_party", "note", told[-1].originator_version, CODES["chance.one_party"])
