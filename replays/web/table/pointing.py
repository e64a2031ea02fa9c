"""What pointing needs besides the choices: faces of cards that lie nowhere, and what one choice comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance
from tablescribe.domain.rules.deciding import answers_window, decide, foresee, unused
from tablescribe.domain.rules.game import Seen
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.table import Fact, Impossible, Table
from tablescribe.ledger.matches.client_actions import read_action
from tablescribe.replays.pictures.pictures import DrawnPanel, face
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import Choice, question_data

MOST_FACES = 120
"""So many cards that are drawn nowhere else are shown to be pointed at."""


@dataclass(frozen=True)
class Tray:
    """Cards that a seat may mean, and that the table does not show: whoever does not see a hand names its cards."""

    seat: int
    cards: tuple[DrawnPanel, ...]


def trays(opening: Opening, choices: Iterable[Choice], panels: Iterable[DrawnPanel], reader: Reader) -> list[Tray]:
    """Return the faces of the cards that choices name and no panel shows, those of each seat by themselves.

    Several seats may hold copies of one card.
    """
    drawn = frozenset[str]().union(*(panel.names for panel in panels))
    wanted: dict[str, int] = {}
    for choice in choices:
        for name in choice.names:
            if name not in drawn:
                wanted.setdefault(name, choice.seat)
    found: dict[int, list[DrawnPanel]] = {}
    for name, seat in list(wanted.items())[: 2 * MOST_FACES]:
        card = face(opening, name, reader=reader)
        if card is not None and sum(map(len, found.values())) < MOST_FACES:
            found.setdefault(seat, []).append(card)
    return [Tray(seat, tuple(cards)) for seat, cards in found.items()]


def labels(choices: Iterable[Choice], reader: Reader) -> dict[str, str]:
    """Return what is pointed at, and how people call it."""
    return {name: reader.name(name) or name for choice in choices for name in (*choice.names, *choice.leads_to)}


def preview(match: Match, viewer: Viewer, seat: int, data: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """Return what an action would come to, as somebody may know it: in words, or the question that chance is asked.

    It is decided on the table as that viewer sees it, and on nothing else, so it can tell nothing that is hidden. Where
    rules need what is hidden, nothing is told of what comes of it. Nothing is recorded, and no seal is opened.

    Raises:
        BadAction: it is no action of the game.
    """
    action, opening = read_action(match, data), match.opening
    table = seen(opening, match.table, viewer)
    told: dict[str, Any] = {"words": _in_words(action, reader), "changes": [], "question": None}
    chance = NoChance() if match.opened.chance == "sealed" else match.chance(())
    try:
        if (closing := unused(opening, table)) is not None and not answers_window(table, action):
            table = table.copy()  # nobody uses the window, and play goes on
            for fact in decide(opening, table, *closing, chance).facts:
                table.apply(fact)
        play = Play(opening, table.copy(), chance)
        asked = foresee(opening, play, seat, action)
        if asked is not None:
            told["question"] = question_data(asked, viewer, reader)["words"]
    except NeedsOutcome as needs:  # before the window has closed
        return {**told, "question": question_data(needs.question, viewer, reader)["words"]}
    except (Illegal, Impossible):  # it is not legal, or only after an open window has closed
        return told
    except Exception:  # a rule reckons with what this viewer may not see
        return told
    return {**told, "changes": [reader.tell(text) for text in _told(opening, table, viewer, seat, action, play.facts)]}


def _in_words(action: Action, reader: Reader) -> str:
    """Return an action in words; where it names what cannot be named, its kind."""
    try:
        return reader.tell(action.text())
    except Exception:  # anything can be asked, such as a card that no game has
        return str(action.data().get("do", "?"))


def _told(
    opening: Opening, table: Table, viewer: Viewer, seat: int, action: Action, facts: Sequence[Fact]
) -> Iterable[Any]:
    """Return what facts say to somebody: in the game's own words, then one by one."""
    told: list[Any] = []
    rest = list(facts)
    if opening.game.tell is not None:
        try:
            told, rest = opening.game.tell(opening, Seen(seat, action, (), table, tuple(facts)))
        except Exception:  # as in `Timeline.telling`
            told, rest = [], list(facts)
    return [*told, *say_facts(opening, rest, reveal=viewer == EVERYTHING)]
