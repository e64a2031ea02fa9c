"""The output language: `--language`, else that of the environment if supported, else English.

With `--json` the environment is ignored, so that programs read English unless `--language` says otherwise.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.words.text import Slot
    from tablescribe.replays.reading.reader import Reader

Function = TypeVar("Function", bound=Callable[..., Any])


def in_language(function: Function) -> Function:
    """Add the option `--language` to a command."""

    def remember(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
        if value is not None:
            ctx.find_root().obj.language = _known(value)

    option = click.option(
        "--language", expose_value=False, is_eager=True, callback=remember, metavar="en|de|it|pt",
        help="Language of the output. Default: from your environment, else English.",
    )  # fmt: skip
    return option(function)


def _known(value: str) -> str:
    from tablescribe.replays.reading.reader import LANGUAGES

    if value not in LANGUAGES:
        raise click.BadParameter(f"{value!r} is none of {', '.join(LANGUAGES)}")
    return value


def language() -> str:
    """Return the language of the running command; English outside of a command, and with `--json`."""
    ctx = click.get_current_context(silent=True)
    state = ctx.find_root().obj if ctx is not None else None
    chosen = getattr(state, "language", None)
    if chosen is not None:
        return str(chosen)
    return "en" if ctx is None or getattr(state, "json", False) else of_environment(os.environ)


def language_of_line(words: Sequence[str]) -> str | None:
    """Return the value of `--language` in a line, for errors before click reads the options."""
    from tablescribe.replays.reading.reader import LANGUAGES

    line = " ".join(words).replace("--language=", "--language ").split()
    named = line[line.index("--language") + 1 :][:1] if "--language" in line else []
    return named[0] if named and named[0] in LANGUAGES else None


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for; English if we do not have it.

    As in gettext, the first of LANGUAGE (a list), LC_ALL, LC_MESSAGES and LANG that is set counts. `C` is English.
    """
    from tablescribe.replays.reading.reader import LANGUAGES

    said = (environment.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    first = next(filter(None, said), "").split(":")[0]
    wanted = re.split(r"[_.@-]", first)[0].lower()
    return wanted if wanted in LANGUAGES else "en"


def reader(opening: Opening | None = None, people: Iterable[str] = ()) -> Reader:
    """Return a reader for the output of the running command."""
    from tablescribe.replays.reading.reader import Reader

    return Reader(opening, language(), people)


def told(text: Slot, opening: Opening | None = None) -> str:
    """Return a text in the language of the running command."""
    return reader(opening).tell(text)


def wrong_use(text: Slot) -> click.UsageError:
    """Return a usage error with a translated message."""
    return click.UsageError(reader().tell(text))
