"""Keys of seats and judges, enrolled by their own passes on their own devices, and signatures made there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import Query

from tablescribe.domain.match.signature_events import Enrolled, Signed
from tablescribe.domain.match.signature_records import JUDGE as THE_JUDGE
from tablescribe.domain.match.signature_records import seat_holder
from tablescribe.domain.words.text import Thing, say
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import fingerprint
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.auditing.key_standing import KeyStanding, worth
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import JUDGE, SEAT, Pass
from tablescribe.replays.web.api.matches import ACommands, AQueries, Language, Who, operations
from tablescribe.replays.web.api.recording import ABook
from tablescribe.replays.web.api.requests import HOLDER, MatchId, NewKey, Signature
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.queries import Queries

signing = operations(prefix="/api/v1/matches/{match_id}", tags=["judging"])


def own_holder(who: Pass) -> str | None:
    """Return the key holder a pass may sign for: a seat for itself, a judge or organiser as the judge; else `None`."""
    if who.role == SEAT and who.seat is not None:
        return seat_holder(who.seat)
    return THE_JUDGE if who.role == JUDGE or who.organises else None


def _notary(commands: Commands, who: Pass) -> Notary:
    """Return a notary without private keys, because clients submit finished signatures."""
    return Notary(commands.scribe(who), commands.store or KeyStore(Path("nowhere")))


def _speak_for(who: Pass, holder: str) -> None:
    """Raise `Denied` unless a pass is that holder's or an organiser's, which is recorded with the enrolled key."""
    who.require(own_holder(who) is not None, say("enrol keys, or sign"))
    who.require(who.organises or own_holder(who) == holder, say("sign on behalf of another person"))


class KeyCommands:
    """The key commands of a pass, executed by a notary and recorded with the pass."""

    def __init__(self, commands: Commands) -> None:
        self.commands = commands

    def enrol(self, who: Pass, match_id: str, *, holder: str, key: str, proof: str) -> Enrolled:
        """Enrol a key for a holder."""
        self.commands.queries.followed(who, match_id)
        _speak_for(who, holder)
        by = "organiser" if who.organises else holder
        return _notary(self.commands, who).enrol_public(match_id, holder, key, proof, by=by)

    def sign(self, who: Pass, match_id: str, *, holder: str, key: str, signature: str) -> Signed:
        """Record a signature made on the holder's device; without one, sign with a key stored on this machine."""
        if not key and not signature:
            return self.commands.sign(who, match_id, holder)
        self.commands.queries.followed(who, match_id)
        _speak_for(who, holder)
        return _notary(self.commands, who).attach(match_id, holder, key, signature)

    def text(self, who: Pass, match_id: str, *, holder: str) -> str:
        """Return the text that a holder signs; others are refused, because it would reveal the end of the match."""
        self.commands.queries.followed(who, match_id)
        _speak_for(who, holder)
        return _notary(self.commands, who).record_text(match_id, holder)


def keys_told(queries: Queries, who: Pass, match_id: str, language: str) -> list[dict[str, Any]]:
    """Return every key of a match and what it proves.

    Only judges and the holder see which other match a key is known from. Spectators get keys with their delay.
    """
    folded = queries.followed(who, match_id)
    reader, names = Reader(folded.match.opening, language), queries.cache.names(folded.match)
    return [_told(one, reader, names, all_of_it=who.judges or one.holder == own_holder(who))
            for one in queries.cache.standings(folded)]  # fmt: skip


def _told(one: KeyStanding, reader: Reader, names: list[str], *, all_of_it: bool) -> dict[str, Any]:
    seat = int(one.holder.removeprefix("seat:")) if one.holder != THE_JUDGE else None
    known = None
    if all_of_it and one.known is not None:
        known = {"key": one.known.key, "fingerprint": fingerprint(one.known.key), "match": one.known.match}
    return {
        "holder": one.holder,
        "label": reader.tell(say("{holder}", holder=Thing(one.holder))) if seat else reader.tell(say("the judge")),
        "name": names[seat - 1] if seat else "",
        "key": one.key,
        "fingerprint": one.fingerprint,
        "by": one.by,
        "at": one.at.isoformat(timespec="seconds"),
        "version": one.version,
        "late": one.late,
        "speaks": one.speaks,
        "revoked": one.revoked,
        "signed": one.signed,
        "change": one.change,
        "known": known,
        "worth": reader.tell(worth(one)),
    }


@signing.get("/keys")
def keys(match_id: MatchId, who: Who, queries: AQueries, language: Language) -> list[dict[str, Any]]:
    """List the keys of seats and judge: whose pass enrolled each key, whether it signed, and what that proves."""
    return keys_told(queries, who, match_id, language)


@signing.post("/keys", status_code=201)
def enrol(body: NewKey, book: ABook) -> dict[str, Any]:
    """Enrol a key created on the holder's device. The pass that enrolled it is recorded and shown."""
    return book.record(KeyCommands(book.commands).enrol, **body.model_dump())


@signing.get("/result-text")
def result_text(
    match_id: MatchId, commands: ACommands, book: ABook, holder: Annotated[str, Query(pattern=HOLDER)] = THE_JUDGE
) -> dict[str, str]:
    """Return the text that a holder signs after the match is closed."""
    return {"text": book.ask(KeyCommands(commands).text, holder=holder)}


@signing.post("/signatures", status_code=201)
def sign(body: Signature, book: ABook) -> dict[str, Any]:
    """Sign the result with `key` and `signature` from the holder's device; without them, with a key stored here."""
    return book.record(KeyCommands(book.commands).sign, **body.model_dump())
