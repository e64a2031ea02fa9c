"""Import of tables of results (CSV or Excel): their headings say how lines become matches.

Three layouts are supported:

- one line per match, with columns for its players: `day, game, player 1, points 1, player 2, points 2, winner`;
- one line per match, with one column per person: `day, game, Ann, Ben, Cleo`; a cell is empty if the person did not
  play;
- one line per player: `match, day, game, player, points, won`; lines with the same match belong together.

The interpretation is shown before anything is recorded. Ambiguous data is never guessed: for dates such as 03/04/2026
the user is asked, and a match in which neither points nor a winner say who won is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
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
from tablescribe.ledger.exchange.table_cells import Sheet, sheets_of
from tablescribe.ledger.matches.results import PlayedMatch
from tablescribe.ledger.read_models.person_names import spelt

Order = Literal["day-first", "month-first"]
Form = Literal["players", "people", "lines"]

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
"""Words of a heading that identify a column, in four languages; numbers in a heading are ignored."""

KINDS = (*HEADINGS, "person", "")
"""Kinds of columns: those of `HEADINGS`, `person` (points of the person in the heading), or empty for unread ones."""

YES = frozenset(("1", "x", "yes", "y", "true", "won", "win", "ja", "sì", "si", "sim", "✓", "✔", "*"))
NO = frozenset(("", "0", "no", "n", "false", "lost", "nein", "não", "-", "–"))
NOBODY = frozenset(("nobody", "niemand", "nessuno", "ninguém"))


@dataclass(frozen=True)
class Understood:
    """The interpretation of a table.

    Attributes:
        form: layout: `players` (one line per match, columns for players), `people` (one column per person) or `lines`
            (one line per player).
        columns: each heading with the kind of its column, one of `KINDS`.
        by: how winners are found: `winner` by a column, else `most` or `least` points.
        plays: the matches, in the order of the table.
    """

    form: Form
    columns: tuple[tuple[str, str], ...]
    by: Literal["winner", "most", "least"]
    plays: tuple[ExportedPlay, ...]


@dataclass(frozen=True)
class Meaning:
    """Settings of the user for reading a table, where its headings are missing or wrong.

    Attributes:
        columns: kind of a column (one of `KINDS`), by its index from 0.
        game, day: game and day for lines without one.
        dates: order of day and month in dates such as 03/04/2026.
        least_wins: whether the fewest points win, if no column names the winner.
        people, games: replacements for names and game titles of the table.
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    game: str = ""
    day: str = ""
    dates: Order | None = None
    least_wins: bool = False
    people: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)


class UnclearDays(BadExport):
    """A date of the table is ambiguous.

    Attributes:
        day: the first such date.
    """

    def __init__(self, day: str) -> None:
        super().__init__(say("{day} can be read in two ways. Add --dates day-first or --dates month-first", day=day))
        self.day = day


class UnclearColumns(BadExport):
    """The headings do not identify the game or the players."""


def read_table(contents: bytes, *, game: str = "", dates: Order | None = None, least_wins: bool = False) -> Understood:
    """Interpret a table of results: a CSV file, or the first sheet of an Excel file.

    Args:
        contents: a CSV or Excel file.
        game: game for lines without one.
        dates: order of day and month in dates such as 03/04/2026.
        least_wins: whether the fewest points win, if no column names the winner.

    Raises:
        BadExport: the file is not a table of results, or a date is ambiguous.
        ModuleNotFoundError: it is an Excel file, and `openpyxl` is not installed.
    """
    sheets = sheets_of(contents)
    return understood(sheets[0] if sheets else Sheet("", ()), Meaning(game=game, dates=dates, least_wins=least_wins))


def columns_of(sheet: Sheet, meaning: Meaning) -> list[tuple[str, str]]:
    """Return the headings of a table, each with the kind of its column."""
    headings = sheet.lines[0][1] if sheet.lines else ()
    kinds = [meaning.columns.get(at, _kind(one)) for at, one in enumerate(headings)]
    if "player" not in kinds:
        for at, heading in enumerate(headings):
            if heading and not kinds[at] and at not in meaning.columns and _has_points(sheet, at):
                kinds[at] = "person"
    return list(zip(headings, kinds, strict=True))


def _has_points(sheet: Sheet, at: int) -> bool:
    """Return whether a column is empty, or has points or a mark for a win in any line."""
    cells = [line[at].casefold() for _, line in sheet.lines[1:] if at < len(line)]
    told = [one for one in cells if one not in NO]
    return not told or any(one in YES or whole_points(one) is not None for one in told)


def understood(sheet: Sheet, meaning: Meaning) -> Understood:
    """Interpret a table of results.

    Raises:
        UnclearColumns: there is no column for the game, or none for players.
        UnclearDays: a date is ambiguous.
        BadExport: the table has no lines, or a line has more cells than there are headings.
    """
    if len(sheet.lines) < 2:
        raise BadExport(say("this is not a table of results: {error}", error=say("it has no lines below its headings")))
    columns = columns_of(sheet, meaning)
    headings, kinds = [one for one, _ in columns], [kind for _, kind in columns]
    numbers = [number for number, _ in sheet.lines[1:]]
    body = [_as_wide(line, len(headings)) for _, line in sheet.lines[1:]]
    form: Form = "people" if "player" not in kinds else "players" if kinds.count("player") > 1 else "lines"
    if not {"person", "player"} & set(kinds) or (not meaning.game and "game" not in kinds):
        raise UnclearColumns(say(
            "the headings {headings} are not enough. A table needs a game (or --game) and players: a "
            "column for each (player 1, points 1, player 2, points 2), a column for each person, or a "
            "line for each player",
            headings=listed(headings[:12]),
        ))  # fmt: skip
    by: Literal["winner", "most", "least"] = (
        "winner" if "winner" in kinds else "least" if meaning.least_wins else "most"
    )
    days = _days([line[kinds.index("day")] for line in body] if "day" in kinds else [""] * len(body), meaning.dates)
    matches = _matches(form, kinds, headings, body, days, numbers)
    seen = Counter[str]()
    plays = tuple(_play(one, meaning, by, seen) for one in matches)
    return Understood(form, tuple(columns), by, plays)


def _as_wide(line: Sequence[str], wide: int) -> list[str]:
    """Return a line padded to `wide` cells; refuse one with more."""
    if any(line[wide:]):
        raise BadExport(say("a line has more cells than there are headings: {line}", line=", ".join(line)[:80]))
    return [*line[:wide], *[""] * (wide - len(line))]


def _kind(heading: str) -> str:
    words = re.sub(r"[\d#._:()]+", " ", heading.casefold()).split()
    return next((kind for kind, known in HEADINGS.items() if words and set(words) <= set(known.split())), "")


# --- days ------------------------------------------------------------------------------------------


def _days(given: Sequence[str], order: Order | None) -> list[str]:
    """Return the dates of a column as `2026-11-26`; without `order`, infer it from the whole column.

    Raises:
        UnclearDays: the dates fit both orders.
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
            raise UnclearDays(found[0][0])
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
    """A match as it is in the table.

    Attributes:
        cells: cells by kind of column.
        day: date of the match.
        players: names of the players, each with the cell of their points.
        won: names of the winners, if a column gives them.
        number: number of its first line in the file.
    """

    cells: Mapping[str, str]
    day: str
    players: tuple[tuple[str, str], ...]
    won: tuple[str, ...]
    number: int


def _matches(
    form: Form, kinds: Sequence[str], headings: Sequence[str], body: Sequence[Sequence[str]], days: Sequence[str],
    numbers: Sequence[int],
) -> list[_Line]:  # fmt: skip
    found = list[_Line]()
    together: dict[tuple[str, ...], list[tuple[Mapping[str, str], str, int]]] = {}
    for line, day, number in zip(body, days, numbers, strict=True):
        cells = {kind: cell for kind, cell in reversed(list(zip(kinds, line, strict=True))) if kind}
        if "day" in cells:
            cells["day"] = line[kinds.index("day")]
        if form == "lines":
            key = (cells["match"],) if cells.get("match") else (cells.get("day", ""), cells.get("game", ""))
            together.setdefault(key, []).append((cells, day, number))
            continue
        players = _columns(kinds, line) if form == "players" else [
            (heading, cell) for kind, heading, cell in zip(kinds, headings, line, strict=True)
            if kind == "person" and cell not in ("", "-", "–")
        ]  # fmt: skip
        won = re.split(r"\s*[,;/&+]\s*", cells["winner"]) if cells.get("winner") else []
        found.append(_Line(cells, day, tuple(players), tuple(filter(None, won)), number))
    for some in together.values():
        players = [(cells.get("player", ""), cells.get("points", "")) for cells, _, _ in some]
        won = [cells["player"] for cells, _, _ in some if cells.get("winner", "").casefold() in YES]
        found.append(_Line(some[0][0], some[0][1], tuple(players), tuple(won), some[0][2]))
    return found


def _columns(kinds: Sequence[str], line: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players of a line with their points; without one column of points per player, without points."""
    names = [(at, line[at]) for at, kind in enumerate(kinds) if kind == "player"]
    points = [(at, line[at]) for at, kind in enumerate(kinds) if kind == "points"]
    behind = points if len(points) == len(names) else []
    found = [(name, behind[n][1] if behind else "") for n, (_, name) in enumerate(names)]
    return [(name, score) for name, score in found if name]


def _play(line: _Line, meaning: Meaning, by: str, seen: Counter[str]) -> ExportedPlay:
    """Return a match of the table as a play.

    Its source identifier is a hash of the table's text, with a counter for equal lines. So a name corrected during the
    import does not change it.
    """
    title = one_line(line.cells.get("game") or meaning.game, 80)
    label = f"{title or '?'} {line.day}".strip()
    told = "\x1f".join([title, line.day, *(f"{name}={score}" for name, score in line.players), *line.won,
                        line.cells.get("match", "")])  # fmt: skip
    seen[told] += 1
    source = "table " + hashlib.sha256(f"{told}\x1e{seen[told]}".encode()).hexdigest()
    if not title:
        return ExportedPlay(source, None, (say("the file does not contain its game"),), label, line=line.number)
    if not 1 <= len(line.players) <= MOST_SEATS:
        why = say("{n} people played: a match has 1 to {most}", n=len(line.players), most=MOST_SEATS)
        return ExportedPlay(source, None, (why,), label, line=line.number)
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
        return ExportedPlay(source, None, (*lost, why), label, line=line.number)
    if line.cells.get("day") and not line.day:
        lost.append(say("the day, {text}", text=line.cells["day"]))
    data = {name: one_line(line.cells.get(name, ""), LONGEST) for name in ("place", "event")}
    minutes = whole_points(line.cells.get("minutes", "")) or 0
    names = (meaning.people.get(one_line(name, 80), name) for name, _ in line.players)
    match = PlayedMatch(
        meaning.games.get(title, title), seat_names(names), known, winners, line.day or meaning.day,
        max(0, min(minutes, 100_000)), data, line.cells.get("note", "")[:2000],
    )  # fmt: skip
    return ExportedPlay(source, match, tuple(lost), label, line=line.number)


def _winners(line: _Line, by: str, points: Sequence[int]) -> list[int] | None:
    """Return the seats that won; `None` if the table does not say. A winner `nobody` means an empty list."""
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
    """Return the interpretation of a table as sentences, for confirmation before anything is recorded."""
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
    """Return matches as rows for display: day, game, players with points, winners."""
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
