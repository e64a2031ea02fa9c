"""What people read: the sentences in the code, and everything that is heard in the golden matches of a game.

`python -m tests.tools.phrases ultime de` lists what a language still lacks; without a game, what the kernel says.
"""

from __future__ import annotations

import ast
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from itertools import chain, product
from pathlib import Path

from pydantic import BaseModel

from cli.record import Session
from domain.chance import Outcome, Question, Script
from domain.events import Move, Played
from domain.game import decide, legal_actions
from domain.match import Match
from domain.play import AWAITS
from domain.table import Table
from ledger.ledger import Ledger, open_ledger
from ledger.scribe import Scribe
from replays.findings import CODES
from replays.phrases import PhraseBook, phrase_book
from replays.pictures import svg
from replays.timeline import Timeline
from replays.web.choices import Choice, Group, action_forms, grouped, option_fields, question_data
from replays.web.problem import HINTS
from replays.words import EVERYTHING, Viewer, namer, say_event, say_result

ROOT = Path(__file__).parents[2]
MATCHES = ROOT / "tests" / "matches"
KERNEL = ("domain/*.py", "domain/games/__init__.py", "replays/**/*.py", "ledger/scribe.py", "ledger/facts.py",
          "ledger/log/errors.py")  # fmt: skip

VIEWERS: tuple[Viewer, ...] = (None, 1, EVERYTHING)
SAMPLE = 6
"""Of how many moves one is looked at closely in a sample: pictures, questions and buttons take their time."""

TEXT_IN_SVG = r">([^<>]+)</(?:text|title|tspan)>"

SAYS = {
    "require": -1, "must": -1, "Illegal": 1, "about_match": 3, "Impossible": 0, "Refused": 0, "TakeBackRefused": 0,
    "MatchIsClosed": 0, "NoSuchMove": 0, "NoSuchMatch": 0, "WrongOutcome": 0, "UnknownGame": 0, "WrongOptions": 0,
    "BadAction": 0, "BadFact": 0, "CommandReused": 0, "Pending": 0, "Denied": 0, "NoPass": 0, "WrongPin": 0,
    "ChairTaken": 0, "TooMany": 0, "TooLarge": 0, "ForeignOrigin": 0, "_Unknown": 0,
}  # fmt: skip
"""Functions that are told why something is refused, or found: which of their arguments says it."""

REASON = re.compile(r"(.+), [A-Z]{2,4}-\d+[a-z]?")
"""What chance is asked for, as games say it: the reason and the rule."""


# --- what stands in the code --------------------------------------------------------------------


def sentences(*patterns: str) -> dict[str, str]:
    """Return what the code of some files says, slots as `7`, and where it stands."""
    found: dict[str, str] = {}
    for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for text in _said(node):
                found[text] = f"{path.relative_to(ROOT)}:{node.lineno}"  # type: ignore[attr-defined]
    return {text: place for text, place in found.items() if re.search(r"[a-z]{2}", text)}


def _said(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
        if name in SAYS and len(node.args) > SAYS[name]:
            yield from _texts(node.args[SAYS[name]])
        for one in node.keywords:
            yield from _texts(one.value) if one.arg == "why" else ()
        for argument in node.args:
            yield from (text for text in _texts(argument) if REASON.fullmatch(text))
    if isinstance(node, ast.Assign) and [getattr(one, "id", "") for one in node.targets] == ["why"]:
        yield from _texts(node.value)


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts an expression may give: a text, one with slots, either of two, or two joined."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(one.value) if isinstance(one, ast.Constant) else "7" for one in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.BinOp):
        yield from map("".join, product(_texts(node.left), _texts(node.right)))


# --- what is heard ------------------------------------------------------------------------------


@dataclass
class Heard:
    """What people read in matches of a game.

    Attributes:
        texts: each text, and where it was.
        names: what components are called, and how pictures cut that off: proper names need no phrase.
    """

    texts: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


@cache
def heard(game: str, *, sample: bool = False) -> Heard:
    """Return all that people read in the golden matches of a game; as a sample, in parts of the shortest of them."""
    found, stride = Heard(), SAMPLE if sample else 1
    records = sorted((MATCHES / game).glob("*.jsonl"), key=lambda record: record.stat().st_size)
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "ledger.db")
        scribe = Scribe(ledger)
        for record in records[:1] if sample else records:
            match = _recorded(scribe, record)
            for text, where in chain(_of_game(match), _of_match(match, stride), _of_events(match, ledger)):
                found.texts.setdefault(text, f"{record.stem}, {where}")
            found.names |= {match.opening.game.title, *_names(match.opening.catalogue)}
        ledger.close()
    found.names |= {name[:k] + end for name in found.names for k in range(5, len(name)) for end in ("", "...", "…")}
    return found


def _recorded(scribe: Scribe, record: Path) -> Match:
    session = Session(scribe)
    for line in record.read_text("utf-8").splitlines():
        session.play(line)
    match = scribe.match(session.match_id or "")
    scribe.close(match.id, abandoned=not match.is_over)
    return scribe.match(match.id)


def _of_game(match: Match) -> Iterator[tuple[str, str]]:
    """Yield what stands on forms, whoever plays what."""
    game = match.opening.game
    for form in action_forms(match.opening):
        yield form["title"], "heading"
        yield form["about"], f"about {form['do']}"
        for one in form["fields"]:
            yield one["name"].replace("_", " "), f"field of {form['do']}"
            yield from ((str(choice), f"choice of {form['do']}") for choice in one["choices"])
    for one in option_fields(game.options):
        yield one["name"].replace("_", " "), "option"
        yield from ((str(choice), f"choice of {one['name']}") for choice in one["choices"])
    yield from ((str(kind.answers).replace("_", " "), "window") for kind in game.rules.kinds() if kind.answers)


def _of_match(match: Match, stride: int) -> Iterator[tuple[str, str]]:
    opening, timeline, name = match.opening, Timeline(match), namer(match.opening)
    things = {f"seat:{k}" for k in range(1, opening.seats + 1)} | {piece for piece, _ in match.opened.box}
    for number, move in enumerate(match.moves):
        if number % stride == 0 and number:
            before = timeline.at(match.line.parent[number]).copy()
            yield from ((text, f"question of move {number}") for text in _questions(match, before, move))
        table = timeline.at(number).copy()
        things |= {*table.zones, *table.values}
        yield table.text(AWAITS), "window"
        for viewer in VIEWERS:
            yield from ((text, f"change of move {number}") for text in timeline.changes(number, viewer))
            picture = svg(opening, table, viewer=viewer) if number % stride == 0 else ""
            yield from ((unescape(text), f"picture {number}") for text in re.findall(TEXT_IN_SVG, picture))
        if match.line.counts(number) and number != match.head and number % stride == 0:
            choices = [
                Choice(seat, action.data(), action.say(name))
                for seat in opening.game.to_act(opening, table)
                for action in legal_actions(opening, table, seat)
            ]
            yield from ((text, f"choice after move {number}") for text in _buttons(grouped(opening, choices)))
    yield from ((name(thing), f"label of {thing}") for thing in sorted(things) if not thing.startswith("unseen:"))
    if match.closed is not None:
        yield say_result(opening, match.closed.result), "result"
        yield match.closed.result.ending, "ending"


def _of_events(match: Match, ledger: Ledger) -> Iterator[tuple[str, str]]:
    for event in ledger.events_of(match.id):
        yield from ((say_event(match, event, viewer), "event") for viewer in VIEWERS)


class _Asked(Script):
    """Answers as it was recorded, and remembers what was asked."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        super().__init__(outcomes)
        self.questions: list[Question] = []

    def answer(self, question: Question) -> Outcome:
        self.questions.append(question)
        return super().answer(question)


def _questions(match: Match, table: Table, move: Move) -> Iterator[str]:
    """Yield what chance was asked when a move was made on a table, and what might have come up."""
    if isinstance(move, Played) and move.outcomes:
        asked = _Asked(move.outcomes)
        decide(match.opening, table, move.seat, match.opening.game.read_action(move.action), asked, as_played=True)
        for question in asked.questions:
            data = question_data(match.opening, question, EVERYTHING)
            yield from (data["words"], data["why"], *(one["label"] for one in data["possible"]))


def _buttons(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        yield group.title
        yield from (choice.words for choice in group.choices)
        yield from _buttons(group.groups)


def _names(thing: object) -> Iterator[str]:
    """Yield the names in a catalogue: what is called `name`, and what a table's own components are called by."""
    if isinstance(thing, BaseModel):
        for key in type(thing).model_fields:
            value = getattr(thing, key)
            yield from [value] if key == "name" and isinstance(value, str) else _names(value)
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield str(key)
            yield from (str(one) for one in value) if isinstance(value, tuple) else _names(value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _names(one)


# --- what a language lacks ----------------------------------------------------------------------


def lacking(game: str, language: str, *, sample: bool = False) -> list[str]:
    """Return what a language lacks to say all that a game says, and where that was; of the kernel, for no game."""
    said = heard(game, sample=sample) if game else Heard(dict.fromkeys((*CODES.values(), *HINTS.values()), "kernel"))
    texts = {**said.texts, **sentences(*([f"domain/games/{game}/**/*.py"] if game else KERNEL))}
    book = PhraseBook({name: name for name in said.names} | dict(phrase_book(game, language).entries))
    return [f"{text!r} ({where})" for text, where in texts.items() if not book.knows(text)]


if __name__ == "__main__":
    print("\n".join(lacking(*sys.argv[1:3] if len(sys.argv) > 2 else ("", sys.argv[1]))))
