"""The error for a package of the extra `tournament` that is not installed."""

from __future__ import annotations

from tablescribe.domain.words.text import Spoken, say

COMMAND = "pipx install --force '.[web,tournament]'"
"""The command that installs Tablescribe with the extra, run in the folder of its source."""


class NotInstalled(Spoken):
    """An optional package is missing that only some commands need."""

    code = "extra.missing"

    def __init__(self, package: str) -> None:
        super().__init__(
            say(
                "{package} is not installed. In the folder of Tablescribe's source, run: {command}",
                package=package, command=COMMAND,
            )
        )  # fmt: skip
