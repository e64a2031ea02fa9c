"""The boards of the insurgent factions: Alliance, Lizard Cult, Riverfolk, Corvids."""

from __future__ import annotations

from tablescribe.domain.games.root.board import CLEARINGS, SUITS, catalogue_of, clearing
from tablescribe.domain.games.root.labels.core import SUITS as SUIT_WORDS
from tablescribe.domain.games.root.labels.corvids import PLOTS
from tablescribe.domain.games.root.panels.militants import covered
from tablescribe.domain.games.root.panels.sheet import Cell, Choice, Sheet
from tablescribe.domain.table.names import deck, hand, sealed, unseen
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

# --- the Alliance ------------------------------------------------------------------------------------


def alliance(sheet: Sheet, seat: int) -> None:
    """Add supporters, officers, bases, and sympathy with its cost and points (RO-8.2, RO-8.4)."""
    board = sheet.board
    printed = catalogue_of(board.setting).alliance
    sheet.zone("supporters", say("supporters"))
    sheet.zone("officers", say("officers"))
    bases = [f"alliance:base.{suit}" for suit in SUITS]
    spaces = [
        Cell("", base if board.left("alliance", base) else "", card=True, suit=suit)
        for suit, base in zip(SUITS, bases, strict=True)
    ]
    sheet.track("", say("bases"), spaces)
    sheet.headings(say("supporters"), [str(n) for n in printed.cost])
    sheet.track("alliance:sympathy", say("sympathy: points"), covered(board, "alliance:sympathy", printed.points))


# --- the Lizard Cult ---------------------------------------------------------------------------------


def lizards(sheet: Sheet, seat: int) -> None:
    """Add acolytes, revealed cards, the outcast suit, and gardens with their points (RO-10.4, RO-10.5)."""
    board = sheet.board
    table, printed = board.table, catalogue_of(board.setting).lizards
    sheet.zone("acolytes", say("acolytes"))
    sheet.zone(f"revealed:{seat}", say("revealed"))
    outcast, hated = table.text("outcast"), bool(table.get("hated"))
    sheet.choices([
        Choice(f"suit-of:{suit}", SUIT_WORDS[suit], _lot(hated) if suit == outcast else say("not outcast"),
               suit == outcast)
        for suit in SUITS
    ], 3)  # fmt: skip
    if outcast:
        sheet.told.append(say("{what}: {value}", what=_lot(hated), value=SUIT_WORDS[outcast]))
    for suit in SUITS:
        piece = f"lizards:garden.{suit}"
        words = say("{suit} gardens", suit=SUIT_WORDS[suit])
        sheet.track(piece, words, covered(board, piece, printed.score[1:], printed.draws))


def _lot(hated: bool) -> Text:
    return say("hated") if hated else say("is outcast")


# --- the Riverfolk -----------------------------------------------------------------------------------

SERVICES: dict[str, Text] = {
    "hand": say("hand card"), "boats": say("boats"), "mercenaries": say("mercenaries"),
}  # fmt: skip


def riverfolk(sheet: Sheet, seat: int) -> None:
    """Add prices, payments and funds, trade posts with funds on them, and the open hand (RO-11.2, RO-11.5)."""
    board = sheet.board
    choices: list[Choice] = []
    for service, words in SERVICES.items():
        key = f"price:{service}"
        price = board.table.get(key)
        choices.append(Choice(key, words, say("price: {n}", n=str(price) if price else "–")))
        if price:
            sheet.told.append(say("{what}: {value}", what=Thing(key), value=int(price)))
    sheet.choices(choices, 3)
    sheet.zone("payments", say("payments"))
    sheet.zone("funds", say("funds"))
    sheet.zone("committed", say("committed"))
    for suit in SUITS:
        post, zone = f"riverfolk:post.{suit}", f"committed:{suit}"
        held = sorted(board.table.pieces(zone).items())
        posts = [(post, n)] if (n := board.left("riverfolk", post)) else []
        sheet.pieces(zone, say("{suit} posts", suit=SUIT_WORDS[suit]), [*posts, *held])
    if board.table.pieces(hand(seat)):
        sheet.zone(hand(seat), say("open hand"), "ice")


# --- the Corvids -------------------------------------------------------------------------------------


def corvids(sheet: Sheet, seat: int) -> None:
    """Add the unseen plots by kind, and the places of plots on the map with their kind where it is known."""
    board = sheet.board
    table = board.table
    sheet.zone(deck("plot"), say("plots left"))
    sheet.choices([
        Choice(f"plot:{kind}", words, say("not seen: {n}", n=table.count(unseen("plot"), f"plot:{kind}")))
        for kind, words in PLOTS.items()
    ], 2)  # fmt: skip
    down: list[Slot] = []
    for number in CLEARINGS:
        if table.count(clearing(number), "?plot"):
            kind = table.text(sealed(seat, f"plot:{number}"))
            known = PLOTS.get(kind)
            down.append(say("{n} ({plot})", n=number, plot=known) if known else say("{n}", n=number))
    if down:
        told = say("face down in clearings {list}", list=listed(down))
        sheet.line(told, lines=2)
        sheet.told.append(told)
