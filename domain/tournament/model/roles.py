"""Roles in a tournament, and their permissions."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.words.text import Spoken, either, say

ORGANISER, ARBITER, DESK, PLAYER, PUBLIC = ROLES = ("organiser", "arbiter", "desk", "player", "public")

HALL = "hall"
"""The role of the service itself, which reports results of closed matches and starts rounds automatically."""

MAY: Mapping[str, frozenset[str]] = {
    ORGANISER: frozenset(
        {
            "announce",
            "enter",
            "withdraw",
            "return",
            "check in",
            "request",
            "pair",
            "adjust",
            "start",
            "report",
            "appeal",
            "draw",
            "finish",
            "clock",
        }
    ),
    ARBITER: frozenset(
        {
            "enter",
            "withdraw",
            "return",
            "check in",
            "request",
            "pair",
            "adjust",
            "start",
            "report",
            "correct",
            "penalise",
            "appeal",
            "decide",
            "draw",
            "clock",
        }
    ),
    DESK: frozenset({"enter", "withdraw", "return", "check in", "request", "start", "report"}),
    PLAYER: frozenset({"withdraw", "return", "check in", "request", "appeal", "open"}),
    PUBLIC: frozenset(),
}
"""The permissions of each role. An organiser cannot rule, and an arbiter cannot announce. A person with both roles
chooses one for each command.

A player may withdraw, return, check in, request byes and appeal only for themselves, and open only their own table.
Callers who know the player's identity (from a pass) must check this."""


class RoleRefused(Spoken):
    """The role is not allowed to do this."""

    code = "tournament.role"


def must_be_allowed(role: str, what: str) -> None:
    """Refuse a command that a role may not give.

    Raises:
        RoleRefused: the role may not; the text names the roles that may.
    """
    if role not in MAY or what not in MAY[role]:
        others = [one for one, may in MAY.items() if what in may]
        raise RoleRefused(
            say(
                "{what} is not allowed for the role {role}, only for {others}",
                what=what,
                role=role,
                others=either(others),
            )
        )
