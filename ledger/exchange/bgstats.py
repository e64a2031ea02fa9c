"""Import of BG Stats exports (JSON): plays become matches recorded by their results.

Plays refer to the tables `players`, `games` and `locations` by number (`playerRefId`, `gameRefId`, `locationRefId`).
Unknown fields are ignored. Known fields that a match cannot store are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec

from tablescribe.domain.match.description import LONGEST
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.exchange.plays import (
    MOST_SEATS,
    BadExport,
    ExportedPlay,
    all_points,
    one_line,
    played_on,
    seat_names,
)
from tablescribe.ledger.matches.ids import ALPHABET, ID_LENGTH
from tablescribe.ledger.matches.results import PlayedMatch

OURS = 0x7461_626C_6573_8000
"""First 64 bits of the UUIDs of plays that were exported by this program."""


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


def uuid_of(match_id: str) -> str:
    """Return the UUID of a match exported as a play: version 8 (RFC 9562), with the 60 bits of the match id."""
    number = 0
    for letter in match_id:
        number = number << 5 | ALPHABET.index(letter)
    return str(UUID(int=OURS << 64 | 0x2 << 62 | number))


def match_of(uuid: str) -> str:
    """Return the id of the match that a play was exported from; empty string if another program made its UUID."""
    try:
        number = UUID(uuid).int
    except ValueError:
        return ""
    if number >> 64 != OURS or number >> 60 & 0xF != 0x8:
        return ""
    return "".join(ALPHABET[number >> 5 * k & 31] for k in range(ID_LENGTH - 1, -1, -1))


def read_export(contents: bytes) -> list[ExportedPlay]:
    """Parse an export and return its plays, earliest first.

    Raises:
        BadExport: the file is not a BG Stats export.
    """
    try:
        export = msgspec.json.decode(contents, type=_Export, strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadExport(say("this is not a BG Stats export: {error}", error=str(error))) from error
    games, people, places = ({one.id: one for one in some} for some in (export.games, export.players, export.locations))
    return [_found(play, games, people, places) for play in sorted(export.plays, key=lambda one: one.play_date)]


def _found(play: _Play, games: dict[int, _Named], people: dict[int, _Named], places: dict[int, _Named]) -> ExportedPlay:
    game = games.get(play.game_ref_id)
    title = one_line(game.name, 80) if game is not None else ""
    source, label = f"bgstats {play.uuid}", f"{title or '?'} {play.play_date[:10]}".strip()
    scores = _in_order(play)
    if not title:
        return ExportedPlay(source, None, (say("the file does not contain its game"),), label)
    if not 1 <= len(scores) <= MOST_SEATS:
        return ExportedPlay(
            source, None, (say("{n} people played: a match has 1 to {most}", n=len(scores), most=MOST_SEATS),), label
        )
    lost = list[Text](_lost(play, scores))
    points = all_points((one.score for one in scores), lost)
    place = places.get(play.location_ref_id)
    if play.location_ref_id and place is None:
        lost.append(say("its place, which is not in the file"))
    tags = [games[one.game_ref_id].name for one in play.expansion_plays if one.game_ref_id in games]
    told = PlayedMatch(
        title, _names(scores, people), points,
        [seat for seat, one in enumerate(scores, start=1) if one.winner], _day(play.play_date, lost),
        max(0, min(play.duration_min, 100_000)),
        {
            "place": one_line(place.name, LONGEST) if place else "",
            "tags": [one_line(one, LONGEST) for one in tags[:20]],
        },
        _note(play, scores),
    )  # fmt: skip
    return ExportedPlay(source, told, tuple(lost), label, match_of(play.uuid))


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
    """Return the names of the seats; players without a name in the file are guests."""
    known = (people.get(one.player_ref_id) for one in scores)
    return seat_names(one.name if one is not None and not one.is_anonymous else "" for one in known)


def _day(text: str, lost: list[Text]) -> str:
    found = played_on(text)
    if not found:
        lost.append(say("the day, {text}", text=text or "–"))
    return found


def _note(play: _Play, scores: list[_Score]) -> str:
    """Return the comments, followed by the board variant and the roles and teams of the seats."""
    parts = [play.comments or "", *([f"board: {play.board}"] if play.board else [])]
    for seat, one in enumerate(scores, start=1):
        said = ", ".join(text for text in (one.role, f"team {one.team}" if one.team else "") if text)
        parts += [f"seat {seat}: {said}"] if said else []
    return "\n".join(part.strip() for part in parts if part.strip())[:2000]
