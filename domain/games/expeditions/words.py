"""Names for people, and the table as a sketch for a terminal."""

from __future__ import annotations

from typing import cast

from domain.game import Sketch, Span
from domain.games.expeditions.amounts import worker_name
from domain.games.expeditions.board import (
    ASIDE,
    AUTOMA,
    BASECAMP,
    BEGUN,
    BESIDE,
    BLANK,
    CATEGORIES,
    CENTRAL_MECH,
    COINS,
    DECIDED,
    DECISION,
    FINAL,
    GATHERING,
    GUILE,
    HAND,
    HUMAN,
    HUMAN_MECH,
    LEFT,
    MAP,
    MAT,
    MECH,
    MELDED,
    NORTH_MECH,
    POWER,
    PROGRESS,
    REFRESH,
    SOLVED,
    SUPPLY,
    SWEPT,
    TOKEN,
    TRIGGER,
    TURN,
    TWENTY,
    UPGRADED,
    WINNER,
    WORKERS,
    Board,
    category,
    cell,
    glory,
    maps,
    taken,
    worker,
)
from domain.games.expeditions.components import Colour, ExpeditionsCatalogue
from domain.names import AWAITS
from domain.names import seat as seat_name
from domain.setting import Setting
from domain.table import BOX, HIDDEN, Table, Value
from domain.text import Slot, Text, Thing, say

_NAMES: dict[str, Text] = {
    "seat:1": say("the human"),
    "seat:2": say("the Automa"),
    BASECAMP: say("Basecamp"),
    SUPPLY: say("the supply"),
    BESIDE: say("beside the bag"),
    BOX: say("the box"),
    ASIDE: say("the decision cards set aside"),
    DECIDED: say("the Automa's card"),
    MAP: say("map token"),
    TWENTY: say("the 20 token"),
    HUMAN_MECH: say("the human's mech"),
    NORTH_MECH: say("the north mech"),
    CENTRAL_MECH: say("the central mech"),
    HAND: say("the hand"),
    WORKERS: say("the mat"),
    MAT: say("the mat"),
    SOLVED: say("the solved quests"),
    UPGRADED: say("the upgraded items"),
    MELDED: say("the melded meteorites"),
    "deck:card": say("the deck"),
    "deck:decision": say("the decision deck"),
    "deck:corruption": say("the bag"),
    "deck:south": say("the south locations"),
    "deck:central": say("the central locations"),
    "deck:north": say("the north locations"),
    SWEPT: say("the sweep pile"),
    "discard:decision": say("the used decision cards"),
    "?card": say("a card"),
    "?decision": say("a decision card"),
    "?corruption": say("a corruption token"),
    "?south": say("a face-down location"),
    "?central": say("a face-down location"),
    "?north": say("a face-down location"),
    "glory:1": say("the human's glory token"),
    "glory:2": say("the Automa's glory token"),
    "maps:1": say("the human's maps"),
    "maps:2": say("the Automa's maps"),
    "taken:1": say("the human's corruption"),
    "taken:2": say("the Automa's corruption"),
    "score:1": say("the human's coins in all"),
    "score:2": say("the Automa's coins in all"),
    POWER: say("power"),
    GUILE: say("guile"),
    COINS: say("coins"),
    TOKEN: say("the action token"),
    PROGRESS: say("the progress token"),
    TURN: say("the turn"),
    MECH: say("the human's mat"),
    FINAL: say("turns left"),
    WINNER: say("the winner"),
    "category:quests": say("4 quests solved"),
    "category:meteorites": say("4 meteorites melded"),
    "category:items": say("4 items upgraded"),
    "category:crater": say("the 20 vanquished"),
    "category:corruption": say("7 corruption tokens"),
    "category:cards": say("8 controlled cards"),
    "category:people": say("7 workers or 5 maps"),
    "the first player": say("the first player"),
    "the mech": say("the mech"),
    "the character": say("the character"),
}

_NOBODYS_CONCERN = (LEFT, BEGUN, GATHERING, AWAITS, TRIGGER, "due", "unseen", "printed")

_TOKEN_AT: dict[str, Text] = {
    REFRESH: say("Refresh"),
    BLANK: say("the blank space"),
    "move": say("Move"),
    "play": say("Play"),
    "gather": say("Gather"),
}
_ENDINGS = {
    "fourth_glory": say("the human's fourth glory token"),
    "eighth_glory": say("the Automa's eighth glory token"),
}


def label(setting: Setting, name: str) -> Text | str:
    """Name a piece, zone or value as people at the table do; whatever has no name of its own stays as it is."""
    if name in _NAMES:
        return _NAMES[name]
    catalogue = cast(ExpeditionsCatalogue, setting.catalogue)
    kind, _, rest = name.partition(":")
    if kind in _NOBODYS_CONCERN:
        return ""
    if (card := catalogue.by_piece.get(name)) is not None:
        return card.name
    if (location := catalogue.by_number.get(int(rest) if rest.isdigit() else 0)) and location.region == kind:
        return f"{location.id} {location.name}"
    if (token := catalogue.by_token.get(name)) is not None:
        return _token_name(token.colour, token.value)
    if (pair := catalogue.pair(name)) is not None:
        return pair.character.name
    if (mech := catalogue.mech(name)) is not None:
        return mech.name
    if kind == "benefit":
        taken_as = catalogue.by_benefit.get(rest)
        return taken_as.words() if taken_as is not None else rest.replace("_", " ")
    return _numbered(kind, rest) or name


def _token_name(colour: Colour, value: int) -> Text:
    return say("orange {value}", value=value) if colour == "orange" else say("turquoise {value}", value=value)


def _numbered(kind: str, rest: str) -> Text | str:
    """Name what has only a number or place of its own."""
    if kind == "slot":
        return say("slot {name}", name=rest)
    if kind == "stack":
        return say("the corruption at {place}", place=rest.partition(":")[0])
    if kind == "active":
        return say("the active row")
    if kind == "worker":
        return worker_name(rest)
    if kind == "decision":
        return say("decision card {number}", number=rest)
    if kind == "glorycard":
        return say("space {number} of the glory card", number=rest)
    return rest if kind == "cell" else ""


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Say a kept value as people do: the seat whose turn it is, where the action token lies, the mech."""
    if key in (TURN, WINNER, TRIGGER):
        return Thing(seat_name(value)) if isinstance(value, int) else str(value)
    if key == TOKEN:
        return _TOKEN_AT.get(str(value), str(value))
    if key == MECH:
        return Thing(str(value))
    if key == "ending":
        return _ENDINGS.get(str(value), str(value))
    if label(setting, key) == "":  # as its name, its value is nobody's concern
        return ""
    return value if isinstance(value, int) else str(value)


# --- the sketch -------------------------------------------------------------------------------


def sketch(setting: Setting, table: Table) -> Sketch:
    """Return the map as columns from west to east, and below it the cards and what each side has."""
    board = Board(setting, table)
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
    rows += _listed("due", [str(effect.words()) for _, effect in board.dues], width)
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
    for mech, sign, colour in ((HUMAN_MECH, "you", "blue"), (NORTH_MECH, "▲N", "red"), (CENTRAL_MECH, "▼C", "red")):
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
