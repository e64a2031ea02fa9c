"""Roles in a tournament, and their permissions."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.words.text import Spoken, either, say

ORGANISER, ARBITER, DESK, PLAYER, PUBLIC = ROLES = ("organiser", "arbiter", "desk", "player", "public")

HALL = "hall"
"""Who reports what a closed match gave, and starts a round at its time: nobody, but the service itself."""

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
"""What each role may do. An organiser does not rule and an arbiter does not announce: who is both says as which.

A player withdraws, returns, checks in, requests byes and appeals for nobody else, and opens only the table where they
sit: that is for whoever knows who it is (a pass) to look at."""


class RoleRefused(Spoken):
    """That is not for this role to do."""

    code = "tournament.role"


def must_be_allowed(role: str, what: str) -> None:
    """Refuse what a role may not do.

    Raises:
        RoleRefused: it is another's to do, and whose.
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
