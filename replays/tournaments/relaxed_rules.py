"""What an engine that paired a round could not keep, in the reader's language and by people's names.

It stands in the log as the engine said it, in English and by references, because whoever verifies counts it again. What
is not of a form known here, as of another version of an engine, is told as it was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.words.text import Text, say

SAYS: tuple[tuple[re.Pattern[str], Text], ...] = (
    (
        re.compile(r"second bye: (?P<one>\S+): everybody else had one, or it would break more"),
        say("{one} gets a second bye: all others had one, or a rule would be broken"),
    ),
    (
        re.compile(r"may not meet: (?P<one>\S+) (?P<other>\S+): no pods without it were found"),
        say("{one} and {other} meet although they should not: no other pairing was found"),
    ),
    (
        re.compile(r"met before: (?P<one>\S+) (?P<other>\S+), 1 times: no pods without it were found"),
        say("{one} and {other} meet again after meeting once: no other pairing was found"),
    ),
    (
        re.compile(r"met before: (?P<one>\S+) (?P<other>\S+), (?P<n>[2-9]|\d\d+) times: no pods without it were found"),
        say("{one} and {other} meet again after meeting {n} times: no other pairing was found"),
    ),
    (
        re.compile(r"no place: (?P<one>\S+): entered after the round robin had begun"),
        say("{one} cannot be paired: the round robin had already begun at entry"),
    ),
    (
        re.compile(r"no result: round (?P<round>\d+), (?P<people>.+): nobody of them goes on"),
        say("round {round} has no result for {people}: none of them advances"),
    ),
    (
        re.compile(r"no single winner: round (?P<round>\d+), (?P<people>.+): the best seed goes on"),
        say("round {round} has no single winner among {people}: the highest seed advances"),
    ),
)
"""Each form in which an engine says something, and how people read it."""


def unkept(seating: Seating, names: Mapping[Ref, str]) -> Iterator[Text]:
    """Yield what could not be kept when a round was paired, and whether it may be far from the best.

    `names` are what people are called to the reader.
    """
    for recorded in seating.paired.broken:
        yield unkept_text(recorded, names)
    if gap := seating.paired.gap:
        percent = f"{float(gap):.0%}".removesuffix("%")
        yield say("scores at the tables could be up to {percent} % closer: the search for better pods ended early",
                  percent=percent)  # fmt: skip


def unkept_text(recorded: str, names: Mapping[Ref, str]) -> Text:
    """Return what an engine said as it was recorded, for people."""
    for form, words in SAYS:
        if (found := form.fullmatch(recorded)) is not None:
            called = {name: ", ".join(names.get(one, one) for one in told.split())
                      for name, told in found.groupdict().items()}  # fmt: skip
            return Text(words.template, {**called})
    return say("{words}", words=recorded)
