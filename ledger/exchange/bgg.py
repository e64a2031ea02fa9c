"""Import of plays from BoardGameGeek (XML API2, `plays?username=…`) as matches recorded by their results.

A response page has up to a hundred plays; each page is a separate file. Known data that a match cannot store are
reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

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
from tablescribe.ledger.matches.results import PlayedMatch

MOST_TIMES = 100
"""Maximum quantity of one entry, that is, how often the game was played."""


def read_plays(contents: bytes) -> list[ExportedPlay]:
    """Parse the plays and return them, earliest first.

    Raises:
        BadExport: the file is not a list of plays, or has a document type declaration, which could include other files.
    """
    try:
        text = contents.decode("utf-8-sig")
        if "<!DOCTYPE" in text or "<!ENTITY" in text:
            raise ValueError("<!DOCTYPE")
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise BadExport(say("this is not a list of BoardGameGeek plays: {error}", error=str(error))) from error
    if root.tag != "plays":
        raise BadExport(say("this is not a list of BoardGameGeek plays: {error}", error=f"<{root.tag[:40]}>"))
    entries = sorted(root.iter("play"), key=lambda one: (one.get("date", ""), _number(one.get("id"))))
    return [play for entry in entries for play in _plays(entry)]


def _plays(entry: ElementTree.Element) -> Iterator[ExportedPlay]:
    """Yield the plays of an entry: one for each time that the game was played."""
    item = entry.find("item")
    title = one_line(item.get("name", ""), 80) if item is not None else ""
    day, number = played_on(entry.get("date", "")), entry.get("id", "")
    label = f"{title or '?'} {day}".strip()
    players = _in_order(entry.findall("players/player"))
    times = _number(entry.get("quantity", "1"))
    source = f"bgg {number}"
    if not title or not number:
        yield ExportedPlay(source, None, (say("the file does not contain its game"),), label)
    elif not 1 <= len(players) <= MOST_SEATS:
        why = say("{n} people played: a match has 1 to {most}", n=len(players), most=MOST_SEATS)
        yield ExportedPlay(source, None, (why,), label)
    elif not 1 <= times <= MOST_TIMES:
        why = say("it was played {n} times: an entry has 1 to {most}", n=times, most=MOST_TIMES)
        yield ExportedPlay(source, None, (why,), label)
    else:
        for n in range(1, times + 1):
            yield _one(entry, players, title, day, source if n == 1 else f"{source} {n}", label)


def _one(
    entry: ElementTree.Element, players: list[ElementTree.Element], title: str, day: str, source: str, label: str
) -> ExportedPlay:
    lost = list[Text](_lost(entry, players))
    if not day:
        lost.append(say("the day, {text}", text=entry.get("date") or "–"))
    points = all_points((one.get("score") for one in players), lost)
    place = one_line(entry.get("location", ""), LONGEST)
    told = PlayedMatch(
        title, seat_names(one.get("name") or one.get("username") or "" for one in players), points,
        [seat for seat, one in enumerate(players, start=1) if one.get("win") == "1"], day,
        max(0, min(_number(entry.get("length")), 100_000)), {"place": place, "tags": []}, _note(entry, players),
    )  # fmt: skip
    return ExportedPlay(source, told, tuple(lost), label)


def _in_order(players: list[ElementTree.Element]) -> list[ElementTree.Element]:
    """Return the players in order of their starting positions if all are different, else in the order of the file."""
    positions = [one.get("startposition", "") for one in players]
    if all(one.isdecimal() for one in positions) and len(set(positions)) == len(positions):
        return sorted(players, key=lambda one: int(one.get("startposition", "0")))
    return players


def _lost(entry: ElementTree.Element, players: list[ElementTree.Element]) -> Iterator[Text]:
    """Yield the data of a play that a match cannot store."""
    if entry.get("nowinstats") == "1":
        yield say("that it does not count for statistics")
    if entry.get("incomplete") == "1":
        yield say("that it was not played to its end")
    if any(_number(one.get("rating")) for one in players):
        yield say("ratings")


def _note(entry: ElementTree.Element, players: list[ElementTree.Element]) -> str:
    """Return the comments, followed by colours and teams, and starting positions that are not numbers."""
    parts = [entry.findtext("comments") or ""]
    for seat, one in enumerate(players, start=1):
        start = one.get("startposition", "")
        said = [one.get("color", ""), start if start and not start.isdecimal() else ""]
        parts += [f"seat {seat}: {', '.join(filter(None, said))}"] if any(said) else []
    return "\n".join(part.strip() for part in parts if part.strip())[:2000]


def _number(text: str | None) -> int:
    return int(text) if text and re.fullmatch(r"[0-9]{1,12}", text) else 0
