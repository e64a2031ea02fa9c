"""Drafts of rounds as data and as texts: the seating, and the pairing rules that manual changes break."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablescribe.domain.tournament.drafting import Breach, Broken, Draft, broken
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.tournaments.accelerated_rounds import acceleration_data, acceleration_text
from tablescribe.replays.tournaments.tournament import BYES, points_text


def draft_data(tournament: Tournament, draft: Draft, revision: int, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return a draft as plain data, with the rules that its manual changes break, by table (0: byes)."""
    found: dict[int, list[Text]] = {}
    for one in broken(tournament, draft):
        found.setdefault(one.table, []).append(broken_text(one, names))
    fast = acceleration_data(tournament, draft.number)
    number = {ref: one.number for ref, one in tournament.entrants.items()}
    return {
        "number": draft.number,
        "revision": revision,
        "engine": f"{draft.made.engine} {draft.made.version}",
        "changed": draft.is_changed,
        "accelerated": acceleration_text(fast) if fast is not None else None,
        "broken": found,
        "tables": [
            {
                "table": table,
                "people": [{"number": number[ref], "name": names[ref]} for ref in pod],
                "changed": table in draft.changed,
            }
            for table, pod in enumerate(draft.pods, start=1)
        ],
        "byes": [
            {"number": number[ref], "name": names[ref], "bye": BYES[str(kind)]} for ref, kind in draft.byes.items()
        ],
    }


def draft_answer(tournament: Tournament, draft: Draft, revision: int, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return a draft as the command line and the API return it; the `words` of broken rules are texts."""
    number = {ref: one.number for ref, one in tournament.entrants.items()}
    data = draft_data(tournament, draft, revision, names)
    return {
        "round": draft.number,
        "revision": revision,
        "engine": data["engine"],
        "changed": data["changed"],
        "tables": data["tables"],
        "byes": [
            {"number": number[ref], "name": names[ref], "kind": str(kind)} for ref, kind in draft.byes.items()
        ],
        "broken": [
            {
                "table": one.table, "breach": str(one.breach), "numbers": [number[ref] for ref in one.refs],
                "words": broken_text(one, names),
            }
            for one in broken(tournament, draft)
        ],
    }  # fmt: skip


def draft_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield a draft from `draft_answer` in words, with the rules that it breaks."""
    yield say("Draft of round {round}, revision {revision}, by {engine}:", round=data["round"],
              revision=data["revision"], engine=data["engine"])  # fmt: skip
    for one in data["tables"]:
        people = " – ".join(f"{person['name']} (#{person['number']})" for person in one["people"])
        if one["changed"]:
            yield say("table {table}: {people}, changed by hand", table=one["table"], people=people)
        else:
            yield say("table {table}: {people}", table=one["table"], people=people)
    for one in data["byes"]:
        yield say("{name} (#{number}): {bye}", name=one["name"], number=one["number"], bye=BYES[one["kind"]])
    for one in data["broken"]:
        yield say("relaxed: {what}", what=one["words"])


def broken_text(one: Broken, names: Mapping[Ref, str]) -> Text:
    """Return in words which rule a manual change breaks."""
    people = [names[ref] for ref in one.refs]
    if one.breach is Breach.APART:
        return say("{one} and {other} must not meet", one=people[0], other=people[1])
    if one.breach is Breach.AGAIN:
        return say("{one} and {other} have played each other", one=people[0], other=people[1])
    if one.breach is Breach.BYE:
        return say("{name} has had a bye already", name=people[0])
    if one.breach is Breach.COLOUR:
        first = one.seat == 1
        return (
            say("{name} should get the first seat (colour)", name=people[0])
            if first
            else say("{name} should get the second seat (colour)", name=people[0])
        )
    told = " – ".join(f"{name} {points_text(value)}" for name, value in zip(people, one.points, strict=True))
    return say("different score groups: {people}", people=told)
