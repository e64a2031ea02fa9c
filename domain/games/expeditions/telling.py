"""Descriptions of moves, read from their facts: what the human gains and pays; the Automa's turn as instructions.

What the action itself says, such as which card is played, is not repeated.
"""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.expeditions import actions, amounts, taking, zones
from tablescribe.domain.games.expeditions.declared import ruled, texts
from tablescribe.domain.games.expeditions.effects import TuckQuest, load, load_step
from tablescribe.domain.games.expeditions.orders import orders
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, DUE, deck, face_down, score
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Moved, Turned
from tablescribe.domain.words.text import Slot, Text, Thing, both, listed, say


def tell(setting: Setting, seen: Seen) -> Telling:
    """Return the description of a move, and the facts that it leaves out.

    All facts of the set-up and of rulings are left out, except those about declarations.
    """
    if seen.action is None:
        return ruled(seen.facts)
    if isinstance(seen.action, actions.AutomaTurn):
        said, rest = orders(setting, seen)
    else:
        heard = _Heard(seen)
        said, rest = [*heard.said(), *texts(seen.action)], heard.rest
    return _told_at_the_end(said, rest)


# --- the end of a move ------------------------------------------------------------------------


def _told_at_the_end(said: list[Text], facts: list[Fact]) -> Telling:
    """Add sentences about whose turn it is and how the game ends."""
    rest: list[Fact] = []
    for fact in facts:
        words = _passed(fact) if isinstance(fact, Changed) else None
        if words is None:
            rest.append(fact)
        else:
            said.append(words)
    return said, rest


def _passed(fact: Changed) -> Text | None:
    n = fact.now
    if not isinstance(n, int):
        return None
    if fact.key == zones.FINAL:
        if n < 1:
            return say("that was the last turn")
        return say("1 turn left") if n == 1 else say("{n} turns left", n=n)
    for seat in (zones.HUMAN, zones.AUTOMA):
        who = Thing(seat_name(seat))
        if fact.key == score(seat):
            return say("{seat} has {coins} in total", seat=who, coins=amounts.coins(n))
        if n == seat and fact.key == zones.TURN:
            return say("it is {seat}'s turn", seat=who)
        if n == seat and fact.key == zones.TRIGGER:
            return say("{seat} triggers the end", seat=who)
        if n == seat and fact.key == zones.WINNER:
            return say("{seat} wins", seat=who)
    return None


# --- the human's moves ------------------------------------------------------------------------

EDGES: dict[type[Action], str] = {taking.Solve: zones.SOLVED, taking.Upgrade: zones.UPGRADED, taking.Meld: zones.MELDED}


class _Heard:
    """Reads the facts of a human's move: what is explored, paid, taken, gained and refilled."""

    def __init__(self, seen: Seen) -> None:
        self.rest: list[Fact] = []
        self._action = seen.action
        self._turned_up = {(fact.zone, fact.face) for fact in seen.facts if isinstance(fact, Turned)}
        self._hidden = {(fact.zone, fact.to) for fact in seen.facts if isinstance(fact, Turned)}
        self._begun: list[Text] = []
        self._explored: dict[str, Slot] = {}  # by place: the location found
        self._piled: dict[str, list[Slot]] = {}  # by place: the corruption put on it
        self._changes: dict[str, int] = {}  # by track: the change
        self._workers: dict[str, int] = {}  # by colour: the number gained
        self._gained: list[Slot] = []
        self._taken: list[Text] = []
        self._returned: list[Slot] = []
        self._workers_back: list[Slot] = []
        self._after: list[Text] = []
        self._due: dict[str, str] = {}  # by key: benefits that became pending
        for fact in seen.facts:
            if not self._hear(fact):
                self.rest.append(fact)

    def said(self) -> list[Text]:
        """Return the sentences in the order in which people would say them."""
        said = [*self._begun]
        for place, location in self._explored.items():
            tokens = self._piled.get(place, [])
            found = listed([location, say("{tokens} on it", tokens=both(tokens))]) if tokens else listed([location])
            said.append(say("explores {place}: {found}", place=Thing(zones.cell(place)), found=found))
        if paid := [say_so(-n) for n, say_so in self._tracks() if n < 0]:
            said.append(say("pays {what}", what=both(paid)))
        said += self._taken
        if self._returned:
            said.append(say("returns {cards} to hand", cards=both(self._returned)))
        if self._workers_back:
            said.append(say("returned to the mat: {workers}", workers=listed(self._workers_back)))
        workers = (amounts.coloured_workers(n, colour) for colour, n in self._workers.items())
        if gained := [*(say_so(n) for n, say_so in self._tracks() if n > 0), *workers, *self._gained]:
            said.append(say("gains {what}", what=both(gained)))
        return said + self._after + self._asked()

    def _asked(self) -> list[Text]:
        """Return a sentence about benefits that became pending and still are."""
        benefits = [load(text).words() for text in self._due.values() if text]
        return [say("due: {benefits}", benefits=listed(benefits, "; "))] if benefits else []

    def _tracks(self) -> list[tuple[int, Callable[[int], Text]]]:
        words = {
            zones.POWER: amounts.power,
            zones.GUILE: amounts.guile,
            zones.COINS: amounts.coins,
            zones.MAP: amounts.maps,
        }
        return [(self._changes.get(track, 0), say_so) for track, say_so in words.items()]

    def _add(self, track: str, n: int) -> bool:
        self._changes[track] = self._changes.get(track, 0) + n
        return True

    def _hear(self, fact: Fact) -> bool:
        """Read a fact, and return whether it needs no description of its own."""
        if isinstance(fact, Changed):
            return self._changed(fact)
        if isinstance(fact, Turned):
            return self._turned(fact)
        return self._is_said(fact) or self._worker(fact) or self._card(fact) or self._token(fact)

    def _is_said(self, fact: Moved) -> bool:
        """Return whether the action itself says that this piece moves."""
        act = self._action
        if isinstance(act, actions.PlayCard | taking.PlayMore) and fact.dst.startswith("active:"):
            return fact.piece == act.card or (act.worker is not None and fact.piece == zones.worker(act.worker))
        if isinstance(act, actions.Move | taking.Travel):
            return fact.piece == zones.HUMAN_MECH and fact.dst == zones.cell(act.to)
        if isinstance(act, taking.Solve | taking.Upgrade | taking.Meld):
            return fact.piece == act.card and fact.dst == EDGES[type(act)]
        if isinstance(act, taking.GainWorker):
            return fact == Moved(zones.worker(act.colour), 1, zones.SUPPLY, zones.WORKERS)
        if isinstance(act, taking.GainCard):
            return fact.piece == act.card and fact.src.startswith("slot:")
        if isinstance(act, taking.ReturnCard):
            return fact.piece == act.card and fact.dst == zones.HAND
        if isinstance(act, taking.SweepCard | taking.TrashCard | taking.RescueCard):
            return fact.piece == act.card and bool({fact.src, fact.dst} & {zones.SWEPT, zones.TRASHED})
        return (
            isinstance(act, taking.Boast)
            and fact.piece == zones.glory(zones.HUMAN)
            and fact.dst == zones.category(act.category)
        )

    def _changed(self, fact: Changed) -> bool:
        if (
            fact.key in (zones.POWER, zones.GUILE, zones.COINS)
            and isinstance(fact.now, int)
            and isinstance(fact.was, int)
        ):
            return self._add(fact.key, fact.now - fact.was)
        if fact.key.startswith(DUE):
            return self._fell_due(fact)
        if fact.key == AWAITS:  # the pending benefits say what is asked
            return zones.BENEFIT in (fact.was, fact.now)
        if fact.key != zones.TOKEN:
            return False
        if isinstance(self._action, actions.Shift):
            return fact.now == self._action.to
        if fact.now == zones.BLANK:
            self._begun.append(say("the action token moves to the blank space"))
        return fact.now == zones.BLANK

    def _fell_due(self, fact: Changed) -> bool:
        text = str(fact.now or "")
        try:
            if text and isinstance(load_step(text), TuckQuest):
                return True  # described when it is tucked
        except ValueError:  # not an effect of this game
            return False
        if fact.was is None or fact.key in self._due:
            self._due[fact.key] = text
        return True

    def _turned(self, fact: Turned) -> bool:
        kind, _, name = fact.zone.partition(":")
        if kind == "unseen":
            return True
        if fact.to.startswith(HIDDEN):  # shuffled in
            if kind == "stack":
                self._taken.append(say("returns {token} to the bag", token=Thing(fact.face)))
            return kind == "stack" or fact.zone == zones.SWEPT
        piece = Thing(fact.to)
        if kind == "cell":
            self._explored[name] = piece
        elif kind == "stack":
            return self._pile(name, piece)
        elif kind == "slot":
            self._after.append(say("{card} fills {slot}", card=piece, slot=name))
        elif kind == "active" or fact.zone == zones.taken(zones.HUMAN):
            self._gained.append(piece)
        else:
            return False
        return True

    def _pile(self, name: str, token: Thing) -> bool:
        place = name.partition(":")[0]
        self._piled.setdefault(place, []).append(token)
        return place in self._explored

    def _worker(self, fact: Moved) -> bool:
        kind, _, colour = fact.piece.partition(":")
        if kind != "worker" or fact.dst != zones.WORKERS:
            return False
        if fact.src == zones.SUPPLY:
            self._workers[colour] = self._workers.get(colour, 0) + fact.n
        elif fact.src.startswith("active:"):
            self._workers_back += [Thing(fact.piece)] * min(fact.n, 9)
        else:
            return False
        return True

    def _card(self, fact: Moved) -> bool:
        if fact.piece == face_down(zones.CARD):
            if fact.src == zones.SWEPT and fact.dst == deck(zones.CARD):
                self._after.append(say("the sweep pile is shuffled into a new deck"))
                return True
            return fact.src == deck(zones.CARD) and (fact.dst, fact.piece) in self._turned_up
        if fact.dst == zones.SOLVED and (fact.src == zones.HAND or fact.src.startswith("active:")):
            self._after.append(say("{card} is solved and tucked", card=Thing(fact.piece)))
            return True
        if fact.src.startswith("active:") and fact.dst == zones.HAND:
            self._returned.append(Thing(fact.piece))
            return True
        return False

    def _token(self, fact: Moved) -> bool:
        token, (kind, _, name) = Thing(fact.piece), fact.src.partition(":")
        if fact.piece == zones.MAP and fact.dst == zones.maps(zones.HUMAN):
            return self._add(zones.MAP, fact.n)
        if fact.piece == face_down(zones.CORRUPTION) and fact.src == deck(zones.CORRUPTION):
            return (fact.dst, fact.piece) in self._turned_up
        if fact.piece == zones.TWENTY and fact.src == zones.BESIDE and fact.dst.startswith("stack:"):
            return self._pile(fact.dst.removeprefix("stack:"), token)
        if kind != "stack":
            return False
        place = Thing(zones.cell(name.partition(":")[0]))
        if fact.dst == zones.taken(zones.HUMAN):
            self._taken.append(say("takes {token} from {place}", token=token, place=place))
        elif fact.piece == zones.TWENTY and fact.dst == zones.BESIDE:
            self._taken.append(say("returns {token} beside the bag", token=token))
        else:
            return fact.dst == deck(zones.CORRUPTION) and (fact.src, fact.piece) in self._hidden
        return True
