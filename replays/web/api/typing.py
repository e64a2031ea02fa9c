"""API routes that complete typed text word by word: declarations of blank components, and facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Query

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.declarations import (
    JOINTS,
    BadDeclaration,
    DeclarationForm,
    form_of,
    is_a_text,
    split,
    texts_for_people,
    who_reads_out,
)
from tablescribe.domain.rules.typed_facts import BadFact, next_words, read_facts, zones_in
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.matches.client_actions import BadAction, read_action
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.table.choices import deciding_table, spaced
from tablescribe.replays.web.table.queries import Queries

declaring = operations(prefix="/api/v1/matches/{match_id}")

MOST = 80
"""Maximum number of words offered at once; typing more letters finds the others."""

ALSO = {",": say("and …"), "/": say("or …")}
"""The characters that may continue a word that is an effect."""

Line = Annotated[str, Query(max_length=400, description="What is typed so far.")]


def offered(line: str, after: Callable[[Sequence[str]], Iterable[str]], reader: Reader) -> list[dict[str, str]]:
    """Return the possible next words, each with its label and the completed line."""
    cut = line.rfind(" ") + 1
    before, begun = split(line[:cut]), line[cut:]
    found = [word for word in after(before) if word.startswith(begun)]
    head = begun[: 1 + max(begun.rfind(sign) for sign in JOINTS)]
    if head and not found:
        found = [word for word in after([*before, head]) if word.startswith(begun)]
    joined = _joined(line.rstrip(), after, reader)
    words = [
        {
            "label": reader.tell(spaced(word[len(head) :])),
            "line": line[:cut] + word + ("" if word.endswith(JOINTS) else " "),
        }
        for word in found[:MOST]
        if word != begun
    ]
    return [*joined, *words]


def _joined(line: str, after: Callable[[Sequence[str]], Iterable[str]], reader: Reader) -> list[dict[str, str]]:
    """Return the continuations of a last word that is an effect: one more effect, or another in its place."""
    *before, last = split(line) or [""]
    if not last or last.endswith(JOINTS):
        return []
    more = set(after([*before, f"{last},"])) - {""}
    return [{"label": reader.tell(text), "line": line + sign} for sign, text in ALSO.items()] if more else []


def fields_of(sheet: DeclarationForm, line: str, reader: Reader) -> dict[str, Any]:
    """Return the state of a declaration: its component, its fields, the next field, and the possible words for it."""
    cut = line.rfind(" ") + 1
    begun = sheet.begun(split(line[:cut]))
    fields = [
        {"name": name, "label": reader.tell(spaced(name)), "said": k < begun.at} for k, name in enumerate(begun.fields)
    ]
    words = offered(line, lambda words: sheet.begun(words).words, reader)
    return {"of": begun.name, "fields": fields, "at": begun.at, "words": words, "action": None, "seat": None,
            "says": "", "problem": ""}  # fmt: skip


def blanks_of(queries: Queries, who: Pass, match: Match, reader: Reader) -> list[dict[str, str]]:
    """Return the blank components that a viewer can see, each with the word that declares it."""
    if not match.opening.game.blanks or match.closed is not None:
        return []
    table = _table(queries, who, match)
    names = form_of(match.opening, table).shown
    last = ((name, name.rpartition(":")[2]) for name in names)
    return [{"name": name, "word": word, "label": reader.name(name) or word} for name, word in last]


def _table(queries: Queries, who: Pass, match: Match) -> Table:
    return deciding_table(match, queries.viewer(who, match))


def _match(queries: Queries, who: Pass, match_id: str) -> Match:
    match = queries.folded(who, match_id).match
    who.require(bool(queries.seats(who, match)), say("record moves"))
    match.check_dealt()
    return match


@declaring.get("/declaration", tags=["recording"])
def declaration(match_id: MatchId, who: Who, queries: AQueries, language: Language, line: Line = "") -> dict[str, Any]:
    """Parse the declaration of a blank component: possible next words, and the resulting action."""
    match = _match(queries, who, match_id)
    reader = queries.reader(match, language)
    sheet = form_of(match.opening, _table(queries, who, match))
    found = fields_of(sheet, line, reader)
    seat = who.seat or who_reads_out(match.opening, match.to_act)
    try:
        action = read_action(match, sheet.read(split(line)))
    except (BadDeclaration, BadAction) as error:
        told = found["fields"] and found["at"] == len(found["fields"])
        return {**found, "problem": reader.tell(error.text) if told else ""}
    texts = map(is_a_text, texts_for_people(action.data()["says"]))
    says = " · ".join(map(reader.tell, (action.text(), *texts)))
    return {**found, "action": action.data(), "seat": seat, "says": says}


@declaring.get("/fact", tags=["recording"])
def fact(
    match_id: MatchId,
    who: Who,
    queries: AQueries,
    language: Language,
    line: Line = "",
    told: Annotated[list[Annotated[str, Query(max_length=200)]], Query(max_length=40)] = [],  # noqa: B006
) -> dict[str, Any]:
    """Parse a fact: possible next words, whether it is complete, and its meaning after the facts before it."""
    match = _match(queries, who, match_id)
    reader, table = queries.reader(match, language), _table(queries, who, match).copy()
    zones = zones_in(one for move in match.moves for one in move.facts)
    for zone in list(table.zones) if match.opened.chance == "sealed" else ():
        if zone.startswith("unseen:"):
            del table.zones[zone]
    _told(table, told)
    problem: Text | str = ""
    try:
        facts = read_facts(table, [line]) if line.strip() else []
        for one in facts:
            table.copy().apply(one)
    except (BadFact, Impossible) as error:
        facts, problem = [], error.text
    words = [  # the first word is the verb of a fact: `turn` is not the turn
        {**one, "label": (reader.name(said[-1]) if len(said := one["line"].split()) > 1 else "") or one["label"]}
        for one in offered(line, lambda words: next_words(table, words, zones), reader)
    ]
    return {"words": words, "fact": " ".join(line.split()) if facts else "", "problem": reader.tell(problem)}


def _told(table: Table, texts: Sequence[str]) -> None:
    """Apply the facts entered so far to a table, as far as they are possible."""
    with suppress(BadFact, Impossible):
        for one in read_facts(table, texts):
            table.apply(one)
