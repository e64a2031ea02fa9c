"""Who may do what: tokens, signed share links, PINs, and the trail of looks at hidden hands.

A token is 256 random bits; the ledger's database keeps its SHA-256 only. A share link is signed, not stored: it says
who gave it and until when, and dies with the pass of the giver. A PIN, told at the table, opens one chair there.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, delete, insert, literal, literal_column, select, true, update

from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.tournament.model.roles import DESK, ORGANISER
from tablescribe.domain.words.text import Spoken, Text, Thing, say
from tablescribe.ledger.log.coordination import coordination_of
from tablescribe.ledger.log.schema import access, access_log, events, pins, service
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access_trail import TrailEntry, read, written
from tablescribe.replays.web.access.passes import (
    DOOR,
    JUDGE,
    RECORDER,
    ROLES,
    SEAT,
    SPECTATOR,
    Denied,
    Pass,
    named,
    of_tournament,
)
from tablescribe.replays.web.access.pin_attempts import PinAttempts

__all__ = [
    "DOOR",
    "JUDGE",
    "ORGANISER",
    "RECORDER",
    "ROLES",
    "SEAT",
    "SPECTATOR",
    "Access",
    "ChairTaken",
    "Denied",
    "NoPass",
    "Pass",
    "TrailEntry",
    "WrongPin",
]  # fmt: skip


PIN_DIGITS = 6
KNOWN_FOR = 2.0
"""Seconds for which a pass that was looked up is believed; one revoked by another process ends after that."""

MOST_KNOWN = 10_000
"""Passes, and looks at hands, that are remembered at most: beyond that all are forgotten, which only costs time."""

REVOKED = "revoked"
"""What all processes are told when a pass was revoked."""

LOG_EVERY = 600.0
"""Seconds within which looks of the same person at the same hands are one look."""


class NoPass(Spoken):
    """Nobody has come in: there is no token, or it is unknown, expired or revoked."""

    code = "access.none"


class WrongPin(Spoken):
    """The PIN is wrong, or there is none, or too many wrong ones were tried."""

    code = "access.pin"


class ChairTaken(Spoken):
    """Somebody sits there already."""

    code = "access.taken"


_Row = namedtuple("_Row", [column.name for column in access.columns])  # type: ignore[misc]


class Access:
    """Gives, checks and revokes passes; keeps them in the ledger's database, beside the log.

    Attributes:
        coordination: what this process has in common with others that serve the same ledger.
    """

    def __init__(self, ledger: Ledger, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.log = ledger.log
        self.coordination = coordination_of(ledger.log)
        self._guesses = PinAttempts(ledger.log)
        by_token = select(access).where(access.c.token.in_([literal_column("KEYS")]))  # asked with each request
        self._by_token = str(by_token.compile(dialect=ledger.log.engine.dialect))
        self._matches_of: Callable[[str], Iterable[str]] = lambda one: ledger.tournament(one).match_ids()
        self._clock = clock
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # what OWASP holds to be enough
        self._looked: dict[tuple[str, str, str], float] = {}
        self._key: bytes | None = None
        self._known: dict[bytes, tuple[Pass, float]] = {}

    # --- tokens -------------------------------------------------------------------------------

    def grant(
        self,
        role: str,
        *,
        match: str | None = None,
        seat: int | None = None,
        label: str = "",
        days: float | None = None,
    ) -> tuple[Pass, str]:
        """Give a pass; return it with its token, which is told this once and never kept."""
        token = secrets.token_urlsafe(32)
        return self._give(secrets.token_hex(8), token, role, match, seat, label, days), token

    def _give(
        self, new: str, token: str, role: str, match: str | None, seat: int | None, label: str, days: float | None
    ) -> Pass:
        expires = self._in_days(days) if days is not None else None
        row = {
            "id": new, "token": _digest(token), "role": role, "match_id": match, "seat": seat, "label": label,
            "created": self._now(), "expires": expires, "revoked": None,
        }  # fmt: skip
        self.log.write(self.log.into(access).values(**row))
        return Pass(new, role, match, seat, label, expires, tournament=self._tournament(role, match))

    def _pass(self, row: Any) -> Pass:
        tournament = self._tournament(row.role, row.match_id)
        return Pass(row.id, row.role, row.match_id, row.seat, row.label, row.expires, row.revoked, tournament)

    def _tournament(self, role: str, match: str | None) -> str | None:
        """Return the tournament that a pass is for; an organiser's may also be for one match."""
        if role == ORGANISER and match is not None:
            first = select(events.c.type).where(events.c.match_id == match, events.c.version == 1)
            return match if [row[0] for row in self.log.select(first)] == ["Announced"] else None
        return of_tournament(role, match)

    def who(self, token: str) -> Pass:
        """Return the pass of a token or of a share link.

        Raises:
            NoPass: it is unknown, expired or revoked.
        """
        found, shared = self.told(token), token.startswith("s.")
        if found is None and shared:
            raise NoPass(say("this link is not valid: ask the organiser for a new one"))
        if found is None or not self.is_good(found):
            if shared:
                raise NoPass(say("this link has expired or was revoked: ask the organiser for a new one"))
            raise NoPass(say("this link is unknown, expired or revoked: ask the organiser for a new one"))
        self._remember(token, found)
        return found

    def _remember(self, token: str, found: Pass) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[_digest(token)] = (found, time.monotonic())

    def good(self, tokens: Iterable[str]) -> dict[str, Pass]:
        """Return the passes of those tokens that have one which has not ended, looked up together."""
        found = {token: one for token, one in self._told(tokens).items() if self.is_good(one)}
        for token, one in found.items():
            self._remember(token, one)
        return found

    def told(self, token: str) -> Pass | None:
        """Return the pass of a token or of a share link, also one that has ended; nothing if it was never given."""
        return self._told([token]).get(token)

    def _told(self, tokens: Iterable[str]) -> dict[str, Pass]:
        tokens = {*tokens}
        links = {token: one for token in tokens if token.startswith("s.") and (one := self._shared(token))}
        plain = {_digest(token): token for token in tokens if not token.startswith("s.")}

        def read(cursor: Any) -> list[Any]:
            cursor.execute(self.log.sql.of_keys(self._by_token, len(plain)), [*plain])
            return list(cursor.fetchall())

        rows: list[Any] = [_Row._make(row) for row in (self.log.read(read) if plain else ())]
        return links | {plain[bytes(row.token)]: self._pass(row) for row in rows}

    def known(self, token: str) -> Pass | None:
        """Return the pass of a token that was looked up a moment ago: a page asks many things at once.

        Where another process may have revoked it since, none is believed.
        """
        if self.coordination.several:
            return None
        found, at = self._known.get(_digest(token), (None, 0.0))
        return found if time.monotonic() - at < KNOWN_FOR else None

    def passes(self, match: str | None = None) -> list[Pass]:
        """Return all passes that are good, those of one match if one is given."""
        statement = select(access).where(access.c.revoked.is_(None)).order_by(access.c.created)
        if match is not None:
            statement = statement.where(access.c.match_id == match)
        return [found for row in self.log.select(statement) if self.is_good(found := self._pass(row))]

    def revoke(self, pass_id: str) -> bool:
        """Let a pass, and all share links that came from it, end now; return whether there was such a pass.

        Who had it may know the PINs by which it could be had again, so they end, too: a seat's own, and
        all those that a recorder or an organiser may have given.
        """
        statement = update(access).where(access.c.id == pass_id, access.c.revoked.is_(None))
        done = self.log.write(statement.values(revoked=self._now())) > 0
        one = self._find(access.c.id == pass_id) if done else None
        if one is not None and one.tournament is not None:
            self._forget_pins(one)
        elif one is not None and one.role in (ORGANISER, RECORDER, SEAT):
            self.log.write(delete(pins).where(_pins_known_to(one)))
        self._known.clear()
        if done:
            self.coordination.tell(REVOKED, pass_id)
        return done

    def _forget_pins(self, one: Pass) -> None:
        """Delete the PINs that somebody may know who had a pass for a tournament: those of its matches."""
        if one.role not in (ORGANISER, DESK) or one.tournament is None:
            return
        theirs = set(self._matches_of(one.tournament))
        for (chair,) in self.log.select(select(pins.c.match_id)):
            if chair.partition("/")[0] in theirs:
                self.log.write(delete(pins).where(pins.c.match_id == chair))

    def has_organiser(self) -> bool:
        """Return whether an organiser's pass was ever given and is still good."""
        return any(one.organises for one in self.passes())

    def _find(self, condition: Any) -> Pass | None:
        found = self.log.select(select(access).where(condition))
        return self._pass(found[0]) if found else None

    def is_good(self, one: Pass) -> bool:
        """Return whether a pass has not ended."""
        return one.revoked is None and (one.expires is None or one.expires > self._now())

    # --- share links --------------------------------------------------------------------------

    def share(self, by: Pass, match: str, days: float = 30) -> str:
        """Return a signed text with which anybody may follow a match, until it expires or its giver's pass ends."""
        body = f"s.{by.id}.{match}.{self._in_days(days)[:19].replace(':', '')}"
        return f"{body}.{self._signature(body)}"

    def public(self, match: str, *, make: bool = False) -> tuple[Pass, str] | None:
        """Return the link for everybody of a match, with its token; `None` where there is none and none is made."""
        return self.lasting(SPECTATOR, match, label="link for everybody", make=make).get(None)

    def lasting(
        self, role: str, match: str, seats: Sequence[int | None] = (None,), *, label: str = "", make: bool = True
    ) -> dict[int | None, tuple[Pass, str]]:
        """Return passes of a role with tokens that can be shown again, by seat; what is missing is made, if wanted.

        Each is a pass of its own, so it ends with nobody else's and lasts until it is revoked. Its token follows from
        its id and is kept nowhere.
        """
        found = self._lasting(role, match, seats)
        if make and set(seats) - set(found):
            with self.coordination.alone("link", match):  # two who ask at once are shown the same
                found = self._lasting(role, match, seats)
                for seat in [seat for seat in seats if seat not in found]:
                    new = secrets.token_hex(8)
                    token = self._lasting_token(new)
                    found[seat] = self._give(new, token, role, match, seat, label, None), token
        return found

    def _lasting(self, role: str, match: str, seats: Sequence[int | None]) -> dict[int | None, tuple[Pass, str]]:
        statement = select(access).where(access.c.match_id == match, access.c.role == role, access.c.revoked.is_(None))
        found: dict[int | None, tuple[Pass, str]] = {}
        for row in self.log.select(statement.order_by(access.c.created)):
            one, token = self._pass(row), self._lasting_token(row.id)
            if one.seat in seats and self.is_good(one) and bytes(row.token) == _digest(token):
                found.setdefault(one.seat, (one, token))
        return found

    def _lasting_token(self, pass_id: str) -> str:
        return "p" + self._signature(f"public.{pass_id}")

    def _shared(self, text: str) -> Pass | None:
        body, _, signature = text.rpartition(".")
        parts = body.split(".")
        if len(parts) != 4 or not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        _, giver_id, match, expires = parts
        giver = self._find(access.c.id == giver_id)
        ended = expires <= self._now()[:19].replace(":", "") or giver is None or not self.is_good(giver)
        return Pass(shared_by(giver_id), SPECTATOR, match, revoked=self._now() if ended else None)

    def _signature(self, body: str) -> str:
        if self._key is None:
            wanted = select(service.c.value).where(service.c.key == "share_key")
            if not self.log.select(wanted):
                self.log.write(self.log.into(service).values(key="share_key", value=secrets.token_hex(32)))
            self._key = bytes.fromhex(self.log.select(wanted)[0][0])
        return hmac.new(self._key, body.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:43]

    def signature(self, text: str) -> str:
        """Return what follows from a text and the secret of this ledger, as hexadecimal digits."""
        return self._signature(text)

    # --- PINs and chairs ----------------------------------------------------------------------

    def set_pin(self, match: str, seat: int | None = None) -> str:
        """Give a seat, or without one the recorder's chair, a new random PIN; return it: it is kept as a hash only."""
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
        with self.coordination.alone("chairs"):
            self.log.write(delete(pins).where(pins.c.match_id == _chair(match, seat)))
            self.log.write(self.log.into(pins).values(match_id=_chair(match, seat), hash=self._hasher.hash(pin)))
            self._guesses.forget(match)
        return pin

    def take_chair(self, match: str, pin: str, seat: int | None, sender: str = "") -> tuple[Pass, str]:
        """Let somebody who knows the PIN of a seat take it, or without a seat the recorder's chair by the PIN of that.

        One after the other: so all wrong PINs count, nobody gets a seat that was free a moment ago, and however many
        come at once, one slow hash at a time is reckoned. Wrong ones count for the match, and for their sender (an
        address), who might try another match with each.

        Raises:
            WrongPin: it is wrong, or too many wrong ones came.
            ChairTaken: somebody has taken that seat; the organiser can revoke that pass.
        """
        with self.coordination.alone("chairs"):
            self._check_pin(match, seat, pin, sender)
            if seat is not None and any(one.seat == seat for one in self.passes(match)):
                raise ChairTaken(say("seat {seat} is taken: the organiser can free it", seat=seat))
            role = RECORDER if seat is None else SEAT
            given, token = self.grant(role, match=match, seat=seat, label="by PIN", days=7)
        chair = say("the recorder’s chair") if seat is None else Thing(seat_name(seat))
        self.note(given, match, say("took {chair} by PIN", chair=chair))
        return given, token

    def _check_pin(self, match: str, seat: int | None, pin: str, sender: str) -> None:
        now, them = self._clock().timestamp(), self._signature(f"from {sender}")
        if self._guesses.too_many(match, them, now):
            raise WrongPin(say("too many wrong PINs: wait a quarter of an hour, or ask the organiser for a link"))
        found = self.log.select(select(pins.c.hash).where(pins.c.match_id == _chair(match, seat)))
        try:
            self._hasher.verify(found[0][0] if found else "", pin)
        except VerificationError:
            self._guesses.wrong(match, them, now)
            raise WrongPin(say("wrong PIN for this seat. Check it, or ask the organiser for a link")) from None
        except InvalidHashError as error:  # no hash at all
            text = say("this seat has no PIN now. Ask the organiser for a new PIN or a link")
            raise WrongPin(text) from error

    # --- the trail ----------------------------------------------------------------------------

    def looked(self, who: Pass, match: str, what: Text) -> None:
        """Note that hidden things were shown to somebody; looks within minutes are one look."""
        key, now = (who.id, match, written(what)), time.monotonic()
        if now - self._looked.get(key, -LOG_EVERY) >= LOG_EVERY:
            if len(self._looked) >= MOST_KNOWN:
                self._looked.clear()
            self._looked[key] = now
            self._note_once(who, match, what)

    def note(self, who: Pass, match: str, what: Text) -> None:
        """Write a line into the trail."""
        row = {"id": secrets.token_hex(8), "at": self._now(), "access_id": who.id, "match_id": match}
        self.log.write(self.log.into(access_log).values(**row, what=written(what)))

    def _note_once(self, who: Pass, match: str, what: Text) -> None:
        """Write a line into the trail, unless another process has done so within minutes."""
        c, since = access_log.c, (self._clock() - timedelta(seconds=LOG_EVERY)).isoformat(timespec="milliseconds")
        said = {"access_id": who.id, "match_id": match, "what": written(what)}
        there = select(c.id).where(*(c[name] == value for name, value in said.items()), c.at > since)
        row = {"id": secrets.token_hex(8), "at": self._now(), **said}
        new = select(*(literal(value) for value in row.values())).where(~there.exists())
        self.log.write(insert(access_log).from_select(list(row), new))

    def trail(self, match: str) -> list[TrailEntry]:
        """Return who was shown hidden things of a match, oldest first."""
        t, a = access_log.c, access.c
        statement = select(t.at, a.role, a.seat, a.label, t.what).where(t.match_id == match, a.id == t.access_id)
        return [
            TrailEntry(row[0], Thing(seat_name(row[2])) if row[2] else named(row[1]), row[3], read(row[4]))
            for row in self.log.select(statement.order_by(t.at, t.id))
        ]

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    def _in_days(self, days: float) -> str:
        return (self._clock() + timedelta(days=days)).isoformat(timespec="milliseconds")


def _chair(match: str, seat: int | None) -> str:
    """Return under what the PIN of a chair is kept; no match's id has a stroke in it."""
    return f"{match}/{seat or RECORDER}"


def shared_by(giver_id: str) -> str:
    """Return the id of whoever comes by a share link that somebody gave."""
    return f"shared-by-{giver_id}"


def _pins_known_to(one: Pass) -> ColumnElement[bool]:
    """Return the condition for the PINs that somebody may know who had a pass."""
    if one.match is None:
        return true()
    if one.role == SEAT:
        return pins.c.match_id == _chair(one.match, one.seat)
    return pins.c.match_id.startswith(f"{one.match}/", autoescape=True)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
