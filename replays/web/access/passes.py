"""Passes: access to all matches, to one match, or to one tournament."""

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
"""Roles at matches, with their names."""

DOOR = "door"
"""The role of the link at the door of a tournament: it enters people, and shows nothing else."""

IN_TOURNAMENTS: Mapping[str, Text] = {
    ORGANISER: say("organiser"),
    ARBITER: say("arbiter"),
    DESK: say("desk"),
    PLAYER: say("player"),
    PUBLIC: say("public"),
    DOOR: say("door"),
}
"""Roles of passes for one tournament, with their names."""

OFFICIALS = (ORGANISER, ARBITER, DESK)
"""The roles of those who run a tournament."""

AT_MATCHES = {ARBITER: JUDGE, DESK: RECORDER, PUBLIC: SPECTATOR, PLAYER: SPECTATOR, ORGANISER: ORGANISER}
"""The role of a tournament's pass at one of its matches; players have the role `seat` at their own table."""

ALSO = {JUDGE: ARBITER, RECORDER: DESK, SPECTATOR: PUBLIC, ORGANISER: ORGANISER}
"""The role of a pass for all matches in every tournament."""


class Denied(Spoken):
    """The pass does not allow this."""

    code = "access.denied"


@dataclass(frozen=True)
class Pass:
    """The rights of one link.

    Attributes:
        id: random; the log names it as the recorder of everything this person records.
        role: one of `ROLES`, or one of `IN_TOURNAMENTS` for a tournament.
        match: the id of its match or tournament; `None` for all.
        seat: the seat, for the role `seat`; the starting number, for a player of a tournament.
        label: the organiser's name for it.
        expires: its expiry, ISO 8601 in UTC; `None`: never.
        revoked: the time of its revocation.
        tournament: its tournament, if any; at one of its matches, `match` and `role` are those of the match (`at`).
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
    """Whether it is a tournament's public pass at a match: see `PublicPass`."""

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
        """Raise `Denied` unless `holds` is true."""
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
        """Return the role of this pass in a tournament.

        Raises:
            Denied: the pass is for a match, or for another tournament.
        """
        if self.match is None and self.role in ALSO:
            return ALSO[self.role]
        if self.match != tournament_id or self.tournament != tournament_id:
            raise Denied(say("this link is not for this tournament. Open the link of this tournament"))
        return self.role

    def at(self, match_id: str, seat: int | None) -> Pass:
        """Return the pass that a tournament's pass becomes at one of its matches; `seat` is the player's, if any."""
        if self.role == PLAYER and seat is not None:
            return replace(self, role=SEAT, match=match_id, seat=seat)
        kind = PublicPass if self.role == PUBLIC else Pass
        role = AT_MATCHES.get(self.role, SPECTATOR)
        return kind(self.id, role, match_id, None, self.label, self.expires, self.revoked, self.tournament)


class PublicPass(Pass):
    """A tournament's public pass at a match: it reads names only if the tournament shows them to everybody."""

    public = True


def of_tournament(role: str, match: str | None) -> str | None:
    """Return the tournament that a pass is for: `match` if the role exists only in tournaments, else `None`."""
    return match if role not in ROLES else None


def named(role: str) -> Text | str:
    """Return the name of a role."""
    return ROLES.get(role) or IN_TOURNAMENTS.get(role) or role
