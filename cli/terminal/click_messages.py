"""Click's usage errors in the reader's language. Help texts stay in English."""

from __future__ import annotations

import re
from typing import Any

import click

from tablescribe.cli.terminal.language import language, told
from tablescribe.cli.terminal.state import echo
from tablescribe.domain.words.text import Text, say

PLACE = re.compile(r"\{(\w+)\}")

KNOWN: tuple[Text, ...] = (
    say("{what}. Did you mean {near}?", what="", near=""),
    say("{what}. (Did you mean one of: {near}?)", what="", near=""),
    say("Missing argument {name}", name=""), say("Missing option {name}", name=""), say("Missing command"),
    say("Missing parameter: {name}", name=""),
    say("No such option {name}", name=""), say("No such command {name}", name=""),
    say("There is no command {name}", name=""),
    say("Got unexpected extra argument ({words})", words=""), say("Got unexpected extra arguments ({words})", words=""),
    say("Invalid value for {name}: {what}", name="", what=""), say("Invalid value: {what}", what=""),
    say("{word} is not one of {choices}", word="", choices=""),
    say("{word} is not a valid integer range", word=""), say("{word} is not a valid integer", word=""),
    say("{word} is not a valid float range", word=""), say("{word} is not a valid float", word=""),
    say("{word} is not a valid boolean. Recognized values: {states}", word="", states=""),
    say("{word} is not in the range {range}", word="", range=""),
    say("File {name} does not exist", name=""), say("Path {name} does not exist", name=""),
    say("Directory {name} does not exist", name=""), say("File {name} is a directory", name=""),
    say("Path {name} is a directory", name=""), say("Directory {name} is a file", name=""),
    say("File {name} is not readable", name=""), say("Path {name} is not readable", name=""),
    say("File {name} is not writable", name=""), say("Path {name} is not writable", name=""),
    say("Option {name} requires an argument", name=""), say("Option {name} does not take a value", name=""),
    say("Could not open file {name}: {what}", name="", what=""),
    say("Choose from: {choices}", choices=""),
    say("Did you mean {near}?", near=""), say("Aborted!"),
)  # fmt: skip
"""Click's messages in its own words, without the full stop. Messages that contain others come first."""

WITHIN = ("what",)
"""Slots that contain another message of click's."""


def _pattern(text: Text) -> re.Pattern[str]:
    parts = PLACE.split(text.template)
    found = "".join(re.escape(part) if n % 2 == 0 else f"(?P<{part}>.+?)" for n, part in enumerate(parts))
    return re.compile(f"{found}\\.?", re.S)


def in_own_words(message: str) -> str:
    """Return a message of click's in the language of the running command; an unknown one unchanged."""
    if language() == "en":
        return message
    bare = " ".join(message.split())
    for text in KNOWN:
        if (found := _pattern(text).fullmatch(bare)) is not None:
            places = found.groupdict().items()
            slots = {
                name: in_own_words(value) if name in WITHIN else value.replace(" or ", ", ") for name, value in places
            }
            stop = bare.endswith(".") and not text.template.endswith((".", "?"))
            return told(Text(text.template, slots)) + "." * stop
    return message


class ToldError(click.UsageError):
    """A usage error in the reader's language: the usage line, where to find help, and what is wrong."""

    def __init__(self, message: str, ctx: click.Context | None) -> None:
        super().__init__(message, ctx)
        self.lines: list[str] = []  # translated now, as the language is unknown once the command has ended
        if ctx is not None:
            usage = ctx.get_usage().removeprefix("Usage: ")
            self.lines.append(told(say("Usage: {usage}", usage=" ".join(usage.split()))))
            command = f"{ctx.command_path} {ctx.help_option_names[-1]}"
            self.lines.append(told(say("For help: {command}", command=command)) + "\n")
        self.lines.append(told(say("Error: {message}", message=message)))

    def show(self, file: Any = None) -> None:
        """Print it to standard error."""
        echo("\n".join(self.lines), err=True)


def in_language(error: click.UsageError) -> click.UsageError:
    """Return a usage error in the language of the running command."""
    if language() == "en" or isinstance(error, ToldError):
        return error
    return ToldError(in_own_words(error.format_message()), error.ctx)
