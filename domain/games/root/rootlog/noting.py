"""Translation of the facts of a move into the notation, as far as it can express them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablescribe.domain.games.root.board import CARD, catalogue_of, faction
from tablescribe.domain.games.root.cards import card_of, suit_of
from tablescribe.domain.games.root.pieces import CLOSED, FACE_DOWN, kind_of, owner_of
from tablescribe.domain.games.root.rootlog.figures import MARKED, PLOTS, RELICS
from tablescribe.domain.games.root.rootlog.letters import COLUMNS, EFFECTS, FACTIONS, ITEMS, PRICES, RELATIONS, SUITS
from tablescribe.domain.games.root.rootlog.notes import PURGE, Note, board_of, in_battle
from tablescribe.domain.games.root.rootlog.things import (
    Between,
    Board,
    Card,
    Clearing,
    Discard,
    Hand,
    Hireling,
    Item,
    ItemSpot,
    Landmark,
    Marker,
    Piece,
    Place,
    Quests,
    Term,
)
from tablescribe.domain.games.root.rootlog.values import (
    Battle,
    Craft,
    Flip,
    LeaveTrack,
    Mark,
    Move,
    OpenPath,
    Reveal,
    Score,
    Trick,
    What,
)
from tablescribe.domain.match.events import Played, outcomes_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import bare, state_of
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Moved, Table, Turned

LETTER = {key: letter for letter, key in FACTIONS.items()}
_SUIT = {name: letter for letter, name in SUITS.items()}
_ITEM = {name: letter for letter, name in ITEMS.items()}
_SHORT = {name: short for short, name in EFFECTS.items()}
_MARK = {piece: (kind, mark) for (_, kind, mark), piece in MARKED.items()}
_KINDS = {"warrior": "w", "pawn": "p", "building": "b", "token": "t"}
_AREAS = {"satchel": "s", "track": "t", "damaged": "d"}
_PILES = ("discard:card", "lost-souls", "dominance")


class Noting:
    """Translates facts in a turn of the faction with that letter."""

    def __init__(self, setting: Setting, table: Table, letter: str) -> None:
        self.setting = setting
        self.table = table
        self.letter = letter
        self._do = ""

    # --- actions ------------------------------------------------------------------------------

    def of_action(self, move: Played) -> Iterator[Note]:
        """Yield entries for what an action adds to its facts: a battle, what joins one, a craft."""
        said = move.action
        do = self._do = str(said.get("do", ""))
        if do == "battle" and "defender" in said:
            attacker = self.whose(self.table.text(faction(move.seat)))
            yield Note(Battle(attacker, _owner(str(said["defender"])), int(said["at"])))
        elif do in ("ambush", "foil") and "card" in said:
            suit = _SUIT.get(suit_of(self.setting, str(said["card"])), "")
            yield Note(None, joins=in_battle(foil=suit) if do == "foil" else in_battle(ambush=suit))
        elif do == "trick":
            yield Note(Trick((int(said["one"]), int(said["other"]))))
        elif do == "craft":
            card = card_of(self.setting, str(said.get("card", "")))
            if card is not None:
                item = Item(_ITEM[card.item]) if card.item is not None else None
                yield Note(Craft(item or Card((), _SHORT.get(card.id, card.id.replace("-", "")))))
        dice = [one for one in outcomes_of(move) if isinstance(one, int) and 0 <= one <= 3]
        if len(dice) == 2:
            yield Note(None, joins=in_battle(roll=(max(dice), min(dice))))

    def _goes_without_saying(self, fact: Moved) -> bool:
        """Return whether the action's entry implies a fact: the card and item of a craft, the card of an ambush."""
        leaves = fact.src.startswith("hand:")
        if self._do == "trick":
            return fact.src.startswith("clearing:")
        if self._do == "craft":
            return leaves or fact.src in ("items", "forge")
        return leaves and self._do in ("ambush", "foil")

    def saves(self, fact: Fact) -> bool:
        """Return whether Field Hospitals bring warriors to the keep that were noted as removed (RO-6.2.3)."""
        return self._do == "heal" and isinstance(fact, Moved) and fact.src == "supply:marquise"

    # --- facts --------------------------------------------------------------------------------

    def of_fact(self, fact: Fact) -> What | None:
        """Return the entry for a fact; `None` if the notation cannot or need not express it."""
        if isinstance(fact, Moved):
            return None if self._goes_without_saying(fact) else self._moved(fact)
        if isinstance(fact, Turned):
            return self._turned(fact)
        return self._changed(fact)

    def whose(self, key: str) -> str:
        """Return an owner in the notation; empty for the player in turn."""
        letter = LETTER.get(key, "")
        return "" if letter == self.letter else letter or _owner(key)

    def _player(self, zone: str) -> str:
        """Return the letter of the player to whom a zone belongs."""
        if zone == "hoard":
            return "H"
        whose = zone.rpartition(":")[2]
        return LETTER.get(self.table.text(faction(int(whose))) if whose.isdigit() else whose, "")

    def _moved(self, fact: Moved) -> What | None:
        if fact.piece == CLOSED:
            one, _, other = fact.src.removeprefix("path:").partition("-")
            return OpenPath((int(one), int(other))) if fact.src.startswith("path:") else None
        if fact.piece.startswith((f"{CARD}:", HIDDEN + CARD)):
            return self._card(fact)
        if fact.piece.startswith("item:"):
            return self._item(fact)
        if owner_of(fact.piece):
            return self._figure(fact)
        if fact.piece.startswith("ruin:") and fact.src.startswith("under:"):
            found = Item(_ITEM[fact.piece.partition(":")[2]])
            return Move((Term(1, found, Clearing(int(fact.src.partition(":")[2]))),), (Board(),))
        if fact.piece.startswith("quest:") and fact.src == "quests":
            quest = next((one for one in catalogue_of(self.setting).quests if fact.piece == f"quest:{one.id}"), None)
            suits = ((1, _SUIT[quest.suit]),) if quest is not None else ()
            return Move((Term(1, Card(suits), Quests()),), (Board(),))
        if fact.piece.startswith("minister:"):
            name = Card((), fact.piece.removeprefix("minister:").replace("-", ""))
            if fact.dst == "ministers":
                return Move((Term(1, name),), (Board(self.whose("duchy")),))
            return Move((Term(1, name, Board(self.whose("duchy"))),)) if fact.src == "ministers" else None
        if fact.piece.startswith("landmark:") and fact.src == "landmarks" and fact.dst.startswith("clearing:"):
            there = Clearing(int(fact.dst.partition(":")[2]))
            return Move((Term(1, Landmark(fact.piece.partition(":")[2])),), (there,))
        if fact.piece == "landmark:ferry" and fact.src.startswith("clearing:"):
            start, to = self.place(fact.src), self.place(fact.dst)
            return Move((Term(1, Piece("", "f"), start),), (to,)) if to is not None else None
        return None

    def _figure(self, fact: Moved) -> What | None:
        """Return the entry for a moved figure; payments that become funds have none."""
        if board_of(fact.src) and board_of(fact.dst):
            return None
        piece = self._piece(fact.piece)
        start = None if piece.kind == "p" else self.place(fact.src)
        to = self.place(fact.dst)
        if self.place(fact.src) is None and to is None:
            return None
        return Move((Term(fact.n, piece, start),), (to,) if to is not None else ())

    def _piece(self, name: str) -> Piece:
        owner = self.whose(owner_of(name))
        if name in _MARK:
            return Piece(owner, *_MARK[name])
        kind = _KINDS[kind_of(name) or "token"]
        variant = name.partition(".")[2]
        if name.startswith("corvids:plot."):
            return Piece(owner, "t", next(letter for letter, plot in PLOTS.items() if plot == variant))
        deck, _, face = name.lstrip(HIDDEN).partition(":")
        relics = {relic: letter for letter, relic in RELICS.items()}
        if deck in FACE_DOWN and deck in relics:
            return Piece(owner, "t", f"{face}_{relics[deck]}" if face else relics[deck])
        if ":waystation." in name:
            return Piece(owner, "b", "_".join(relics[side] for side in variant.split("-")))
        return Piece(owner, kind)

    def place(self, zone: str) -> Place | None:
        """Return the place of a figure in a zone; `None` for the supply and out of the game."""
        kind, _, rest = zone.partition(":")
        if kind == "clearing":
            return Clearing(int(rest))
        if kind in ("forest", "path"):
            return Between(tuple(int(n) for n in rest.replace("-", "_").split("_")))
        if letter := board_of(zone):
            return Board("" if letter == self.letter else letter)
        return None

    # --- cards and items ----------------------------------------------------------------------

    def _card(self, fact: Moved) -> What | None:
        """Return the entry for moved cards, if the notation has a place for both ends."""
        card = self._card_itself(fact.piece, fact.src, fact.dst)
        if fact.src.startswith("decree:") and fact.dst in _PILES:
            return PURGE
        if fact.src == "lost-souls" and fact.dst in ("discard:card", "dominance"):
            return self._outcast()
        if fact.dst.startswith("revealed:"):
            return Reveal(
                (Term(fact.n, card),), "" if self._player(fact.dst) == self.letter else self._player(fact.dst)
            )
        if fact.dst == "box" and fact.piece.startswith(f"{CARD}:dominance"):
            return Move((Term(fact.n, card, self._card_place(fact.src)),), (Board(),))
        if (fact.src in _PILES and fact.dst in (*_PILES, f"deck:{CARD}")) or fact.dst in ("market", "unseen:card"):
            return None
        start = self._card_place(fact.src)
        to = self._card_place(fact.dst)
        if start == to:
            return None  # revealed cards return
        if fact.dst in _PILES:
            return Move((Term(fact.n, card, start),)) if start is not None else None
        if to is None or isinstance(to, Discard):
            return None
        return Move((Term(fact.n, card, start),), (to,))

    def _card_itself(self, piece: str, src: str, dst: str) -> Card:
        """Return a card in the notation: its suit if known, its name if face up."""
        suit = _SUIT.get(suit_of(self.setting, piece), "")
        found = card_of(self.setting, piece)
        if found is None:
            return Card()
        named = any(zone.startswith("crafted:") or zone in _PILES for zone in (src,)) or dst.startswith("crafted:")
        if found.kind == "dominance":
            return Card(((1, suit),), "dom")
        if found.kind == "ambush" and named:
            return Card(((1, suit),), "@")
        return Card(((1, suit),), _SHORT.get(found.id, found.id.replace("-", "")) if named else "")

    def _card_place(self, zone: str) -> Place | None:
        kind, _, rest = zone.partition(":")
        if kind in ("hand", "revealed"):
            return Hand(self._player(zone))
        if kind == "crafted":
            letter = self._player(zone)
            return Board("" if letter == self.letter else letter)
        if kind == "decree":
            return Board("", next(letter for letter, column in COLUMNS.items() if column == rest))
        if kind == "retinue":
            return Board("", rest)
        if zone == "supporters":
            return Board("" if self.letter == "A" else "A")
        return Discard() if zone in ("discard:card", "lost-souls") else None

    def _item(self, fact: Moved) -> What | None:
        """Return the entry for a moved item: gained, given, damaged, put on its track, or lost."""
        item = Item(_ITEM.get(bare(fact.piece).removeprefix("item:"), ""))
        kind, dst_kind = fact.src.partition(":")[0], fact.dst.partition(":")[0]
        if kind in _AREAS and dst_kind in _AREAS and fact.src.partition(":")[2] == fact.dst.partition(":")[2]:
            player = self._player(fact.src)
            start = None if player == self.letter else Board(player)
            return Move((Term(fact.n, item, start),), (ItemSpot(_AREAS[dst_kind]),))
        homes = (*_AREAS, "items", "hoard")
        if kind in homes and fact.src != "items" and dst_kind in homes and fact.dst != "items":
            taker = self._player(fact.dst)
            to = Board("" if taker == self.letter else taker)
            return Move((Term(fact.n, item, Board(self._player(fact.src))),), (to,))
        if kind in homes and fact.src != "items" and fact.dst == "box":
            player = self._player(fact.src)
            return Move((Term(fact.n, item, None if player == self.letter else Board(player)),))
        return None

    # --- flips and marks ----------------------------------------------------------------------

    def _turned(self, fact: Turned) -> What | None:
        if fact.face.startswith("item:") and fact.to.startswith("item:"):
            player = self._player(fact.zone)
            start = None if player == self.letter else Board(player)
            state = "e" if state_of(fact.to) == "exhausted" else "r"
            item = Item(_ITEM.get(bare(fact.face).removeprefix("item:"), ""))
            return Move((Term(fact.n, item, start),), (ItemSpot("", state),))
        place = self.place(fact.zone)
        if place is None or fact.zone.startswith("unseen"):
            return None
        if fact.to.startswith("corvids:plot.") or (fact.to.partition(":")[0] in RELICS.values() and ":" in fact.to):
            hidden = Piece(self.whose(owner_of(fact.to)), "t")
            return Flip(Term(1, hidden, place), replace(self._piece(fact.to), owner=""))
        return None

    def _outcast(self, *, hated: bool = False) -> Mark:
        """Return the entry for the outcast; it also discards the Lost Souls."""
        name = "ho" if hated or self.table.get("hated") else "o"
        return Mark((Marker("", name),), _SUIT.get(self.table.text("outcast"), ""))

    def _changed(self, fact: Changed) -> What | None:
        key, _, rest = fact.key.partition(":")
        if key in ("dominance", "coalition") and rest.isdigit() and fact.now is not None:
            whose = self._player(fact.key) if key == "dominance" else self._player(f"seat:{fact.now}")
            return LeaveTrack(whose if whose != self.letter else "")
        if key == "score" and fact.now is not None:
            points = int(fact.now or 0) - int(fact.was or 0)
            letter = self._player(fact.key)
            return Score("" if letter == self.letter else letter, points) if points else None
        if fact.key in ("leader", "mood") and isinstance(fact.now, str):
            return Move((Term(1, Card((), fact.now.replace("-", ""))),), (Board(),))
        if key == "character" and isinstance(fact.now, str):
            return Move((Term(1, Card((), fact.now)),), (Board(),))
        if key == "markers" and isinstance(fact.now, int) and fact.was is None:
            taker = LETTER.get(self.table.text(faction(self.table.number(f"controls:{rest}"))), "")
            return Move((Term(1, Hireling(_owner(rest))),), (Board(taker, "", fact.now),)) if taker else None
        if key == "price" and fact.now:
            letter = next((one for one, name in PRICES.items() if name == rest), "")
            return Mark((Marker("", letter),), str(fact.now)) if letter else None
        if fact.key == "outcast" and isinstance(fact.now, str):
            return Mark((Marker("", "o"),), _SUIT.get(fact.now, ""))
        if fact.key == "hated" and fact.now:
            return self._outcast(hated=True)
        if key == "relation" and fact.now is not None:
            seat, _, other = rest.partition(":")
            whose = LETTER.get(self.table.text(faction(int(seat))), "")
            to = next((one for one, name in RELATIONS.items() if name == str(fact.now)), "")
            marker = Marker("" if whose == self.letter else whose, LETTER.get(other, ""))
            return Mark((marker,), to) if to and marker.name else None
        return None


def _owner(key: str) -> str:
    """Return a faction's letter, or a hireling's with `h_`."""
    if key in LETTER:
        return LETTER[key]
    hirelings = {
        "patrol": "C", "dynasty": "E", "uprising": "A", "exile": "V", "flame": "H", "vault": "K", "band": "J",
        "flotilla": "O", "prophets": "L", "bandits": "T", "expedition": "D", "spies": "P", "protector": "S",
    }  # fmt: skip
    return f"h_{hirelings.get(key, '')}"
