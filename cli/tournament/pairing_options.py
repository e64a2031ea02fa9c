"""What `pair` and `draft` share: byes as options, and a notice that pairing a large Swiss takes a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.language import told, wrong_use
from tablescribe.cli.terminal.state import echo
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.field import Bye
    from tablescribe.domain.tournament.model.tournament import Tournament

MANY = 300
"""Number of entrants of a Swiss from which the notice is printed."""


def byes_asked(byes: Sequence[str]) -> dict[str, Bye | None]:
    """Return byes by name from options such as `NAME=half`.

    Raises:
        click.UsageError: an option has another form.
    """
    from tablescribe.domain.tournament.model.field import Bye

    asked: dict[str, Bye | None] = {}
    for text in byes:
        name, _, kind = text.partition("=")
        if kind not in ("full", "half", "zero"):
            raise wrong_use(say("write a bye as NAME=full, NAME=half or NAME=zero"))
        asked[name] = Bye(kind)
    return asked


def ask_for_patience(now: Tournament) -> None:
    """Say on standard error that pairing a large Swiss takes a while."""
    people = len(now.entrants) - len(now.withdrawn)
    if people >= MANY and now.plan.stages[now.plan.stage_of(now.round + 1)].kind == "swiss":
        words = say("Pairing {n} entrants by the Dutch system. This takes a few seconds.", n=people)
        echo(told(words), err=True)
