"""Names for people, and the table as a sketch for a terminal."""

from __future__ import annotations

from typing import cast

from domain.game import Opening, Sketch, Span
from domain.games.expeditions.board import (
    AUTOMA,
    BASECAMP,
    BEGUN,
    CATEGORIES,
    COINS,
    DECISION,
    FINAL,
    GATHERING,
    GUILE,
    HUMAN,
    HUMAN_MECH,
    LEFT,
    MAP,
    MELDED,
    POWER,
    PROGRESS,
    SOLVED,
    TOKEN,
    TRIGGER,
    TURN,
    TWENTY,
    UPGRADED,
    WORKERS,
    Board,
    category,
    cell,
    glory,
    maps,
    taken,
    worker,
)
from domain.games.expeditions.components import ExpeditionsCatalogue
from domain.play import AWAITS
from domain.table import HIDDEN, Table

SEATS = {1: "the human", 2: "the Automa"}

_NAMES = {
    BASECAMP: "Basecamp", "supply": "the supply", "beside": "beside the bag", "box": "the box",
    "aside": "the decision cards set aside", "decided": "the Automa's card", "map": "map token", TWENTY: "the 20 token",
    "mech:human": "the human's mech", "mech:north": "the north mech", "mech:central": "the central mech",
    "hand:1": "the hand", "workers:1": "the mat", "mat:1": "the mat", "solved:1": "the solved quests",
    "upgraded:1": "the upgraded items", "melded:1": "the melded meteorites",
    "deck:card": "the deck", "deck:decision": "the decision deck", "deck:corruption": "the bag",
    "swept": "the sweep pile", "discard:decision": "the used decision cards",
    "?card": "a card", "?decision": "a decision card", "?corruption": "a corruption token",
    "?south": "a face-down location", "?central": "a face-down location", "?north": "a face-down location",
    "glory:1": "the human's glory token", "glory:2": "the Automa's glory token",
    "maps:1": "the human's maps", "maps:2": "the Automa's maps", "taken:1": "the human's corruption",
    "taken:2": "the Automa's corruption", "score:1": "the human's coins in all", "score:2": "the Automa's coins in all",
    POWER: "power", GUILE: "guile", COINS: "coins", TOKEN: "the action token", PROGRESS: "the progress token",
    TURN: "the turn", "mech": "the human's mat", FINAL: "turns left", "winner": "the winner",
    "category:quests": "4 quests solved", "category:meteorites": "4 meteorites melded",
    "category:items": "4 items upgraded", "category:crater": "the 20 vanquished",
    "category:corruption": "7 corruption tokens", "category:cards": "8 controlled cards",
    "category:people": "7 workers or 5 maps",
}  # fmt: skip

_NOBODYS_CONCERN = (LEFT, BEGUN, GATHERING, AWAITS, TRIGGER, "due", "awaits", "unseen", "printed")


def label(opening: Opening, name: str) -> str:
    """Name a piece, zone or value as people at the table do; whatever has no name of its own stays as it is."""
    if name in _NAMES:
        return _NAMES[name]
    catalogue = cast(ExpeditionsCatalogue, opening.catalogue)
    kind, _, rest = name.partition(":")
    if kind in _NOBODYS_CONCERN:
        return ""
    if (card := catalogue.by_piece.get(name)) is not None:
        return card.name
    if (location := catalogue.by_number.get(int(rest) if rest.isdigit() else 0)) and location.region == kind:
        return f"{location.id} {location.name}"
    if (token := catalogue.by_token.get(name)) is not None:
        return f"{token.colour} {token.value}"
    if (pair := catalogue.pair(name)) is not None:
        return pair.character.name
    if (mech := catalogue.mech(name)) is not None:
        return mech.name
    return _numbered(kind, rest) or name


def _numbered(kind: str, rest: str) -> str:
    """Name what has only a number or place of its own."""
    words = {
        "seat": SEATS.get(int(rest), "") if rest.isdigit() else "",
        "cell": rest,
        "slot": f"slot {rest}",
        "stack": f"the corruption at {rest.partition(':')[0]}",
        "active": "the active row",
        "worker": f"{rest} worker",
        "decision": f"decision card {rest}",
        "glorycard": f"space {rest} of the glory card",
        "deck": f"the {rest} locations",
    }
    return words.get(kind, "")


# --- the sketch -------------------------------------------------------------------------------


def sketch(opening: Opening, table: Table) -> Sketch:
    """Return the map as columns from west to east, and below it the cards and what each side has."""
    board = Board(opening, table)
    columns = sorted({one.at[0] for one in board.catalogue.cells})
    width = len(columns)
    rows: Sketch = [[[("", "")], *([(f"{int(column)}", "")] for column in columns)]]
    for region, title in (("north", "north"), ("central", "centre"), ("south", "south")):
        row: list[list[Span]] = [[(title, "")]]
        for column in columns:
            place = next((c.id for c in board.catalogue.cells if c.region == region and c.at[0] == column), "")
            row.append(_place(board, place) if place else _basecamp(board))
        rows.append(row)
    rows += _listed("slots", [f"{name} {_title(board, piece)}" for name, piece in board.face_up], width)
    turn = 0 if board.is_over else board.turn
    rows += _listed("▶ human" if turn == HUMAN else "human", _human(board), width, "blue")
    rows += _listed("hand", [_title(board, piece) for piece in board.hand], width)
    rows += _listed("active", [_title(board, piece) + _worker_on(board, zone) for zone, piece in board.row], width)
    rows += _listed("due", [effect.words() for _, effect in board.dues], width)
    rows += _listed("▶ Automa" if turn == AUTOMA else "Automa", _automa(board), width, "red")
    return rows


def _listed(title: str, cells: list[str], width: int, colour: str = "") -> Sketch:
    """Return cells under a title, on as many rows as they need; no row when there are none."""
    rows: Sketch = []
    for k in range(0, len(cells), width):
        some = cells[k : k + width]
        filled = [*some, *[""] * (width - len(some))]
        rows.append([[("" if k else title, colour)], *([(text, "")] for text in filled)])
    return rows


def _title(board: Board, piece: str) -> str:
    card = board.card(piece)
    return card.name if card is not None else piece


def _worker_on(board: Board, zone: str) -> str:
    colours = [piece.removeprefix("worker:") for piece in board.table.pieces(zone) if piece.startswith("worker:")]
    return f" ({colours[0]})" if colours else ""


def _place(board: Board, place: str) -> list[Span]:
    """Return a place with its location, mechs, map token and corruption, the top one first, as spans."""
    location = board.location(place)
    spans: list[Span] = [(f"{place} {location.id if location else '·'}", "")]
    if board.table.count(cell(place), MAP):
        spans.append((" map", "yellow"))
    stack = board.stack(place)
    if stack:
        spans.append((" " + "".join(_token(board, token) for _, token in reversed(stack)), "black"))
    for mech, sign, colour in ((HUMAN_MECH, "you", "blue"), ("mech:north", "▲N", "red"), ("mech:central", "▼C", "red")):
        if board.table.count(cell(place), mech):
            spans.append((f" {sign}", colour))
    return spans


def _token(board: Board, token: str) -> str:
    colour, value = board.worth(token)
    return f"[{value}]" if colour is None else f"{colour[0]}{value}"


def _basecamp(board: Board) -> list[Span]:
    return [("camp", "green"), (" you", "blue")] if not board.here else [("camp", "green")]


def _human(board: Board) -> list[str]:
    table = board.table
    placed = sum(table.count(category(name)) for name in CATEGORIES)
    workers = ", ".join(f"{table.count(WORKERS, worker(colour))} {colour}" for colour in board.free_workers)
    return [
        f"token on {board.token}",
        f"power {table.number(POWER)}",
        f"guile {table.number(GUILE)}",
        f"coins {table.number(COINS)}",
        f"glory {placed} of 4",
        f"maps {table.count(maps(HUMAN))}",
        f"corr. {table.count(taken(HUMAN))}",
        f"mat: {workers or 'no worker'}",
        f"solved {table.count(SOLVED)}",
        f"items {table.count(UPGRADED)}",
        f"melded {table.count(MELDED)}",
    ]


def _automa(board: Board) -> list[str]:
    table = board.table
    card = board.catalogue.progress(board.options.level)
    return [
        f"level {board.options.level}",
        f"space {table.number(PROGRESS)} of {card.spaces - 1 if card else '?'}",
        f"{table.count(f'deck:{DECISION}')} cards left",
        f"bag {table.count('deck:corruption', HIDDEN + 'corruption')}",
        f"glory {table.count(BASECAMP, glory(AUTOMA))} of 8",
        f"maps {table.count(maps(AUTOMA))}",
        f"corr. {table.count(taken(AUTOMA))}",
    ]
