"""Take-back requests that wait for the consent of other seats: one per match, stored outside the log."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, select

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Spoken, Thing, say
from tablescribe.ledger.log.coordination import Coordination
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import consents

KEPT_DAYS = 2
"""Days after which an unanswered request is deleted."""


class Pending(Spoken):
    """The take-back waits for others to agree."""

    code = "match.consent_pending"


class OtherRequest(Spoken):
    """The answered take-back request is no longer pending."""

    code = "match.consent_other"


@dataclass
class TakeBackRequest:
    """A seat's request to take moves back, with its answers so far. It ends with the next recorded event.

    Attributes:
        id: random; answers name it, so that nobody agrees to a request that replaced it.
        version: the match's version at the request.
        to: the last move to keep.
        by: the seat that asks.
        reason: the seat's own words.
        agreed: the seats that agree.
        refused: the seat that refuses.
    """

    id: str
    version: int
    to: int
    by: int
    reason: str
    agreed: set[int] = field(default_factory=set)
    refused: int | None = None

    def data(self) -> dict[str, Any]:
        """Return what everybody at the table may know of it: everything but the reason, which is free text."""
        return {
            "request": self.id, "version": self.version, "to": self.to, "by": self.by,
            "agreed": sorted(self.agreed), "refused": self.refused,
        }  # fmt: skip

    def missing(self, people: Iterable[int]) -> set[int]:
        """Return those of some seats that have not agreed yet."""
        return set(people) - self.agreed - {self.by}


class TakeBackRequests:
    """The latest request of each match, shared by all processes on the ledger."""

    def __init__(self, log: LedgerRecorder, coordination: Coordination) -> None:
        self._log = log
        self._coordination = coordination

    def make(self, match_id: str, version: int, to: int, by: int, reason: str) -> TakeBackRequest:
        """Store a request as the pending one and return it; repeating a request keeps its answers."""
        with self._coordination.alone("consent", match_id):
            found = self.at(match_id, version)
            if found is None or found.refused or (found.to, found.by, found.reason) != (to, by, reason):
                found = TakeBackRequest(secrets.token_hex(8), version, to, by, reason)
                self._keep(match_id, found)
            return found

    def last(self, match_id: str) -> TakeBackRequest | None:
        """Return the latest request in a match, even if more was recorded since."""
        c = consents.c
        wanted = select(c.request, c.version, c.target, c.seat, c.reason, c.agreed, c.refused)
        rows = self._log.select(wanted.where(c.match_id == match_id))
        for request, version, to, by, reason, agreed, refused in rows:
            return TakeBackRequest(request, version, to, by, reason, set(json.loads(agreed)), refused)
        return None

    def at(self, match_id: str, version: int) -> TakeBackRequest | None:
        """Return the request made at a version of a match, pending or refused."""
        found = self.last(match_id)
        return found if found is not None and found.version == version else None

    def answer(self, match_id: str, version: int, request_id: str, seat: int, *, agrees: bool) -> TakeBackRequest:
        """Record a seat's answer to a request; return the request.

        Raises:
            Refused: no request is pending.
            OtherRequest: another request than the one answered is pending.
        """
        with self._coordination.alone("consent", match_id):
            found = self.at(match_id, version)
            if found is None or found.refused:
                raise Refused(say("this undo request is no longer open. Ask again"))
            if found.id != request_id:
                by = Thing(seat_name(found.by))
                raise OtherRequest(say("{seat} has made a new request. Check it, then answer", seat=by))
            if agrees:
                found.agreed.add(seat)
            else:
                found.refused = seat
            self._keep(match_id, found)
            return found

    def _keep(self, match_id: str, one: TakeBackRequest) -> None:
        """Store a request in place of the match's previous one, and delete long unanswered ones."""
        now = datetime.now(UTC)
        row = {
            "request": one.id, "version": one.version, "target": one.to, "seat": one.by, "reason": one.reason,
            "agreed": json.dumps(sorted(one.agreed)), "refused": one.refused, "at": now.isoformat(),
        }  # fmt: skip
        new = self._log.backend.into(consents).values(match_id=match_id, **row)
        self._log.write(new.on_conflict_do_update(index_elements=["match_id"], set_=row))
        self._log.write(delete(consents).where(consents.c.at < (now - timedelta(days=KEPT_DAYS)).isoformat()))
