"""Export of matches as a file that BG Stats can import (JSON), with players, places, points and comments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec

from tablescribe.domain.match.match import Match
from tablescribe.ledger.exchange.bgstats import uuid_of
from tablescribe.ledger.read_models.person_names import spelt
from tablescribe.ledger.read_models.summaries import Summary

ABOUT = "tablescribe"


class _Numbered:
    """The players, games or places of an export; each name has a number, from 1, and a UUID."""

    def __init__(self, kind: str, **more: Any) -> None:
        self._kind, self._more = kind, more
        self.found: dict[str, dict[str, Any]] = {}

    def number(self, name: str) -> int:
        """Return the number of a name in any spelling; add the name if it is new."""
        uuid = str(uuid5(NAMESPACE_URL, f"urn:tablescribe:{self._kind}:{spelt(name)}"))
        entry = {"uuid": uuid, "id": len(self.found) + 1, "name": name, **self._more}
        return int(self.found.setdefault(spelt(name), entry)["id"])

    def all(self) -> list[dict[str, Any]]:
        return list(self.found.values())


def bgstats_export(matches: Iterable[tuple[Summary, Match]]) -> bytes:
    """Return an export of the finished ones of these matches; equal matches give equal bytes.

    A match has the same UUID in every export. A match without a winner becomes a play without one. The format has no
    field for events, rounds, tables and tags.
    """
    players, games = _Numbered("player", isAnonymous=False), _Numbered("game", highestWins=True, isExpansion=0)
    places = _Numbered("location")
    plays = [_play(summary, match, players, games, places) for summary, match in matches if summary.result is not None]
    document = {
        "about": ABOUT, "players": players.all(), "games": games.all(), "locations": places.all(), "tags": [],
        "plays": plays,
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _play(summary: Summary, match: Match, players: _Numbered, games: _Numbered, places: _Numbered) -> Mapping[str, Any]:
    result = summary.result
    assert result is not None
    scores = [
        {
            "playerRefId": players.number(name), "seatOrder": seat,
            "score": str(result.scores[seat - 1]) if result.scores else "",
            "winner": seat in result.winners, "startPlayer": seat == 1, "newPlayer": False, "rank": 0, "role": None,
        }
        for seat, name in enumerate(summary.seats, start=1)
    ]  # fmt: skip
    day = summary.clock.replace("T", " ")
    return {
        "uuid": uuid_of(summary.id), "playDate": f"{day}:00" if len(day) > 10 else f"{day} 00:00:00",
        "entryDate": summary.opened.strftime("%Y-%m-%d %H:%M:%S"), "durationMin": (summary.seconds or 0) // 60,
        "gameRefId": games.number(summary.called),
        "locationRefId": places.number(summary.place) if summary.place else 0,
        "comments": "\n".join(note.text for note in match.notes) or None, "board": None, "ignored": summary.void,
        "rating": 0, "rounds": 0, "usesTeams": False, "manualWinner": True, "scoringSetting": 0, "playImages": "[]",
        "expansionPlays": [],
        "playerScores": scores,
    }  # fmt: skip
