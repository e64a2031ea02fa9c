"""A second reading of a rule document: its sentences by place, cases for them, and ambiguities.

It was written from the document alone, by a person who knew neither the game's rulebook nor its code. It is in a
`reading.txt`, one entry per line:

== PLACE | demands, allows or explains | what the sentence says, in our words
+ given | when | then           legal: this follows
- given | when | then           refused
! given | when | then           wrong: "then" is a result that nobody may record
? a | b | because               can be read in two ways; `a` is what this reader chose

A case with a fourth field, `base`, is for the game that the document changes. Lines beginning with `#` are remarks.
A case states with numbers what is given, what is done and what follows, so that it can be played against any program.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

Kind = Literal["demands", "allows", "explains"]
Verdict = Literal["legal", "refused", "wrong"]
Source = Literal["document", "base"]

VERDICTS: dict[str, Verdict] = {"+": "legal", "-": "refused", "!": "wrong"}
KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
SOURCES: dict[str, Source] = {source: source for source in get_args(Source)}


@dataclass(frozen=True)
class Sentence:
    """A sentence of the document: its place, and its meaning in our words."""

    place: str
    kind: Kind
    says: str


@dataclass(frozen=True)
class Case:
    """The meaning of a sentence for one table, precise enough to be played."""

    place: str
    given: str
    when: str
    then: str
    verdict: Verdict
    source: Source


@dataclass(frozen=True)
class Double:
    """A sentence with two possible readings, or a gap with two possible answers; `a` is the chosen one."""

    place: str
    a: str
    b: str
    because: str


@dataclass(frozen=True)
class Reading:
    """All entries of a document."""

    sentences: tuple[Sentence, ...]
    cases: tuple[Case, ...]
    doubles: tuple[Double, ...]

    @property
    def gaps(self) -> list[str]:
        """Missing cases: a sentence with an effect needs a case, and one that demands something a broken one too."""
        places = [sentence.place for sentence in self.sentences]
        found = [f"{place} stands twice" for place in sorted({one for one in places if places.count(one) > 1})]
        for sentence in self.sentences:
            verdicts = {case.verdict for case in self.cases if case.place == sentence.place}
            if sentence.kind != "explains" and "legal" not in verdicts:
                found.append(f"{sentence.place} has no case that obeys it")
            if sentence.kind == "demands" and not verdicts & {"refused", "wrong"}:
                found.append(f"{sentence.place} has no case that breaks it")
        return found


def read(path: Path) -> Reading:
    """Read a `reading.txt`."""
    sentences: list[Sentence] = []
    cases: list[Case] = []
    doubles: list[Double] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        sign, _, rest = line.partition(" ")
        fields = [one.strip() for one in rest.split(" | ")]
        if not all(fields):
            raise ValueError(f"an empty field: {line}")
        if sign == "==":
            place, kind, says = fields
            sentences.append(Sentence(place, KINDS[kind], says))
        elif sign == "?":
            a, b, because = fields
            doubles.append(Double(sentences[-1].place, a, b, because))
        else:
            given, when, then, *source = fields
            base = SOURCES["".join(source) or "document"]
            cases.append(Case(sentences[-1].place, given, when, then, VERDICTS[sign], base))
    return Reading(tuple(sentences), tuple(cases), tuple(doubles))
