"""Collect all texts that people read in a game: everything about its golden matches, for all viewers, and its forms."""

from __future__ import annotations

import inspect
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from tablescribe.cli.table.record import Session
from tablescribe.domain.games import game
from tablescribe.domain.match.events import Move, Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome, Question, ScriptedChance
from tablescribe.domain.rules.deciding import decide, legal_actions
from tablescribe.domain.rules.deciding import to_act as seats_to_act
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.scene import Group, Panel, Shape, all_words
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Slot, Thing
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.outcome import say_ending, say_result
from tablescribe.replays.reading.reader import Reader, phrases, value_text
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import say_event

MATCHES = Path(__file__).parents[1] / "matches"

OTHERS: dict[int, tuple[Viewer, ...]] = {0: (None,), 2: (1,)}
"""Which viewers read each of every four moves if it hides nothing. All read the last one, and EVERYTHING reads each."""

STRIDE = 5
"""One in this many moves is examined closely: its questions, buttons and refusals take time."""


@dataclass(frozen=True)
class Heard:
    """A text that people read: its kind, its match, and its place."""

    said: Slot
    match: Match
    where: str


class Recording(dict[str, str]):
    """A catalogue that records its look-ups. `told` returns the translations."""

    def __init__(self, phrases: Mapping[str, str] = {}) -> None:  # read only
        super().__init__(phrases)
        self.asked: dict[str, None] = {}

    def __bool__(self) -> bool:
        return True

    def get(self, template: str, default: Any = None) -> Any:
        """Return the translation of a template, and record the look-up."""
        self.asked[template] = None
        return super().get(template, default)


class Pseudo(Recording):
    """A pseudo-language that puts every word of a template in brackets. Other text comes from no template."""

    def get(self, template: str, default: Any = None) -> Any:
        """Return a template with its words in brackets and its slots outside."""
        parts = re.split(r"(\{\w+\})", template)
        return "".join(part if part.startswith("{") or not part.strip() else f"⟦{part}⟧" for part in parts)


class Listener(Reader):
    """A reader with its own catalogue."""

    def __init__(self, match: Match, catalogue: Recording) -> None:
        super().__init__(match.opening)
        self._phrases = catalogue


# --- golden matches -----------------------------------------------------------------------------


@cache
def golden(key: str) -> tuple[Match, ...]:
    """Return the golden matches of a game, closed, short ones first."""
    records = sorted((MATCHES / key).glob("*.jsonl"), key=lambda record: record.stat().st_size)
    with tempfile.TemporaryDirectory() as place:
        ledger = open_ledger(Path(place) / "ledger.db")
        matches = tuple(_recorded(Scribe(ledger), record) for record in records)
        ledger.close()
    return matches


def _recorded(scribe: Scribe, record: Path) -> Match:
    session = Session(scribe)
    for line in record.read_text("utf-8").splitlines():
        session.play(line)
    match = scribe.match(session.match_id or "")
    scribe.close(match.id, abandoned=not match.is_over)
    return scribe.match(match.id)


@cache
def heard(key: str) -> tuple[Heard, ...]:
    """Return all texts of the golden matches of a game; of texts repeated in a match, the first."""
    found: dict[tuple[str, str, str], Heard] = {}
    for match in golden(key):
        for said, where in _told(match):
            found.setdefault((match.id, where.split()[0], repr(said)), Heard(said, match, where))
    return tuple(found.values())


def _told(match: Match) -> Iterator[tuple[Slot, str]]:
    timeline = Timeline(match)
    things: set[str] = {f"seat:{k}" for k in match.opening.all_seats} | {piece for piece, _ in match.opened.box}
    values: set[tuple[str, Any]] = set()
    drawn: dict[str, tuple[Slot, str]] = {}
    for number, move in enumerate(match.moves):
        last = number == len(match.moves) - 1
        for viewer in (EVERYTHING, *((None, 1) if last else OTHERS.get(number % 4, ()))):
            headline, lines = timeline.told(number, viewer)
            yield from ((text, f"move {number}") for text in (headline, *lines))
        table = timeline.at(number)
        things |= {*table.zones, *table.values, *(piece for pieces in table.zones.values() for piece in pieces)}
        values |= {(key, value) for key, value in table.values.items() if match.opening.label(key) != ""}
        if number % (8 * STRIDE) == 0:
            drawn |= {repr(words): (words, f"panel at move {number}") for words in _drawn(match, table)}
        if number and number % STRIDE == 0:
            before = timeline.at(match.line.parent[number]).copy()
            yield from ((text, f"question of move {number}") for text in _questions(match, before, move))
            yield from ((text, f"offer at move {number}") for text in _offers(match, before))
    yield from drawn.values()
    for event in (*match.take_backs, *match.notes, *match.papers.events, match.closed):
        if event is not None:
            yield say_event(match, event), "event"
    reader = Reader(match.opening)
    yield from ((Thing(name), f"name of {name}") for name in sorted(things) if reader.name(name))
    yield from ((value_text(match.opening, key, value), f"value of {key}") for key, value in sorted(values, key=str))
    if match.result is not None:
        yield say_result(match.opening, match.result), "result"
        yield say_ending(match.opening, match.result), "ending"


def _drawn(match: Match, table: Table) -> Iterator[Slot]:
    """Yield the words of a table's panels, and of the faces of its pieces."""
    opening = match.opening
    panels = scene(opening, table)
    lying = {piece for zone in table.zones.values() for piece in zone}
    panels += [face for piece in sorted(lying) if (face := opening.game.face(opening, piece)) is not None]
    for panel in panels:
        yield from _panel_words(panel)


def _panel_words(panel: Panel) -> Iterator[Slot]:
    yield panel.title
    yield from (said.words for said in all_words(panel.shapes))
    yield from _titles(panel.shapes)
    yield from (words for row in panel.rows for cell in row for words, _ in cell)


def _titles(shapes: Iterable[Shape]) -> Iterator[Slot]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape.title
            yield from _titles(shape.shapes)


class _Asked(ScriptedChance):
    """Replays recorded answers, and records the questions."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        super().__init__(outcomes)
        self.questions: list[Question] = []

    def answer(self, question: Question) -> Outcome:
        self.questions.append(question)
        return super().answer(question)


def _questions(match: Match, table: Table, move: Move) -> Iterator[Slot]:
    """Yield the questions of chance for a move on a table, and the possible outcomes."""
    if isinstance(move, Played) and move.outcomes:
        asked = _Asked(move.outcomes)
        decide(match.opening, table, move.seat, match.opening.game.read_action(move.action), asked, as_played=True)
        for question in asked.questions:
            yield question.text()
            yield from (Thing(one) for one in question.among if isinstance(one, str))


def _offers(match: Match, table: Table) -> Iterator[Slot]:
    """Yield the actions offered to a seat, and the reasons why it may not take others."""
    opening = match.opening
    offered = [action for seat in seats_to_act(opening, table) for action in legal_actions(opening, table, seat)]
    yield from (action.text() for action in offered)
    candidates = [action for seat in opening.all_seats for action in opening.game.offers(opening, table, seat)]
    for seat in opening.all_seats:
        for action in candidates[:: max(1, len(candidates) // 20)]:
            try:
                decide(opening, table, seat, action, _Asked(()))
            except (Illegal, Impossible) as error:
                yield error.text
            except Exception:  # no answers of chance here
                continue


# --- forms --------------------------------------------------------------------------------------


def forms(key: str) -> Iterator[str]:
    """Yield the templates in the forms of a game's models: actions, fields, choices, options, windows."""
    found = game(key)
    for kind in found.kinds:
        yield _spaced(kind.model_fields["do"].default)
        yield (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
        yield from _fields(kind)
    yield from _fields(found.options)
    yield from (_spaced(window.name) for window in found.windows)


def _fields(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        if name != "do":
            yield _spaced(name)
            yield from _choices(field.annotation)


def _choices(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (_spaced(one) for one in get_args(annotation) if isinstance(one, str))
    else:
        for part in get_args(annotation):
            yield from _choices(part)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


# --- templates ----------------------------------------------------------------------------------


@cache
def asked(key: str) -> Mapping[str, str]:
    """Return the templates used for a game's matches, and where each was first used; the same for all languages."""
    found: dict[str, str] = {}
    for one in heard(key):
        Listener(one.match, catalogue := Recording()).tell(one.said)
        for template in catalogue.asked:
            found.setdefault(template, f"{key}, {one.where}")
    return found


@cache
def from_data(key: str) -> tuple[str, ...]:
    """Return all templates of a game in matches and forms, in the code or in data."""
    from tests.tools.catalogues import has_words

    return tuple(template for template in dict.fromkeys((*forms(key), *asked(key))) if has_words(template))


def lacking_when_heard(key: str, language: str) -> dict[str, str]:
    """Return the templates that lack a translation in the texts of a game's matches, and where each was used."""
    from tests.tools.catalogues import has_words

    found = phrases(key, language)
    return {template: where for template, where in asked(key).items() if has_words(template) and template not in found}


def outside(text: str) -> str:
    """Return the text outside the brackets of the pseudo-language."""
    return re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
