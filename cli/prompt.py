"""Asking for a line, with completion on a terminal or simply read; and the words that can be typed at any time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import click

Complete: TypeAlias = Callable[[Sequence[str]], dict[str, str]]
"""Tells which words may come next after some words, each with what it stands for."""

Ask: TypeAlias = Callable[[str, Complete], str]
"""Asks for a line, given a prompt and what completes it; raises `EOFError` when there are no more."""


WORDS = {
    "undo": "take the last move back; undo 3: the last three",
    "redo": "restore what was taken back",
    "anyway": "record the move that was just refused, with the rule it breaks",
    "note": "note TEXT: add a remark",
    "rule": "rule NUMBER: show a rule; rules: all of them",
    "board": "show the table",
    "log": "what happened so far",
    "close": "close the match with its result",
    "help": "show these words",
    "quit": "leave; everything is recorded",
}

HELP = """\
?  or Enter     list what is legal; then type a number from the list
12 circle       any words that fit one legal action: a card, a pawn, a place, a way, the beginning of a name
blue: skip      what another seat does than the one to act
play_movement card=movement:4 pawn=1 at=2 use=circle     an action in full
"""


def plain_line(prompt: str, _complete: Complete) -> str:
    """Read a line from standard input; repeat it where nobody saw it being typed."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line


def completing() -> Ask:
    """Return an `Ask` with completion while typing, a history, and the usual keys."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import ANSI

    class Words(Completer):
        """Completes the word under the cursor."""

        def __init__(self, complete: Complete) -> None:
            self.complete = complete
            self.known: dict[tuple[str, ...], dict[str, str]] = {}

        def get_completions(self, document: Document, _event: CompleteEvent) -> Iterator[Completion]:
            *before, begun = document.text_before_cursor.split(" ")
            key = tuple(word for word in before if word)
            if key not in self.known:  # asked once for each state of the line, not at every letter
                self.known[key] = self.complete(key)
            for word, meaning in self.known[key].items():
                names = (word, *meaning.lower().split())
                if any(name.startswith(begun.lower()) for name in names):
                    yield Completion(word, start_position=-len(begun), display_meta=meaning)

    session: PromptSession[str] = PromptSession(reserve_space_for_menu=6)

    def ask(prompt: str, complete: Complete) -> str:
        return session.prompt(ANSI(prompt), completer=Words(complete), complete_while_typing=True)

    return ask
