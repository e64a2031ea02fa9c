"""The pairing rules that an engine relaxed, in the reader's language and with people's names.

The log has the engine's own text, in English and with references, because an audit compares it. A text of unknown
form, for example by another version of an engine, is shown as recorded.
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
"""The forms of an engine's texts, each with its text for people."""


def unkept(seating: Seating, names: Mapping[Ref, str]) -> Iterator[Text]:
    """Yield the rules relaxed in a round's pairing, and whether the pairing may be far from optimal.

    `names` are the people's names for the reader.
    """
    for recorded in seating.paired.broken:
        yield unkept_text(recorded, names)
    if gap := seating.paired.gap:
        percent = f"{float(gap):.0%}".removesuffix("%")
        yield say("scores at the tables could be up to {percent} % closer: the search for better pods ended early",
                  percent=percent)  # fmt: skip


def unkept_text(recorded: str, names: Mapping[Ref, str]) -> Text:
    """Return the recorded text of an engine as a text for people."""
    for form, words in SAYS:
        if (found := form.fullmatch(recorded)) is not None:
            called = {name: ", ".join(names.get(one, one) for one in told.split())
                      for name, told in found.groupdict().items()}  # fmt: skip
            return Text(words.template, {**called})
    return say("{words}", words=recorded)
