"""What a game says: the sentences of its rules, read from its code, and everything people hear in some matches.

`python -m tests.tools.phrases ultime de` lists what a language still lacks.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from pathlib import Path

from domain.events import AnyEvent
from domain.game import legal_actions
from domain.match import Match
from ledger.ledger import open_ledger
from ledger.scribe import Scribe
from replays.phrases import phrase_book
from replays.pictures import svg
from replays.timeline import Timeline
from replays.words import EVERYTHING, Viewer, namer, say_event, say_result

ROOT = Path(__file__).parents[2]
MATCHES = ROOT / "tests" / "matches"

VIEWERS: tuple[Viewer, ...] = (None, 1, EVERYTHING)
TEXT_IN_SVG = r">([^<>]+)</(?:text|title|tspan)>"

SAYS = {"require": 2, "Illegal": 1, "Impossible": 0, "Refused": 0, "TakeBackRefused": 0, "MatchIsClosed": 0}
"""Functions that are told why something is refused: which of their arguments says it."""


def sentences(package: str) -> dict[str, str]:
    """Return each sentence with which the code of a package refuses something, slots as `{}`, and where it stands."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = _called(node)
            if isinstance(node, ast.Call) and name in SAYS and len(node.args) > SAYS[name]:
                for text in _texts(node.args[SAYS[name]]):
                    found[text] = f"{path.relative_to(ROOT)}:{node.lineno}"
    return {text: place for text, place in found.items() if re.search(r"[a-z]{2}", text)}


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts an expression may give: a text, one with slots, or either of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = (str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
        yield "".join(parts)
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def bare(phrase: str) -> str:
    """Return a phrase of a catalogue with its slots as `{}`."""
    return re.sub(r"\{\w+\}", "{}", phrase)


@cache
def heard(game: str) -> dict[str, str]:
    """Return all that people read in the golden matches of a game, each text with where it was."""
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "ledger.db")
        scribe = Scribe(ledger)
        for record in sorted((MATCHES / game).glob("*.jsonl")):
            match = _recorded(scribe, record)
            for text, where in _of_match(match, ledger.events_of(match.id)):
                found.setdefault(text, f"{record.stem}, {where}")
        ledger.close()
    return found


def _recorded(scribe: Scribe, record: Path) -> Match:
    match_id = ""
    for line in map(json.loads, record.read_text("utf-8").splitlines()):
        if "new" in line:
            told = {"names" if key == "seats" else key: value for key, value in line["new"].items()}
            match_id = scribe.new(**told).id
        elif "undo" in line:
            scribe.undo(match_id, **line["undo"])
        else:
            seat, outcomes = line.pop("seat"), line.pop("outcomes", ())
            scribe.play(match_id, seat, line, outcomes)
    scribe.close(match_id)
    return scribe.match(match_id)


def _of_match(match: Match, events: Iterable[AnyEvent]) -> Iterator[tuple[str, str]]:
    yield from ((text, f"label of {thing}") for text, thing in _labels(match))
    for number in range(len(match.moves)):
        yield from ((text, f"after move {number}") for text in _at(match, number))
    for event in events:
        for viewer in VIEWERS:
            yield say_event(match, event, viewer), f"event {event.originator_version}"
    if match.closed is not None:
        yield say_result(match.opening, match.closed.result), "result"
    for kind in match.opening.game.rules.kinds():
        yield str(kind.model_fields["do"].default).replace("_", " "), "heading"
        yield from ((field.replace("_", " "), f"field of {kind.__name__}") for field in kind.model_fields)
        yield (kind.__doc__ or "").strip().partition("\n")[0], f"about {kind.__name__}"


def _labels(match: Match) -> Iterator[tuple[str, str]]:
    name, timeline = namer(match.opening), Timeline(match)
    things = {f"seat:{k}" for k in range(1, match.opening.seats + 1)} | {piece for piece, _ in match.opened.box}
    for number in range(len(match.moves)):
        things |= {*timeline.at(number).zones, *timeline.at(number).values}
    yield from ((name(thing), thing) for thing in sorted(things))


def _at(match: Match, number: int) -> Iterator[str]:
    """Yield what is read after a move: what is legal, what changed, what stands in the pictures."""
    opening, timeline, name = match.opening, Timeline(match), namer(match.opening)
    table = timeline.at(number).copy()
    if match.line.counts(number) and number != match.head:
        for seat in opening.game.to_act(opening, table):
            yield from (action.say(name) for action in legal_actions(opening, table, seat))
    for viewer in VIEWERS:
        yield from timeline.changes(number, viewer)
        yield from (unescape(text) for text in re.findall(TEXT_IN_SVG, svg(opening, table, viewer=viewer)))


def lacking(game: str, language: str) -> list[str]:
    """Return what a language lacks to say all that a game says, and where it was heard."""
    book = phrase_book(game, language)
    known = {bare(phrase) for phrase in book.entries}
    texts = [
        f"{text!r} ({place})"
        for package in (f"domain/games/{game}", "domain")
        for text, place in sentences(package).items()
        if bare(text) not in known and not book.knows(text) and (package != "domain" or "/games/" not in place)
    ]
    return texts + [f"{text!r} ({where})" for text, where in heard(game).items() if not book.knows(text)]


if __name__ == "__main__":
    print("\n".join(lacking(*sys.argv[1:3])))
