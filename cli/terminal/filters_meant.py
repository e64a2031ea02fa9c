"""Suggest the `stats` or `matches` line that was meant if a game, person or time has no option."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tablescribe.cli.terminal.line_parts import command_named, options_of, parts_of
from tablescribe.cli.terminal.spoken_days import AGO, LATEST, MONTHS, period_named
from tablescribe.cli.terminal.times import WORDS as DAYS

LISTS = ("stats", "matches", "ratings")
"""Commands that filters narrow."""

AGAINST = ("vs", "vs.", "v.", "against", "versus", "gegen", "contro", "contra")
LITTLE = ("of", "for", "by", "at", "with", "in", "from", "on", "the", "and", "von", "mit", "di", "con", "de", "com")
"""Words without meaning of their own once options are used."""

MOST = 4
"""Maximum number of words in a game, a name or a time."""


def filters_meant(command: str, rest: Sequence[str]) -> list[str]:
    """Return the words of the suggested line; none if none is likely.

    Args:
        command: one of `LISTS`.
        rest: the words after it.
    """
    known = options_of(command_named(command))
    plain, options = parts_of(rest, known)
    if options and options[-1] == "--month":
        options = [*options, "this month"]
    read = _Read([word for word in plain if word.strip()], options)
    if read.nothing or (not plain and options == list(rest)):
        return []
    filters = [*read.options, *options]
    if command == "stats" and read.people and "--person" in options:
        return ["stats", *filters, "--against", read.people[0]] if len(read.people) == 1 else []
    people = [*read.people, *read.against]
    if command == "ratings" and people:
        command = "stats"
    if len(people) > 2 or (command != "stats" and len(people) > 1):
        return []
    named = [word for pair in zip(("--person", "--against"), people, strict=False) for word in pair]
    return [command, *named, *filters]


class _Read:
    """Words read as games, times and people."""

    def __init__(self, words: list[str], options: Sequence[str]) -> None:
        self.options = list[str]()
        self.people = list[str]()
        self.against = list[str]()
        self.nothing = False
        games, names = _known()
        while words:
            for size in range(min(MOST, len(words)), 0, -1):
                part = " ".join(words[:size])
                if self._filter(part, games, options):
                    break
            else:
                size = self._person(words, names)
            del words[:size]

    def _filter(self, part: str, games: dict[str, str], options: Sequence[str]) -> bool:
        """Add words as a filter if they are a time or a game; return whether they are."""
        from tablescribe.domain.games import named

        if (time := _time(part)) and not {*time, "--since"} & {*options, *self.options}:
            self.options += time
            return True
        game = named(part) or games.get(part.casefold(), "")
        if game and "--game" not in (*options, *self.options):
            self.options += ["--game", game]
            return True
        return False

    def _person(self, words: Sequence[str], names: frozenset[str]) -> int:
        """Read the first words as a person, or skip a word without meaning; return the number of words used."""
        against = words[0].casefold() in AGAINST
        if (against or words[0].casefold() in LITTLE) and len(words) > 1:
            if not against:
                return 1
            size = _size(words[1:], names)
            self.against.append(" ".join(words[1 : 1 + size]))
            return 1 + size
        if words[0].isdecimal():
            self.nothing = True
            return 1
        size = _size(words, names)
        self.people.append(" ".join(words[:size]))
        return size


def _size(words: Sequence[str], names: frozenset[str]) -> int:
    """Return the number of words in the longest known name at the start of the words; 1 if there is none."""
    sizes = range(min(MOST, len(words)), 0, -1)
    return next((size for size in sizes if " ".join(words[:size]).casefold() in names), 1)


def _time(words: str) -> list[str]:
    """Return the options for a day or a period; none if words name none. A month of three letters counts as a name."""
    low = words.casefold()
    if low in DAYS:
        return ["--since", words, "--until", words]
    if AGO.fullmatch(low):
        return ["--since", words]
    if low in ("last week", "letzte woche", "la settimana scorsa"):
        return ["--since", "7 days ago"]
    parts = low.split()
    latest = len(parts) > 1 and (parts[0] in LATEST or parts[-1] in LATEST)
    dated = len(parts) <= 2 and any(sign.isdigit() for sign in words)
    month = any(words in names.split() for names in MONTHS)  # lower case only: May, August and June are also people
    if not (latest or dated or month):
        return []
    return ["--month", words] if period_named(words, datetime.now().astimezone().date()) is not None else []


def _known() -> tuple[dict[str, str], frozenset[str]]:
    """Return the ledger's games and people by case-folded name; none without a ledger."""
    from tablescribe.cli.terminal.state import state
    from tablescribe.ledger.log.errors import LedgerError

    try:
        ledger = state().reading().ledger
        ledger.lists.fresh()
        asking = ledger.asking
        return {one.casefold(): one for one in asking.played()}, frozenset(map(str.casefold, asking.names()))
    except (LedgerError, OSError):
        return {}, frozenset()
