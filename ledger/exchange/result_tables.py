"""Tables of results (CSV or Excel): lines become matches, by what the headings say.

Three forms are understood:

- a line a match, with columns for its players: `day, game, player 1, points 1, player 2, points 2, winner`;
- a line a match, with a column a person: `day, game, Ann, Ben, Cleo`, a cell empty where somebody did not play;
- a line a player: `match, day, game, player, points, won`; equal matches belong together.

What is understood is told before anything is recorded. What could mean two things is asked, not guessed: days such as
03/04/2026, and who won where neither points nor a winner say it.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from tablescribe.domain.match.description import LONGEST
from tablescribe.domain.words.text import Slot, Text, listed, say
from tablescribe.ledger.exchange.plays import (
    MOST_SEATS,
    BadExport,
    ExportedPlay,
    one_line,
    played_on,
    seat_names,
    whole_points,
)
from tablescribe.ledger.matches.results import PlayedMatch
from tablescribe.ledger.read_models.person_names import spelt

Order = Literal["day-first", "month-first"]
Form = Literal["players", "people", "lines"]

MOST_LINES = 50_000
MOST_COLUMNS = 200
LARGEST_UNPACKED = 100_000_000
"""Bytes of an Excel file when it is unpacked."""

HEADINGS: Mapping[str, str] = {
    "day": "day date played when datum tag gespielt data giorno giocata dia jogada",
    "game": "game title spiel gioco jogo título titel",
    "place": "place location ort luogo local lugar",
    "event": "event anlass evento veranstaltung",
    "minutes": "minutes min duration length dauer minuten durata minuti duração minutos",
    "note": "note notes comment comments bemerkung kommentar nota commento comentário",
    "winner": "winner winners won sieger gewinner gewonnen vincitore vincitori vinto vencedor ganhou",
    "match": "match play id partie partita partida",
    "player": "player name spieler spielerin giocatore giocatrice jogador jogadora nome",
    "points": "points score pts punkte punti punteggio pontos pontuação",
}
"""By what a column is known: the words of its heading, numbers aside, in four languages."""

YES = frozenset(("1", "x", "yes", "y", "true", "won", "win", "ja", "sì", "si", "sim", "✓", "✔", "*"))
NO = frozenset(("", "0", "no", "n", "false", "lost", "nein", "não", "-", "–"))
NOBODY = frozenset(("nobody", "niemand", "nessuno", "ninguém"))


@dataclass(frozen=True)
class Understood:
    """What a table was read as.

    Attributes:
        form: `players`: a line a match, columns for players; `people`: a column a person; `lines`: a line a player.
        columns: each heading, and what it is taken for; a person's name in the form `people`.
        by: `winner` if a column says who won, else `most` or `least` points.
        plays: the matches, in the order of the table.
    """

    form: Form
    columns: tuple[tuple[str, str], ...]
    by: Literal["winner", "most", "least"]
    plays: tuple[ExportedPlay, ...]


def cells_of(contents: bytes) -> list[list[str]]:
    """Return the lines of a CSV or Excel file, their cells as text; empty lines are left out.

    Raises:
        BadExport: it is neither, or too large.
        ModuleNotFoundError: it is an Excel file, and `openpyxl` is not installed.
    """
    lines = _of_excel(contents) if contents.startswith(b"PK\x03\x04") else _of_text(contents)
    found = list[list[str]]()
    for line in lines:
        if len(line) > MOST_COLUMNS or len(found) > MOST_LINES:
            raise BadExport(say("a table has at most {columns} columns and {lines} lines",
                                columns=MOST_COLUMNS, lines=MOST_LINES))  # fmt: skip
        cells = [one.strip() for one in line]
        if any(cells):
            found.append(cells)
    return found


def _of_text(contents: bytes) -> Iterator[list[str]]:
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = contents.decode("cp1252", "replace")  # as spreadsheets of Western Windows write it
    first = text.lstrip().partition("\n")[0]
    between = max(";\t,", key=first.count)
    try:
        yield from csv.reader(io.StringIO(text), delimiter=between)
    except csv.Error as error:
        raise BadExport(say("this is no table of results: {error}", error=str(error))) from error


def _of_excel(contents: bytes) -> Iterator[list[str]]:
    from zipfile import BadZipFile, ZipFile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with ZipFile(io.BytesIO(contents)) as packed:
            if sum(one.file_size for one in packed.infolist()) > LARGEST_UNPACKED:
                raise BadExport(say("this is no table of results: {error}", error=say("unpacked, it is too large")))
        book = load_workbook(io.BytesIO(contents), read_only=True, data_only=True)
        for line in book.worksheets[0].iter_rows(values_only=True):
            yield [_cell(one) for one in line]
    except (BadZipFile, InvalidFileException, KeyError, ValueError, IndexError, OSError) as error:
        raise BadExport(say("this is no table of results: {error}", error=str(error))) from error


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")[:16]
    return str(value)


def read_table(contents: bytes, *, game: str = "", dates: Order | None = None, least_wins: bool = False) -> Understood:
    """Understand a table of results.

    Args:
        contents: a CSV or Excel file.
        game: the game of lines that name none.
        dates: how 03/04/2026 is meant.
        least_wins: the fewest points win where no column says who won.

    Raises:
        BadExport: it is no table of results, or a day could mean two; which headings it needs.
    """
    lines = cells_of(contents)
    if len(lines) < 2:
        raise BadExport(say("this is no table of results: {error}", error=say("it has no lines below its headings")))
    headings, body = lines[0], [_as_wide(line, len(lines[0])) for line in lines[1:]]
    kinds = [_kind(one) for one in headings]
    form: Form = "people" if "player" not in kinds else "players" if kinds.count("player") > 1 else "lines"
    if form == "people":
        kinds = [kind or ("person" if heading else "") for kind, heading in zip(kinds, headings, strict=True)]
    if not {"person", "player"} & set(kinds) or (not game and "game" not in kinds):
        raise BadExport(say(
            "the headings {headings} do not say what is what. Needed are a game (or --game) and players: a column for "
            "each (player 1, points 1, player 2, points 2), a column for each person, or a line for each player",
            headings=listed(headings[:12]),
        ))  # fmt: skip
    by: Literal["winner", "most", "least"] = "winner" if "winner" in kinds else "least" if least_wins else "most"
    days = _days([line[kinds.index("day")] for line in body] if "day" in kinds else [""] * len(body), dates)
    matches = _matches(form, kinds, headings, body, days)
    seen = Counter[str]()
    plays = tuple(_play(one, game, by, seen) for one in matches)
    return Understood(form, tuple(zip(headings, kinds, strict=True)), by, plays)


def _as_wide(line: Sequence[str], wide: int) -> list[str]:
    """Return a line with as many cells as there are headings."""
    if any(line[wide:]):
        raise BadExport(say("a line has more cells than there are headings: {line}", line=", ".join(line)[:80]))
    return [*line[:wide], *[""] * (wide - len(line))]


def _kind(heading: str) -> str:
    words = re.sub(r"[\d#._:()]+", " ", heading.casefold()).split()
    return next((kind for kind, known in HEADINGS.items() if words and set(words) <= set(known.split())), "")


# --- days ------------------------------------------------------------------------------------------


def _days(given: Sequence[str], order: Order | None) -> list[str]:
    """Return the days of a column as `2026-11-26`; the column as a whole says which number is the month.

    Raises:
        BadExport: it could be either.
    """
    parts = [re.fullmatch(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[ T](\d{1,2}:\d{2})(?::\d{2})?)?", one)
             for one in given]  # fmt: skip
    found = [one for one in parts if one is not None]
    if order is None and found:
        firsts, seconds = max(int(one[1]) for one in found), max(int(one[2]) for one in found)
        if firsts > 12 or any("." in one[0] for one in found):
            order = "day-first"
        elif seconds > 12:
            order = "month-first"
        else:
            raise BadExport(say(
                "{day} can be read in two ways: say --dates day-first or --dates month-first", day=found[0][0]
            ))  # fmt: skip
    return [_day(text, one, order) for text, one in zip(given, parts, strict=True)]


def _day(text: str, parts: re.Match[str] | None, order: Order | None) -> str:
    if parts is None:
        return played_on(text)
    day, month = (int(parts[1]), int(parts[2])) if order == "day-first" else (int(parts[2]), int(parts[1]))
    year = int(parts[3]) + (2000 if len(parts[3]) == 2 else 0)
    try:
        found = date(year, month, day).isoformat()
    except ValueError:
        return ""
    return f"{found} {parts[4]:0>5}" if parts[4] else found


# --- matches ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    """A match as the table has it: cells by what they are, its players with their points, and who won by its words."""

    cells: Mapping[str, str]
    day: str
    players: tuple[tuple[str, str], ...]
    won: tuple[str, ...]


def _matches(
    form: Form, kinds: Sequence[str], headings: Sequence[str], body: Sequence[Sequence[str]], days: Sequence[str]
) -> list[_Line]:
    found = list[_Line]()
    together: dict[tuple[str, ...], list[tuple[Mapping[str, str], str]]] = {}
    for line, day in zip(body, days, strict=True):
        cells = {kind: cell for kind, cell in reversed(list(zip(kinds, line, strict=True))) if kind}
        if "day" in cells:
            cells["day"] = line[kinds.index("day")]
        if form == "lines":
            key = (cells["match"],) if cells.get("match") else (cells.get("day", ""), cells.get("game", ""))
            together.setdefault(key, []).append((cells, day))
            continue
        players = _columns(kinds, line) if form == "players" else [
            (heading, cell) for kind, heading, cell in zip(kinds, headings, line, strict=True)
            if kind == "person" and cell not in ("", "-", "–")
        ]  # fmt: skip
        won = re.split(r"\s*[,;/&+]\s*", cells["winner"]) if cells.get("winner") else []
        found.append(_Line(cells, day, tuple(players), tuple(filter(None, won))))
    for some in together.values():
        players = [(cells.get("player", ""), cells.get("points", "")) for cells, _ in some]
        won = [cells["player"] for cells, _ in some if cells.get("winner", "").casefold() in YES]
        found.append(_Line(some[0][0], some[0][1], tuple(players), tuple(won)))
    return found


def _columns(kinds: Sequence[str], line: Sequence[str]) -> list[tuple[str, str]]:
    """Return players with the points of the column behind each, or of as many columns of points one after the other."""
    names = [(at, line[at]) for at, kind in enumerate(kinds) if kind == "player"]
    points = [(at, line[at]) for at, kind in enumerate(kinds) if kind == "points"]
    behind = points if len(points) == len(names) else []
    found = [(name, behind[n][1] if behind else "") for n, (_, name) in enumerate(names)]
    return [(name, score) for name, score in found if name]


def _play(line: _Line, game: str, by: str, seen: Counter[str]) -> ExportedPlay:
    """Return a match of the table; equal lines are told apart by how many there were before."""
    title = one_line(line.cells.get("game") or game, 80)
    label = f"{title or '?'} {line.day}".strip()
    told = "\x1f".join([title, line.day, *(f"{name}={score}" for name, score in line.players), *line.won,
                        line.cells.get("match", "")])  # fmt: skip
    seen[told] += 1
    source = "table " + hashlib.sha256(f"{told}\x1e{seen[told]}".encode()).hexdigest()
    if not title:
        return ExportedPlay(source, None, (say("its game is not in the file"),), label)
    if not 1 <= len(line.players) <= MOST_SEATS:
        why = say("{n} people played: a match has 1 to {most}", n=len(line.players), most=MOST_SEATS)
        return ExportedPlay(source, None, (why,), label)
    lost = list[Text]()
    scores = [score for _, score in line.players]
    points = [whole_points(one) for one in scores]
    known = [one for one in points if one is not None]
    if len(known) < len(points):
        if any(one.casefold() not in YES | NO for one in scores):
            told_scores = listed(one or "–" for one in scores)
            lost.append(say("points: not every score is a whole number ({scores})", scores=told_scores))
        known = []
    winners = _winners(line, by, known)
    if winners is None:
        why = say("neither points nor a winner say who won")
        return ExportedPlay(source, None, (*lost, why), label)
    if line.cells.get("day") and not line.day:
        lost.append(say("the day, {text}", text=line.cells["day"]))
    data = {name: one_line(line.cells.get(name, ""), LONGEST) for name in ("place", "event")}
    minutes = whole_points(line.cells.get("minutes", "")) or 0
    match = PlayedMatch(
        title, seat_names(name for name, _ in line.players), known, winners, line.day, max(0, min(minutes, 100_000)),
        data, line.cells.get("note", "")[:2000],
    )  # fmt: skip
    return ExportedPlay(source, match, tuple(lost), label)


def _winners(line: _Line, by: str, points: Sequence[int]) -> list[int] | None:
    """Return the seats that won, or `None` if nothing says who did. A winner `nobody` is nobody."""
    if by == "winner":
        if len(line.won) == 1 and line.won[0].casefold() in NOBODY:
            return []
        at = {spelt(name): seat for seat, (name, _) in enumerate(line.players, start=1)}
        found = [at[spelt(one)] for one in line.won if spelt(one) in at]
        return found if found and len(found) == len(line.won) else None
    marked = [seat for seat, (_, score) in enumerate(line.players, start=1) if score.casefold() in YES - {"1"}]
    if marked:
        return marked
    if not points:
        return None
    best = max(points) if by == "most" else min(points)
    return [seat for seat, one in enumerate(points, start=1) if one == best]


def in_words(found: Understood) -> list[Slot]:
    """Return what a table was read as, one sentence each, to be agreed with before anything is recorded."""
    forms: dict[str, Text] = {
        "players": say("Each line is a match, with columns for its players."),
        "people": say("Each line is a match, with a column for each person."),
        "lines": say("Each line is a player of a match."),
    }
    by: dict[str, Text] = {
        "winner": say("A column says who won."),
        "most": say("Most points win."),
        "least": say("Fewest points win."),
    }
    left = [heading for heading, kind in found.columns if not kind and heading]
    return [forms[found.form], by[found.by], *([say("Not read: {columns}.", columns=listed(left))] if left else [])]


def rows_of(plays: Iterable[ExportedPlay]) -> list[list[str]]:
    """Return matches as a table for people to look at: day, game, who played with points, who won."""
    found = list[list[str]]()
    for play in plays:
        told = play.told
        if told is None:
            continue
        points = [f" {n}" for n in told.points] or [""] * len(told.people)
        who = ", ".join(name + n for name, n in zip(told.people, points, strict=True))
        won = ", ".join(told.people[seat - 1] for seat in told.winners) or "–"
        found.append([told.played, told.title, who, won])
    return found
