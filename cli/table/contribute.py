"""`contribute`: contributions of seats and of a randomness beacon to the shuffle of a match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.key_options import key_store, with_keys
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, echo, explaining, out, reader_of, reason, state
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.ledger.matches.contributing import RequestedParts
    from tablescribe.ledger.matches.scribe import Scribe


@click.command(
    epilog="""\b
Examples:
  tablescribe contribute 7k2                          (who has not contributed yet)
  tablescribe contribute 7k2 --seat 2                 (commit; run it again later to reveal)
  tablescribe contribute 7k2 --beacon round.json      (the round, as drand's API returned it)"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=int, help="Seat that this device contributes for.")
@click.option("--beacon", type=click.Path(path_type=Path), help="File with the drand round, as its API returns it.")
@with_keys
@in_language
@as_json
def contribute(
    match_id: str, seat: int | None, beacon: Path | None, folder: Path | None, passphrase: str | None
) -> None:
    """Contribute to the shuffle of MATCH, opened with `new --contribute` or `new --beacon`.

    Each seat first commits to a random number, which stays in the folder of private keys. When all seats have
    committed, run the same command again to reveal it. The setup is dealt once every contribution is there.
    """
    scribe = state().scribe()
    match = scribe.match(match_id)
    with explaining(match):
        if beacon is not None:
            match = _beacon(scribe, match, beacon)
        if seat is not None:
            match = _seat(scribe, match, seat, folder)
        if seat is None and beacon is None and match.waits:
            match, _ = scribe.contribute(match.id, lambda match: None)
    out(lambda: echo(reader_of(match).tell(about_parts(match))), _data(match))


def _seat(scribe: Scribe, match: Match, seat: int, folder: Path | None) -> Match:
    """Commit a seat's contribution; reveal it if all seats have committed."""
    from tablescribe.domain.match.contributing import awaited_of, commit, reveal
    from tablescribe.domain.match.signature_records import KEEPER
    from tablescribe.ledger.matches.contributing import NonceStore

    awaited_of(match, seat)
    kept = NonceStore(key_store(folder).folder / "contributions").part(match, seat)
    match, _ = scribe.contribute(
        match.id, lambda match: commit(match, seat, kept.commitment, scribe.stamp(), by=KEEPER)
    )
    if match.contributions is not None and not match.contributions.uncommitted:
        match, _ = scribe.contribute(match.id, lambda match: reveal(match, seat, kept.nonce, scribe.stamp(), by=KEEPER))
    return match


def _beacon(scribe: Scribe, match: Match, file: Path) -> Match:
    from tablescribe.domain.match.beacon import LARGEST, read_round
    from tablescribe.domain.match.contributing import give_beacon

    try:
        with file.open("rb") as opened:
            given = read_round(opened.read(LARGEST + 1))
    except OSError as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=reason(error))) from error
    match, _ = scribe.contribute(
        match.id,
        lambda match: give_beacon(match, given.round, given.randomness, given.signature, scribe.stamp()),
    )
    return match


def parts_told(contribute: str | None, beacon: str | None) -> RequestedParts | None:
    """Return the contributions that the options of `new` request; `None` if none."""
    if contribute is None and beacon is None:
        return None
    from tablescribe.ledger.matches.contributing import RequestedParts

    here = contribute == "here"
    if beacon is None:
        return RequestedParts(seats=not here, here=here)
    chain, number = _round(beacon)
    return RequestedParts(contribute == "devices", here, chain.hash, number, chain.due(number))


def _round(text: str) -> tuple[Any, int]:
    """Return the beacon's chain and round that `123`, `default:123` or `+60` (seconds from now) name."""
    from datetime import UTC, datetime

    from tablescribe.domain.match.beacon import CHAINS, QUICKNET

    name, colon, number = text.rpartition(":")
    chain = CHAINS.get(name) if colon else QUICKNET
    later, digits = number.startswith("+"), number.removeprefix("+")
    if chain is None or not digits.isascii() or not digits.isdigit() or len(digits) > 12 or not int(digits):
        known = ", ".join(CHAINS)
        raise wrong_use(
            say("{text} is not a beacon round. Write 123, default:123 or +60 (chains: {known})", text=text, known=known)
        )
    return chain, chain.first_after(datetime.now(UTC).timestamp() + int(digits)) if later else int(digits)


def about_parts(match: Match) -> Text:
    """Say which contributions are there, which are missing, and whether they come from one party."""
    from datetime import UTC, datetime

    parts = match.contributions
    if parts is None:
        return say("This match needs no contributions to its shuffle.")
    said = [say("The ledger has committed to its own contribution: {hash}.", hash=match.opened.commitment)]
    if parts.awaited.chain:
        due = datetime.fromtimestamp(parts.awaited.due, UTC).isoformat(sep=" ", timespec="seconds")
        said.append(say("Round {round} of the beacon is published at {time}.", round=parts.awaited.round, time=due))
    if match.waits:
        said.append(say("Not dealt yet: {missing}.", missing=parts.missing()))
    else:
        said.append(say("Dealt. Every draw depends on all contributions."))
    if parts.awaited.seats and {event.by for event in parts.committed.values()} == {"keeper"}:
        said.append(
            say("The ledger's owner entered the contributions of the seats. To others, they count as one party.")
        )
    return listed(said, "\n")


def _data(match: Match) -> dict[str, Any]:
    parts = match.contributions
    if parts is None:
        return {"match": match.id, "awaited": None, "dealt": True}
    awaited = parts.awaited
    beacon = {"chain": awaited.chain, "round": awaited.round, "due": awaited.due, "given": parts.beacon is not None}
    return {
        "match": match.id,
        "awaited": {"seats": list(awaited.seats), "beacon": beacon if awaited.chain else None},
        "commitment": match.opened.commitment,
        "uncommitted": list(parts.uncommitted),
        "unrevealed": list(parts.unrevealed),
        "dealt": not match.waits,
    }
