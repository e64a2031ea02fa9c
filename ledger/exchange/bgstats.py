"""BG Stats exports (JSON): plays become matches recorded by their results.

Plays refer to the tables `players`, `games` and `locations` by number (`playerRefId`, `gameRefId`, `locationRefId`).
Unknown fields are ignored. Known fields that a match cannot store are reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from tablescribe.domain.match.description import LONGEST
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Spoken, Text, listed, say
from tablescribe.ledger.matches.results import PlayedMatch
from tablescribe.ledger.read_models.person_names import spelt

GUEST = "guest"
MOST_SEATS = 10


class BadExport(Spoken):
    """The file is not a BG Stats export."""

    code = "file.bad"


class _Named(msgspec.Struct, rename="camel"):
    id: int
    name: str = ""
    is_anonymous: bool = False


class _Score(msgspec.Struct, rename="camel"):
    player_ref_id: int
    score: str | int | float | None = None
    winner: bool = False
    role: str | None = None
    team: str | None = None
    seat_order: int = 0
    start_player: bool = False


class _Expansion(msgspec.Struct, rename="camel"):
    game_ref_id: int = 0


class _Play(msgspec.Struct, rename="camel"):
    uuid: str
    game_ref_id: int
    play_date: str = ""
    duration_min: int = 0
    location_ref_id: int = 0
    comments: str | None = None
    board: str | None = None
    ignored: bool = False
    rating: int = 0
    rounds: int = 0
    play_images: Any = None
    player_scores: list[_Score] = []
    expansion_plays: list[_Expansion] = []


class _Export(msgspec.Struct, rename="camel"):
    players: list[_Named]
    games: list[_Named]
    plays: list[_Play]
    locations: list[_Named] = []


@dataclass(frozen=True)
class ExportedPlay:
    """A play in the file.

    Attributes:
        source: identifier of the play, the same in every export.
        told: the match, or `None` if the play cannot be imported.
        lost: what cannot be imported, and why, one text each.
        label: name in lists: the game and the day.
    """

    source: str
    told: PlayedMatch | None
    lost: tuple[Text, ...]
    label: str


def read_export(contents: bytes) -> list[ExportedPlay]:
    """Parse an export and return its plays, earliest first.

    Raises:
        BadExport: the file is not a BG Stats export.
    """
    try:
        export = msgspec.json.decode(contents, type=_Export, strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadExport(say("this is no export of BG Stats: {error}", error=str(error))) from error
    games, people, places = ({one.id: one for one in some} for some in (export.games, export.players, export.locations))
    return [_found(play, games, people, places) for play in sorted(export.plays, key=lambda one: one.play_date)]


def _found(play: _Play, games: dict[int, _Named], people: dict[int, _Named], places: dict[int, _Named]) -> ExportedPlay:
    game = games.get(play.game_ref_id)
    title = _line(game.name, 80) if game is not None else ""
    source, label = f"bgstats {play.uuid}", f"{title or '?'} {play.play_date[:10]}".strip()
    scores = _in_order(play)
    if not title:
        return ExportedPlay(source, None, (say("its game is not in the file"),), label)
    if not 1 <= len(scores) <= MOST_SEATS:
        return ExportedPlay(
            source, None, (say("{n} people played: a match has 1 to {most}", n=len(scores), most=MOST_SEATS),), label
        )
    lost = list[Text](_lost(play, scores))
    points = [_points(one.score) for one in scores]
    if None in points and any(one is not None for one in points):
        lost.append(
            say("points: not every score is a whole number ({scores})", scores=listed(_told(one) for one in scores))
        )
    elif None in points and any(one.score not in (None, "") for one in scores):
        lost.append(say("points: {scores}", scores=listed(_told(one) for one in scores)))
    place = places.get(play.location_ref_id)
    if play.location_ref_id and place is None:
        lost.append(say("its place, which is not in the file"))
    tags = [games[one.game_ref_id].name for one in play.expansion_plays if one.game_ref_id in games]
    told = PlayedMatch(
        title, _names(scores, people), [] if None in points else [one for one in points if one is not None],
        [seat for seat, one in enumerate(scores, start=1) if one.winner], _day(play.play_date, lost),
        max(0, min(play.duration_min, 100_000)),
        {"place": _line(place.name, LONGEST) if place else "", "tags": [_line(one, LONGEST) for one in tags[:20]]},
        _note(play, scores),
    )  # fmt: skip
    return ExportedPlay(source, told, tuple(lost), label)


def _in_order(play: _Play) -> list[_Score]:
    """Return the scores in seat order if the file has it; otherwise with the start player first."""
    if all(one.seat_order for one in play.player_scores):
        return sorted(play.player_scores, key=lambda one: one.seat_order)
    return sorted(play.player_scores, key=lambda one: not one.start_player)


def _lost(play: _Play, scores: list[_Score]) -> Iterator[Text]:
    """Yield the data of a play that a match cannot store."""
    if play.ignored:
        yield say("that it does not count for statistics")
    if play.rating:
        yield say("the rating, {n}", n=play.rating)
    if play.rounds:
        yield say("the number of rounds, {n}", n=play.rounds)
    if play.play_images not in (None, "", "[]", []):
        yield say("pictures")
    if len(play.expansion_plays) > 20:
        yield say("some of the expansions: a match has at most {n} tags", n=20)


def _names(scores: list[_Score], people: dict[int, _Named]) -> list[str]:
    """Return the names of the seats. Unnamed players are guests; equal names get a number."""
    names = list[str]()
    for one in scores:
        person = people.get(one.player_ref_id)
        known = person is not None and person.name.strip() and not person.is_anonymous
        names.append(_line(person.name, 80) if known and person is not None else GUEST)
    twice, seen = Counter(map(spelt, names)), Counter[str]()
    for at, name in enumerate(names):
        seen[spelt(name)] += 1
        if twice[spelt(name)] > 1 and name != GUEST and seen[spelt(name)] > 1:
            names[at] = f"{name} ({seen[spelt(name)]})"
    return names


def _points(score: str | float | None) -> int | None:
    """Parse a score: an integer, or a sum of integers (`12+30-4`)."""
    text = str(score if score is not None else "").replace(" ", "").replace("−", "-")
    text = text.removesuffix(".0")
    if not re.fullmatch(r"[-+]?[0-9]{1,9}([-+][0-9]{1,9}){0,50}", text):
        return None
    return sum(int(part) for part in re.findall(r"[-+]?[0-9]+", text))


def _told(one: _Score) -> str:
    return str(one.score if one.score not in (None, "") else "–")


def _day(text: str, lost: list[Text]) -> str:
    found = re.match(
        r"([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))(?:[ T]((?:[01][0-9]|2[0-3]):[0-5][0-9]))?", text
    )
    if found is None:
        lost.append(say("the day, {text}", text=text or "–"))
        return ""
    return f"{found[1]} {found[2]}" if found[2] and found[2] != "00:00" else found[1]


def _note(play: _Play, scores: list[_Score]) -> str:
    """Return the comments, followed by the board variant and the roles and teams of the seats."""
    parts = [play.comments or "", *([f"board: {play.board}"] if play.board else [])]
    for seat, one in enumerate(scores, start=1):
        said = ", ".join(text for text in (one.role, f"team {one.team}" if one.team else "") if text)
        parts += [f"seat {seat}: {said}"] if said else []
    return "\n".join(part.strip() for part in parts if part.strip())[:2000]


def _line(text: str, most: int) -> str:
    return " ".join(visible(text).split())[:most].strip()
