"""Access control: tokens, signed share links, seats taken by PIN, and the access trail.

A token is 256 random bits; the ledger's database stores only its SHA-256. A share link is signed, not stored. It names
its giver and its expiry, and ends with the giver's pass. A PIN opens one seat, see `seat_pins.py`.
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

from sqlalchemy import insert, literal, literal_column, select, update

from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.words.text import Spoken, Text, Thing, say
from tablescribe.ledger.log.coordination import coordination_of
from tablescribe.ledger.log.schema import access, access_log, events, service
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access_trail import TrailEntry, read, written
from tablescribe.replays.web.access.passes import (
    RECORDER,
    SEAT,
    SPECTATOR,
    Pass,
    named,
    of_tournament,
)
from tablescribe.replays.web.access.seat_pins import SeatPins

KNOWN_FOR = 2.0
"""Seconds for which a pass is cached. A pass that another process revokes ends after that."""

MOST_KNOWN = 10_000
"""Maximum number of cached passes, and of cached views of hands; beyond that the cache is emptied."""

REVOKED = "revoked"
"""The notification to all processes that a pass was revoked."""

LOG_EVERY = 600.0
"""Seconds within which repeated views of the same hands by one person are recorded once."""


class NoPass(Spoken):
    """There is no token, or it is unknown, expired or revoked."""

    code = "access.none"


class ChairTaken(Spoken):
    """Somebody has already taken the seat."""

    code = "access.taken"


_Row = namedtuple("_Row", [column.name for column in access.columns])  # type: ignore[misc]


class Access:
    """Gives, checks and revokes passes, which are stored in the ledger's database beside the log.

    Attributes:
        coordination: coordinates all processes that serve the same ledger.
        pins: the PINs of seats.
    """

    def __init__(self, ledger: Ledger, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.log = ledger.log
        self.coordination = coordination_of(ledger.log)
        self.pins = SeatPins(ledger.log)
        by_token = select(access).where(access.c.token.in_([literal_column("KEYS")]))  # runs with each request
        self._by_token = str(by_token.compile(dialect=ledger.log.engine.dialect))
        self._matches_of: Callable[[str], Iterable[str]] = lambda one: ledger.tournament(one).match_ids()
        self._clock = clock
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
        """Create a pass; return it with its token, which is never stored."""
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
        """Return the tournament that a pass is for; an organiser's pass may instead be for one match."""
        if role == ORGANISER and match is not None:
            first = select(events.c.type).where(events.c.match_id == match, events.c.version == 1)
            return match if [row[0] for row in self.log.select(first)] == ["Announced"] else None
        return of_tournament(role, match)

    def who(self, token: str) -> Pass:
        """Return the pass of a token or of a share link.

        Raises:
            NoPass: the token is unknown, expired or revoked.
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
        """Return the valid passes of some tokens, looked up together."""
        found = {token: one for token, one in self._told(tokens).items() if self.is_good(one)}
        for token, one in found.items():
            self._remember(token, one)
        return found

    def told(self, token: str) -> Pass | None:
        """Return the pass of a token or of a share link, even if it has ended; `None` if there never was one."""
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
        """Return the cached pass of a token, because a page sends many requests at once.

        Where several processes serve the ledger, nothing is cached: another one may have revoked the pass.
        """
        if self.coordination.several:
            return None
        found, at = self._known.get(_digest(token), (None, 0.0))
        return found if time.monotonic() - at < KNOWN_FOR else None

    def passes(self, match: str | None = None) -> list[Pass]:
        """Return all valid passes, or those for one match."""
        statement = select(access).where(access.c.revoked.is_(None)).order_by(access.c.created)
        if match is not None:
            statement = statement.where(access.c.match_id == match)
        return [found for row in self.log.select(statement) if self.is_good(found := self._pass(row))]

    def revoke(self, pass_id: str) -> bool:
        """Revoke a pass and all share links that it gave; return whether there was such a pass.

        The PINs that its holder may know are deleted as well, so that they cannot come back by them.
        """
        statement = update(access).where(access.c.id == pass_id, access.c.revoked.is_(None))
        done = self.log.write(statement.values(revoked=self._now())) > 0
        one = self._find(access.c.id == pass_id) if done else None
        if one is not None:
            self.pins.forget_known_to(one, self._matches_of)
        self._known.clear()
        if done:
            self.coordination.tell(REVOKED, pass_id)
        return done

    def has_organiser(self) -> bool:
        """Return whether there is a valid organiser's pass."""
        return any(one.organises for one in self.passes())

    def _find(self, condition: Any) -> Pass | None:
        found = self.log.select(select(access).where(condition))
        return self._pass(found[0]) if found else None

    def is_good(self, one: Pass) -> bool:
        """Return whether a pass has not ended."""
        return one.revoked is None and (one.expires is None or one.expires > self._now())

    # --- share links --------------------------------------------------------------------------

    def share(self, by: Pass, match: str, days: float = 30) -> str:
        """Return a signed token with which anyone may follow a match, until it expires or its giver's pass ends."""
        body = f"s.{by.id}.{match}.{self._in_days(days)[:19].replace(':', '')}"
        return f"{body}.{self._signature(body)}"

    def public(self, match: str, *, make: bool = False) -> tuple[Pass, str] | None:
        """Return the public pass of a match with its token; `None` if there is none. With `make`, create one."""
        return self.lasting(SPECTATOR, match, label="link for everybody", make=make).get(None)

    def lasting(
        self, role: str, match: str, seats: Sequence[int | None] = (None,), *, label: str = "", make: bool = True
    ) -> dict[int | None, tuple[Pass, str]]:
        """Return passes of a role with tokens that can be shown again, by seat; missing ones are created with `make`.

        Each is an independent pass that lasts until it is revoked. Its token is derived from its id and never stored.
        """
        found = self._lasting(role, match, seats)
        if make and set(seats) - set(found):
            with self.coordination.alone("link", match):  # concurrent requests get the same pass
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
        """Return a keyed hash of a text under this ledger's secret, in hexadecimal."""
        return self._signature(text)

    # --- seats taken by PIN -------------------------------------------------------------------

    def take_chair(self, match: str, pin: str, seat: int | None, sender: str = "") -> tuple[Pass, str]:
        """Create a pass for a seat, or without one for the recorder's chair, for somebody who knows its PIN.

        Attempts are handled one at a time: all wrong PINs count, a seat goes to one person, and only one slow hash is
        computed at once.

        Args:
            sender: the address from which the PIN comes.

        Raises:
            WrongPin: it is wrong, there is none, or too many wrong ones came.
            ChairTaken: somebody has taken that seat; the organiser can revoke that pass.
        """
        with self.coordination.alone("chairs"):
            self.pins.check(match, seat, pin, self._signature(f"from {sender}"), self._clock().timestamp())
            if seat is not None and any(one.seat == seat for one in self.passes(match)):
                raise ChairTaken(say("seat {seat} is taken: the organiser can free it", seat=seat))
            role = RECORDER if seat is None else SEAT
            given, token = self.grant(role, match=match, seat=seat, label="by PIN", days=7)
        chair = say("the recorder’s chair") if seat is None else Thing(seat_name(seat))
        self.note(given, match, say("took {chair} by PIN", chair=chair))
        return given, token

    # --- the trail ----------------------------------------------------------------------------

    def looked(self, who: Pass, match: str, what: Text) -> None:
        """Record in the trail that hidden information was shown; repeated views within minutes are recorded once."""
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
        """Write a line into the trail, unless another process has written it within minutes."""
        c, since = access_log.c, (self._clock() - timedelta(seconds=LOG_EVERY)).isoformat(timespec="milliseconds")
        said = {"access_id": who.id, "match_id": match, "what": written(what)}
        there = select(c.id).where(*(c[name] == value for name, value in said.items()), c.at > since)
        row = {"id": secrets.token_hex(8), "at": self._now(), **said}
        new = select(*(literal(value) for value in row.values())).where(~there.exists())
        self.log.write(insert(access_log).from_select(list(row), new))

    def trail(self, match: str) -> list[TrailEntry]:
        """Return the trail of a match: who was shown hidden information, oldest first."""
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


def shared_by(giver_id: str) -> str:
    """Return the id of the pass of everybody who follows a share link, by the id of its giver's pass."""
    return f"shared-by-{giver_id}"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
