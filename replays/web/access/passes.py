"""What a pass is: of all matches, of one match, or of one tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tablescribe.domain.tournament.model.roles import ARBITER, DESK, ORGANISER, PLAYER, PUBLIC
from tablescribe.domain.words.text import Spoken, Text, say

RECORDER, SEAT, JUDGE, SPECTATOR = "recorder", "seat", "judge", "spectator"
ROLES: Mapping[str, Text] = {
    ORGANISER: say("organiser"),
    RECORDER: say("recorder"),
    SEAT: say("seat"),
    JUDGE: say("judge"),
    SPECTATOR: say("spectator"),
}
"""The roles there are at matches, and how people call them."""

DOOR = "door"
"""Whoever has this link enters one person after the other, as at the door of a hall, and sees nothing."""

IN_TOURNAMENTS: Mapping[str, Text] = {
    ORGANISER: say("organiser"),
    ARBITER: say("arbiter"),
    DESK: say("desk"),
    PLAYER: say("player"),
    PUBLIC: say("public"),
    DOOR: say("door"),
}
"""The roles of passes for one tournament."""

OFFICIALS = (ORGANISER, ARBITER, DESK)
"""Who holds a tournament."""

AT_MATCHES = {ARBITER: JUDGE, DESK: RECORDER, PUBLIC: SPECTATOR, PLAYER: SPECTATOR, ORGANISER: ORGANISER}
"""What a pass for a tournament is at one of its matches; a player's at their own table is that seat's."""

ALSO = {JUDGE: ARBITER, RECORDER: DESK, SPECTATOR: PUBLIC, ORGANISER: ORGANISER}
"""What a pass for all matches is in every tournament."""


class Denied(Spoken):
    """The person may not do that."""

    code = "access.denied"


@dataclass(frozen=True)
class Pass:
    """What somebody may do.

    Attributes:
        id: random; it stands as the recorder in what this person records.
        role: one of `ROLES`, or of `IN_TOURNAMENTS` where it is for a tournament.
        match: the one match, or the one tournament, it is for; `None` for all.
        seat: the seat, for the role `seat`; the starting number, for a player of a tournament.
        label: what the organiser calls it.
        expires: when it ends, ISO 8601 in UTC; `None`: never.
        revoked: when it was revoked.
        tournament: the tournament, if it is for one; at a match of it, `match` and `role` are those there (`at`).
    """

    id: str
    role: str
    match: str | None = None
    seat: int | None = None
    label: str = ""
    expires: str | None = None
    revoked: str | None = None
    tournament: str | None = None

    public: ClassVar[bool] = False
    """Whether it is everybody's in a tournament, at a match of it: see `PublicPass`."""

    @property
    def organises(self) -> bool:
        """Whether it may open matches and give links; a pass for one match may not, whatever its role."""
        return self.role == ORGANISER and self.match is None

    @property
    def records(self) -> bool:
        """Whether it may record for every seat."""
        return self.role in (ORGANISER, RECORDER)

    @property
    def judges(self) -> bool:
        """Whether it may rule, and see everything."""
        return self.role in (ORGANISER, JUDGE)

    @property
    def joins(self) -> bool:
        """Whether it is led to the rematch of its match; those who only watch or judge are not."""
        return self.match is None or self.role in (ORGANISER, RECORDER, SEAT)

    def require(self, holds: object, deed: Text) -> None:
        """Raise `Denied` unless it holds."""
        if not holds:
            if self.role not in ROLES:
                raise Denied(
                    say(
                        "this link ({role}) does not allow you to {deed}. Ask the organiser for a link with that right",
                        role=named(self.role), deed=deed,
                    )
                )  # fmt: skip
            role = named(self.role)
            raise Denied(
                say(
                    "{role}s are not allowed to {deed}. Ask the organiser for a link with that right",
                    role=role,
                    deed=deed,
                )
            )

    def enter(self, match_id: str) -> None:
        """Raise `Denied` if the pass is for another match."""
        if self.match not in (None, match_id):
            raise Denied(say("this link is for another match. Open the link of this match"))

    # --- tournaments --------------------------------------------------------------------------

    def in_tournament(self, tournament_id: str) -> str:
        """Return the role that somebody has in a tournament.

        Raises:
            Denied: the pass is for a match, or for another tournament.
        """
        if self.match is None and self.role in ALSO:
            return ALSO[self.role]
        if self.match != tournament_id or self.tournament != tournament_id:
            raise Denied(say("this link is not for this tournament. Open the link of this tournament"))
        return self.role

    def at(self, match_id: str, seat: int | None) -> Pass:
        """Return what a pass for a tournament is at a match of it; `seat` is the player's own there, if any."""
        if self.role == PLAYER and seat is not None:
            return replace(self, role=SEAT, match=match_id, seat=seat)
        kind = PublicPass if self.role == PUBLIC else Pass
        role = AT_MATCHES.get(self.role, SPECTATOR)
        return kind(self.id, role, match_id, None, self.label, self.expires, self.revoked, self.tournament)


class PublicPass(Pass):
    """A public pass of a tournament at a match of it: it is told names if the tournament shows them to everybody."""

    public = True


def of_tournament(role: str, match: str | None) -> str | None:
    """Return the tournament that a pass of a role is for: `match`, where the role is one of a tournament only."""
    return match if role not in ROLES else None


def named(role: str) -> Text | str:
    """Return how people call a role."""
    return ROLES.get(role) or IN_TOURNAMENTS.get(role) or role
