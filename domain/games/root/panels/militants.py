"""The boards of the militant factions: Marquise, Eyrie, Duchy, Hundreds, Keepers."""

from __future__ import annotations

from typing import get_args

from tablescribe.domain.games.root.board import Board, catalogue_of, supply
from tablescribe.domain.games.root.decree import decree, remaining, suit_in_decree
from tablescribe.domain.games.root.labels.hundreds import MOODS
from tablescribe.domain.games.root.labels.keepers import TYPES
from tablescribe.domain.games.root.panels.sheet import Cell, Choice, Sheet
from tablescribe.domain.games.root.parts import Column, Leader, Minister, Rank
from tablescribe.domain.games.root.pieces import KEEPERS, kind_of, owner_of
from tablescribe.domain.table.names import deck_of
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

COLUMNS: dict[Column, Text] = {
    "recruit": say("recruit"), "move": say("move"), "battle": say("battle"), "build": say("build"),
}  # fmt: skip
"""The columns of the Decree, from left to right."""

RANKS: dict[Rank, Text] = {"squire": say("Squires"), "noble": say("Nobles"), "lord": say("Lords")}


def at(track: tuple[int, ...], n: int) -> int:
    """Return the value of a track after this many pieces; the last value if there are more."""
    return track[min(max(n, 0), len(track) - 1)]


def covered(board: Board, piece: str, printed: tuple[int, ...], cards: tuple[int, ...] = ()) -> list[Cell]:
    """Return the spaces of a track that is uncovered from the left as pieces go onto the map.

    Args:

    Args:
        board: the table.
        piece: the piece on the track.
        printed: the number on each space.
        cards: the number of cards drawn with none, one, two … pieces gone.
    """
    gone = len(printed) - board.left(owner_of(piece), piece)
    more = [at(cards, k + 1) > at(cards, k) for k in range(len(printed))] if cards else [False] * len(printed)
    return [Cell(str(n), piece if k >= gone else "", more[k]) for k, n in enumerate(printed)]


# --- the Marquise ------------------------------------------------------------------------------------

MARQUISES: dict[str, Text] = {
    "sawmill": say("sawmills"), "workshop": say("workshops"), "recruiter": say("recruiters"),
}  # fmt: skip


def marquise(sheet: Sheet, seat: int) -> None:
    """Add the wood cost and points of each building, and cards drawn by recruiters (RO-6.5.4)."""
    printed = catalogue_of(sheet.board.setting).marquise
    sheet.headings(say("wood"), [str(n) for n in printed.wood])
    for kind, words in MARQUISES.items():
        points = next(track for one, track in printed.points.items() if one == kind)
        draws = printed.draws if kind == "recruiter" else ()
        sheet.track(f"marquise:{kind}", words, covered(sheet.board, f"marquise:{kind}", points, draws))


# --- the Eyrie ---------------------------------------------------------------------------------------


def eyrie(sheet: Sheet, seat: int) -> None:
    """Add the leaders, the Decree, and the roosts with their points in Evening (RO-7.6, RO-7.8)."""
    board = sheet.board
    printed = catalogue_of(board.setting).eyrie
    now = board.table.text("leader")
    leaders: list[Choice] = []
    for one in get_args(Leader):
        viziers: list[Slot] = [COLUMNS[column] for column in printed.leaders[one]]
        gone = bool(board.table.get(f"fallen:{one}")) and one != now
        leaders.append(Choice(f"leader:{one}", Thing(f"leader:{one}"), listed(viziers), one == now, gone))
    sheet.choices(leaders, 2)
    if now:
        sheet.told.append(say("{what}: {value}", what=Thing("leader"), value=Thing(f"leader:{now}")))
    for column, words in COLUMNS.items():
        left, done = carried_out(board, column)
        sheet.pieces(decree(column), words, left, "ice", done)
    sheet.track("eyrie:roost", say("roosts: points"), covered(board, "eyrie:roost", printed.points[1:], printed.draws))


def carried_out(board: Board, column: Column) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the cards of a column still to resolve, and those resolved this turn.

    Only suits are counted: of several cards of one suit, the first ones are shown as resolved.
    """
    todo, left, done = remaining(board, column), list[tuple[str, int]](), list[tuple[str, int]]()
    for card, n in sorted(board.table.pieces(decree(column)).items(), reverse=True):
        suit = suit_in_decree(board, card)
        now = min(todo.get(suit, 0), n)
        todo[suit] = todo.get(suit, 0) - now
        left += [(card, now)] * (now > 0)
        done += [(card, n - now)] * (n > now)
    return left[::-1], done[::-1]


# --- the Duchy ---------------------------------------------------------------------------------------


def duchy(sheet: Sheet, seat: int) -> None:
    """Add the Burrow, citadels and markets with their effects, and the ministers by rank (RO-12.4, RO-12.5)."""
    board = sheet.board
    printed = catalogue_of(board.setting).duchy
    sheet.zone("clearing:0", say("the Burrow"), "clay")
    for kind, words, track in (
        ("citadel", say("citadels: warriors"), printed.burrow), ("market", say("markets: cards"), printed.draws)
    ):  # fmt: skip
        piece = f"duchy:{kind}"
        begins = Cell(str(track[0]), begins=True)
        sheet.track(piece, words, [begins, *covered(board, piece, track[1:])])
    sheet.zone("revealed:duchy", say("revealed"))
    for rank, words in RANKS.items():
        crowns = board.table.number(f"crowns:{rank}")
        terms = printed.ranks[rank]
        told = say("{rank}: {cards} cards, {points} VP; crowns left: {n}",
                   rank=words, cards=terms.cards, points=terms.points, n=crowns)  # fmt: skip
        sheet.line(told, f"crowns:{rank}")
        sheet.told.append(told)
        ministers = [one for one in get_args(Minister) if printed.ministers[one] == rank]
        sheet.choices([_minister(board, one) for one in ministers], 3)


def _minister(board: Board, one: str) -> Choice:
    piece = f"minister:{one}"
    swayed = bool(board.table.count("ministers", piece))
    return Choice(piece, Thing(piece), chosen=swayed)


# --- the Hundreds ------------------------------------------------------------------------------------


def hundreds(sheet: Sheet, seat: int) -> None:
    """Add the moods, the Hoard's two tracks, and the points of Oppress (RO-14.2.4, RO-14.6.2)."""
    board = sheet.board
    printed = catalogue_of(board.setting).hundreds
    now = board.table.text("mood")
    moods: list[Choice] = []
    for one, needs in printed.moods.items():
        gone = bool(board.table.count("hoard", f"item:{needs}")) and one != now
        moods.append(Choice(f"mood:{one}", MOODS[one], chosen=one == now, gone=gone, icon=needs * (needs != "none")))
    sheet.choices(moods, 2, 26)
    if now:
        sheet.told.append(say("{what}: {value}", what=Thing("mood"), value=Thing(f"mood:{now}")))
    for words, items in ((say("Command"), printed.command), (say("Prowess"), printed.prowess)):
        held = [(f"item:{one}", board.table.count("hoard", f"item:{one}")) for one in items]
        lying = [(piece, n) for piece, n in held if n]
        value = at(printed.track, sum(n for _, n in lying))
        sheet.pieces("hoard", say("{track}: {n}", track=words, n=value), lying, "clay")
    sheet.headings(say("oppressed"), [str(n) for n in range(len(printed.oppress))])
    sheet.headings(say("points"), [str(n) for n in printed.oppress])


# --- the Keepers -------------------------------------------------------------------------------------

RETINUE: dict[int, Text] = {1: say("1: move"), 2: say("2: battle, delve"), 3: say("3: move, recover")}


def keepers(sheet: Sheet, seat: int) -> None:
    """Add the columns of the Retinue, and recovered relics by type (RO-15.5)."""
    board = sheet.board
    for column, words in RETINUE.items():
        sheet.zone(f"retinue:{column}", words, "ice")
    held = sorted(board.table.pieces("relics").items())
    for kind, words in TYPES.items():
        sheet.pieces("relics", words, [one for one in held if deck_of(one[0]) == kind])


LEFT: dict[str, tuple[str, ...]] = {
    "marquise": ("warrior", "wood"), "eyrie": ("warrior",), "duchy": ("warrior", "tunnel"),
    "hundreds": ("warrior", "stronghold", "mob"), "alliance": ("warrior",), "lizards": ("warrior",),
    "riverfolk": ("warrior",), "corvids": ("warrior",),
}  # fmt: skip
"""Pieces without a track on their faction board; they are shown beside it."""


def left(board: Board, owner: str) -> list[tuple[str, int]]:
    """Return the pieces shown beside a board, with their numbers."""
    if owner == KEEPERS:
        return sorted(board.table.pieces(supply(KEEPERS)).items())
    there = [(f"{owner}:{kind}", board.left(owner, f"{owner}:{kind}")) for kind in LEFT.get(owner, ())]
    return [(piece, n) for piece, n in there if n or kind_of(piece) == "warrior"]
