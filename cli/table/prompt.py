"""Ask for a line, with completion on a terminal; and the words that can be typed at any time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import click

from tablescribe.cli.terminal.state import echo
from tablescribe.domain.words.text import Text, say

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer

    from tablescribe.cli.table.matching import Choice
    from tablescribe.domain.rules.chance import Outcome, Question
    from tablescribe.replays.reading.reader import Reader

Complete: TypeAlias = Callable[[Sequence[str]], dict[str, str]]
"""Returns the possible next words after some words, each with its meaning."""

Ask: TypeAlias = Callable[[str, Complete], str]
"""Asks for a line, given a prompt and its completion; raises `EOFError` at the end of the input."""


WORDS: dict[str, Text] = {
    "undo": say("undo the last move; undo 3: the last three"),
    "redo": say("restore undone moves"),
    "anyway": say("record the move that was just refused, with the rule it breaks"),
    "note": say("note TEXT: add a note"),
    "ruling": say("ruling CLAUSE REASON: record a judge's ruling, then its changes line by line"),
    "rules": say("rules NUMBER, or rules WORDS: show the rules found, and the moves that cite them; rules: all"),
    "board": say("show the table"),
    "scenario": say("show how the game is won and scored"),
    "log": say("show what happened so far"),
    "close": say("close the match with its result"),
    "help": say("show these words"),
    "quit": say("leave; everything is recorded"),
}

TAKE_MORE = ("undo", "note", "ruling", "rules")
"""The words that take something after them."""

DECLARES = say("declare NAME …: enter what is printed on a blank component; press Tab for help")

AFTER_THE_END = ("note", "rules", "board", "scenario", "log", "help", "quit")
"""The words that can be used once a match is closed."""

JOINTS = (",", "/", ":", ".")
"""Signs after which a word may continue; see `tablescribe.domain.rules.declarations`."""

LIST = "?  / Enter"


def show_words(reader: Reader, words: Mapping[str, Text]) -> None:
    """Print what can be typed, each with its effect."""
    from tablescribe.cli.terminal.screen import write

    for word, text in words.items():
        write(reader.tell(text), lead=f"{word:<15} ")


def show_help(reader: Reader, legal: Sequence[Choice], spoken: Mapping[str, Text], seats: int) -> None:
    """Print what can be typed, with examples from this match: from the game's shorthand, or from the legal actions."""
    known = {LIST: say("list what is legal; then type a number from the list"), **spoken}
    few = "" if spoken else in_few_words(legal)
    if few:
        known[few] = say("any words that match one legal action: a card, a pawn, a place, or the start of a name")
    if seats > 1 and legal:
        does = "pass" if "pass" in spoken else min((one.fields["do"] for one in legal), key=len)
        known[f"{seats}: {does}"] = say("to act for another seat, begin with its name or number")
    known |= WORDS
    if legal:
        known[max((one.in_full() for one in legal), key=len)] = say("an action in full")
    show_words(reader, known)


def in_few_words(legal: Sequence[Choice]) -> str:
    """Return a few words without a verb that fit one of the legal actions; empty if none do."""
    from tablescribe.cli.table.matching import narrow, short

    for choice in legal:
        values = [short(value) for field, value in choice.fields.items() if field != "do" and value != "[]"]
        for few in (values[:1] + values[-1:], values[:1], values):
            if len(values) > 1 and len(narrow(legal, few)) == 1:
                return " ".join(few)
    return ""


def misused(reader: Reader, word: str) -> click.UsageError:
    """Return an error for one of `WORDS` used wrongly, which says how to type it."""
    told = say("`{word}` is used like this: {how}", word=word, how=WORDS[word])
    if word not in TAKE_MORE:
        told = say("`{word}` takes no other words: {how}", word=word, how=WORDS[word])
    return click.UsageError(reader.tell(told))


YES = frozenset({"y", "yes", "j", "ja", "s", "si", "sì", "sim"})
"""Words for yes, in all our languages."""


class Cancelled(Exception):
    """The person gave no answer, so nothing is recorded."""


class RecordedElsewhere(Exception):
    """Somebody else has recorded something while the prompt was waiting."""


def plain_line(prompt: str, _complete: Complete) -> str:
    """Read a line from standard input. If it is no terminal, echo the line."""
    echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        echo(line.rstrip("\n"))
    return line


def begins(word: str, meaning: str, begun: str) -> bool:
    """Return whether a typed prefix means a word. Words of its meaning count too, unless it is one of `WORDS`."""
    names = (word,) if word in WORDS else (word, *meaning.lower().split())
    return any(name.lower().startswith(begun.lower()) for name in names)


def words_completing(complete: Complete) -> Completer:
    """Return a completer for the word under the cursor."""
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        """Asks for completions once for each state of the line, not at every letter."""

        def __init__(self) -> None:
            self.known: dict[tuple[str, ...], dict[str, str]] = {}

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            if not document.text and not event.completion_requested:
                return  # the line is empty
            *before, begun = document.text_before_cursor.split(" ")
            words = tuple(word for word in before if word)
            head = begun[: 1 + max(begun.rfind(sign) for sign in JOINTS)]
            found = self.fitting(words, begun)
            if head and not found:
                found = self.fitting((*words, head), begun)  # the word continues: `vanquish,2c`
            for word, meaning in found.items():
                yield Completion(word, start_position=-len(begun), display_meta=meaning)

        def fitting(self, words: tuple[str, ...], begun: str) -> dict[str, str]:
            if words not in self.known:
                self.known[words] = complete(words)
            return {word: meaning for word, meaning in self.known[words].items() if begins(word, meaning, begun)}

    return Words()


def completing() -> Callable[[str], Ask]:
    """Return a function that returns an `Ask` with completion and history, beginning with an unfinished line."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.formatted_text import ANSI
    from prompt_toolkit.output.defaults import create_output

    session: PromptSession[str] = PromptSession(reserve_space_for_menu=6, output=create_output(sys.stdout))

    def begun(text: str) -> Ask:
        return lambda prompt, complete: session.prompt(
            ANSI(prompt), completer=words_completing(complete), complete_while_typing=True, default=text
        )

    return begun


def ask_outcome(
    ask: Ask, reader: Reader, question: Question, *, known: Iterable[Outcome], ahead: list[str] | None = None
) -> Outcome:
    """Ask for an outcome of chance. `known` are the possible outcomes that may be shown.

    Several outcomes can be typed at once (`6 5 3`). Those after the first are put into `ahead`, and answer the next
    questions.

    Raises:
        Cancelled: the answer is empty.
    """
    from tablescribe.cli.table.choosing import outcome_named
    from tablescribe.cli.table.matching import short
    from tablescribe.cli.terminal.screen import write
    from tablescribe.domain.rules.chance import UNKNOWN

    ahead = [] if ahead is None else ahead
    typed: Outcome | None = outcome_named(reader, question.among, ahead.pop(0)) if ahead else None
    if typed is not None:
        return typed
    ahead.clear()
    asked = say("{question}: which one? (an empty line cancels the move)", question=question.text())
    write(reader.tell(asked), fg="cyan")
    among = {short(str(one)): reader.name(str(one)) for one in known}
    while True:
        try:
            told = ask("  " + reader.tell(say("which")) + "? ", lambda words: among if not words else {}).strip()
        except KeyboardInterrupt:
            told = ""
        if not told:
            raise Cancelled
        outcome: Outcome | None = outcome_named(reader, question.among, told)
        if outcome is None and len(words := told.split()) > 1:
            outcome = outcome_named(reader, question.among, words[0])
            ahead[:] = words[1:] if outcome is not None else []
        if outcome is not None:
            return outcome
        if told == UNKNOWN and question.secret:
            return UNKNOWN
        some = ", ".join(among)
        wrong = say("{what} cannot come up. Possible: {some}", what=told, some=some)
        if told == UNKNOWN:
            wrong = say("This is open to everyone. Enter what came up. Possible: {some}", some=some)
        write(reader.tell(wrong), fg="red")
