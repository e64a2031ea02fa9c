"""Wishes to take moves back that wait for the others at the table: in memory only, one a match. No HTTP in here."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from domain.names import seat as seat_name
from domain.refusals import Refused
from domain.text import Spoken, Thing, say


class Pending(Spoken):
    """The take-back waits for others to agree."""

    code = "match.consent_pending"


class OtherRequest(Spoken):
    """The answer is to a request to take back that does not wait any more."""

    code = "match.consent_other"


@dataclass
class Request:
    """A seat's wish to take moves back, who agreed so far, and who did not. It ends with the next thing recorded.

    Attributes:
        id: random; whoever answers names it, so that nobody agrees to what another has asked for meanwhile.
        version: of the match, when it was asked.
        to: the last move that would stay.
        by: the seat that asks.
        reason: in its own words.
        agreed: the seats that agree.
        refused: the seat that does not.
    """

    id: str
    version: int
    to: int
    by: int
    reason: str
    agreed: set[int] = field(default_factory=set)
    refused: int | None = None

    def data(self) -> dict[str, Any]:
        """Return what everybody at the table may know of it: all but the reason, which is in anybody's own words."""
        return {
            "request": self.id, "version": self.version, "to": self.to, "by": self.by,
            "agreed": sorted(self.agreed), "refused": self.refused,
        }  # fmt: skip

    def missing(self, people: Iterable[int]) -> set[int]:
        """Return those of some seats that have not agreed yet."""
        return set(people) - self.agreed - {self.by}


class Requests:
    """The request of each match that was made last."""

    def __init__(self) -> None:
        self._made: dict[str, Request] = {}
        self._lock = threading.Lock()

    def make(self, match_id: str, version: int, to: int, by: int, reason: str) -> Request:
        """Return the request that waits from now on: the same one if it is made again, with who has agreed."""
        with self._lock:
            found = self.at(match_id, version)
            if found is None or found.refused or (found.to, found.by, found.reason) != (to, by, reason):
                found = self._made[match_id] = Request(secrets.token_hex(8), version, to, by, reason)
            return found

    def at(self, match_id: str, version: int) -> Request | None:
        """Return the request that was made at a version of a match: it waits, or was not agreed to."""
        found = self._made.get(match_id)
        return found if found is not None and found.version == version else None

    def answer(self, match_id: str, version: int, request_id: str, seat: int, *, agrees: bool) -> Request:
        """Note a seat's answer to a request; return the request.

        Raises:
            Refused: nothing waits.
            OtherRequest: another request than the one answered waits.
        """
        with self._lock:
            found = self.at(match_id, version)
            if found is None or found.refused:
                raise Refused(say("no take-back waits for agreement: whoever wants one can ask again"))
            if found.id != request_id:
                by = Thing(seat_name(found.by))
                raise OtherRequest(
                    say("meanwhile {seat} asks for something else: look at it, and answer that", seat=by)
                )
            if agrees:
                found.agreed.add(seat)
            else:
                found.refused = seat
            return found
