"""PINs by which people at the table take a seat, or the recorder's chair; only their hashes are stored."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, delete, select, true

from tablescribe.domain.tournament.model.roles import DESK, ORGANISER
from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.coordination import coordination_of
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import pins
from tablescribe.replays.web.access.passes import RECORDER, SEAT, Pass
from tablescribe.replays.web.access.pin_attempts import PinAttempts

PIN_DIGITS = 6


class WrongPin(Spoken):
    """The PIN is wrong, or there is none, or there were too many wrong ones."""

    code = "access.pin"


class SeatPins:
    """The PINs of all seats, in the ledger's database beside the log."""

    def __init__(self, log: LedgerRecorder) -> None:
        self._log = log
        self._coordination = coordination_of(log)
        self._attempts = PinAttempts(log)
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # as OWASP recommends

    def assign(self, match: str, seat: int | None = None) -> str:
        """Assign and return a new random PIN for a seat, or without a seat for the recorder's chair."""
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
        with self._coordination.alone("chairs"):
            self._log.write(delete(pins).where(pins.c.match_id == _chair(match, seat)))
            self._log.write(self._log.into(pins).values(match_id=_chair(match, seat), hash=self._hasher.hash(pin)))
            self._attempts.forget(match)
        return pin

    def check(self, match: str, seat: int | None, pin: str, sender: str, now: float) -> None:
        """Check the PIN of a seat, or of the recorder's chair if `seat` is `None`.

        Wrong PINs count for the match, and also for the sender, who might try another match each time.

        Args:
            sender: a pseudonym of the address that sent the PIN.
            now: seconds since 1970.

        Raises:
            WrongPin: it is wrong, there is none, or there were too many wrong ones.
        """
        if self._attempts.too_many(match, sender, now):
            raise WrongPin(say("too many wrong PINs: wait 15 minutes, or ask the organiser for a link"))
        found = self._log.select(select(pins.c.hash).where(pins.c.match_id == _chair(match, seat)))
        try:
            self._hasher.verify(found[0][0] if found else "", pin)
        except VerificationError:
            self._attempts.wrong(match, sender, now)
            raise WrongPin(say("wrong PIN for this seat. Check it, or ask the organiser for a link")) from None
        except InvalidHashError as error:  # not a hash
            text = say("this seat has no PIN now. Ask the organiser for a new PIN or a link")
            raise WrongPin(text) from error

    def forget_known_to(self, one: Pass, matches_of: Callable[[str], Iterable[str]]) -> None:
        """Delete the PINs that the holder of a revoked pass may know, so that they cannot return with them.

        A seat knows its own PIN; recorders, desks and organisers may have set those of all their matches.

        Args:
            matches_of: returns the ids of the matches of a tournament.
        """
        if one.tournament is not None:
            if one.role in (ORGANISER, DESK):
                self._forget_all_of({*matches_of(one.tournament)})
        elif one.role in (ORGANISER, RECORDER, SEAT):
            self._log.write(delete(pins).where(_known_to(one)))

    def _forget_all_of(self, matches: set[str]) -> None:
        for (chair,) in self._log.select(select(pins.c.match_id)):
            if chair.partition("/")[0] in matches:
                self._log.write(delete(pins).where(pins.c.match_id == chair))


def _chair(match: str, seat: int | None) -> str:
    """Return the key under which the PIN of a seat is stored; no match's id contains a slash."""
    return f"{match}/{seat or RECORDER}"


def _known_to(one: Pass) -> ColumnElement[bool]:
    """Return the condition for the PINs that the holder of a pass may know."""
    if one.match is None:
        return true()
    if one.role == SEAT:
        return pins.c.match_id == _chair(one.match, one.seat)
    return pins.c.match_id.startswith(f"{one.match}/", autoescape=True)
