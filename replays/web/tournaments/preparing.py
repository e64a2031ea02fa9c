"""Commands of officials outside the log: times of rounds, and tags of entrants. Independent of HTTP."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.round_starts import set_start, times_told
from tablescribe.ledger.tournaments.tags import set_tag, tags_of
from tablescribe.replays.tournaments.prizes import prizes_data
from tablescribe.replays.tournaments.round_starts import schedule_data
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.queries import TournamentView


class Preparing(OfficialCommands):
    """The commands of one viewer of a tournament."""

    def __init__(self, seen: TournamentView) -> None:
        super().__init__(seen)
        self.ledger = seen.queries.ledger

    def set_start(self, number: int, at: datetime | None, was: datetime | None, *, wanted: str | None = None) -> None:
        """Set the automatic start of a round if it still is `was`, the time that the official saw; `None`: no start."""
        role = self.by("clock", wanted)
        now, moment = self.now(), self.organiser.scribe.now()
        set_start(self.ledger, now, number, at, moment, by=role, seen=was, must_match=True)

    def schedule(self) -> dict[str, Any]:
        """Return the times of all rounds."""
        return schedule_data(self.now(), times_told(self.ledger, self.id), self.organiser.scribe.now())

    def tag(self, tag: str, numbers: Iterable[int], has: bool, *, wanted: str | None = None) -> None:
        """Add a tag to entrants, or remove it."""
        role, now = self.by("enter", wanted), self.now()
        refs = [self.seen.queries.hall.ref_of(now, number) for number in numbers]
        for ref in refs:
            set_tag(self.ledger, now, ref, tag, has, by=role)

    def set_tagged(self, tag: str, numbers: Iterable[int]) -> None:
        """Set exactly which entrants have a tag."""
        role, now = self.by("enter"), self.now()
        wanted = {self.seen.queries.hall.ref_of(now, number) for number in numbers}
        known = tags_of(self.ledger, self.id)
        for ref in now.entrants:
            if (ref in wanted) != (tag in known.get(ref, ())):
                set_tag(self.ledger, now, ref, tag, ref in wanted, by=role)

    def tagged(self) -> list[dict[str, Any]]:
        """Return the tags of entrants, for officials."""
        self.seen.require(OFFICIALS, say("see tags"))
        now, known = self.now(), tags_of(self.ledger, self.id)
        names = self.seen.queries.hall.names(now)
        return [
            {"number": one.number, "name": names[one.ref], "tags": sorted(known.get(one.ref, ()))}
            for one in now.field()
        ]

    def prizes(self) -> dict[str, Any]:
        """Return the prizes and their winners, with names as the viewer may see them."""
        return prizes_data(self.seen.now, tags_of(self.ledger, self.id), self.seen.names)
