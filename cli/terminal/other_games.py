"""How to record a game that has no rules here."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from tablescribe.domain.words.text import Text, say


def instead(title: str, names: Sequence[str] = ()) -> Text:
    """Return how to record a game that is not here: as a free-form game, with a template that suits it."""
    from tablescribe.domain.games import ANYTHING, suited_template

    people = " ".join(map(quote, names)) or "NAME NAME"
    template, called = suited_template(title), quote(title if title[:1].isupper() else title.title())
    return say(
        "Record it without rules: {command}",
        command=f"tablescribe new {ANYTHING} {people} --template {template} --title {called}",
    )  # fmt: skip
