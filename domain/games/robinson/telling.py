"""Descriptions of moves, read from their facts: what players gain and lose, find, build and meet.

What the action itself says, such as where a pawn goes, is not repeated. Everything is described in order of play. Gains
and losses with nothing in between are described together, by cause (`causes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablescribe.domain.games.robinson import amounts, board, causes, mechanisms
from tablescribe.domain.games.robinson.actions.night import MoveCamp
from tablescribe.domain.games.robinson.actions.scenario import FeedPyre
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.labels import ENDINGS, weather
from tablescribe.domain.games.robinson.tasks import Task, task_of
from tablescribe.domain.rules.agenda import DueStep, crossed_off
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, deck_of, score
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import BOX, Changed, Fact, Moved, Turned, Value
from tablescribe.domain.words.text import Text, Thing, both, plural, say

OWN = ("stock", "future")
"""The zones of a seat's goods. What arrives there is gained, what leaves is lost."""

LEVELS = ("determination", "weapon", "roof", "palisade", "shelter")
"""Values of a seat that rise and fall."""

SILENT = frozenset({"uses", "explored", "totems", board.PHASE, "camp_token", "gave"})
"""Values that change together with something already described."""


def tell(setting: Setting, seen: Seen) -> Telling:
    """Return the description of a move, and the facts that it leaves out.

    All facts of rulings and of the set-up are left out.
    """
    if seen.action is None:
        return [], list(seen.facts)
    story = _Story(setting, seen)
    never = _dropped_at_the_end(seen.facts)
    for k, fact in enumerate(seen.facts):
        step = crossed_off(fact)
        if step is not None and k not in never:
            story.begin(step)
        if step is not None or not story.hear(fact):
            story.rest.append(fact)
        story.table.apply(fact)
    story.finish()
    return [*story.said, *story.last], story.rest


def _dropped_at_the_end(facts: Sequence[Fact]) -> frozenset[int]:
    """Return the facts that only clear pending steps at the end of the game, because the steps never happened."""
    over = next((k for k, fact in enumerate(facts) if isinstance(fact, Changed) and fact.key == board.ENDING), 0)
    k = over - 1
    while k >= 0 and isinstance(fact := facts[k], Changed) and fact.now is None:
        k -= 1
    return frozenset(range(k + 1, over))


def who(seat: str | int) -> Thing:
    """Return a seat as it appears in a sentence."""
    return Thing(seat_name(int(seat)))


class _Story:
    """Reads the facts of a move one by one, and describes them."""

    def __init__(self, setting: Setting, seen: Seen) -> None:
        self.said: list[Text] = []
        self.last: list[Text] = []  # sentences for the end: whose turn it is, who has won
        self.rest: list[Fact] = []
        self._setting = setting
        self._action = seen.action
        self.table = seen.before.copy()
        self._cause = ""  # the step that causes gains and losses
        self._fight: tuple[int, int] | None = None  # an attack that has begun and is undecided
        self._working: Task | None = None  # an action whose dice or success are being described
        self._returned: Task | None = None  # an action whose pawns have gone home without a result
        self._leads = 0  # the first player once all dead are gone
        self._has_met = False  # whether an event has been mentioned with cards to look at
        self._sums: dict[str, dict[str, int]] = {}  # by seat: the change of each amount
        self._aside: dict[str, dict[str, int]] = {}  # by seat: what is reserved for building

    @property
    def _island(self) -> Island:
        return Island(self._setting, self.table)

    def begin(self, step: DueStep) -> None:
        """Begin a step: describe it, and make it the cause of gains and losses."""
        self._tell_who_leads()
        if self._cause or mechanisms.is_told(step.do) or step.do in causes.STEPS:
            self.pause()
        self._cause = step.do if step.do in causes.STEPS else ""
        if step.do == "attack":
            self._fight = (step.arguments["attacker"], step.arguments["defender"])
        elif step.do == "compare":
            self._fight = None
        elif step.do in ("work", "dice"):
            self._working = Task(step.arguments["seat"], step.arguments["where"], step.arguments["n"])
        if step.do in ("attack", "hunt"):
            self._returned = None
        elif step.do == "resolve":
            self._tell_what_came_to_nothing()
        if step.do == "look" and self._has_met:
            return
        told = list(mechanisms.told(self._island, step.do, step.arguments))
        self._has_met = self._has_met or (bool(told) and step.do in ("event_after", "if_met", "discovered"))
        self.said += told

    def finish(self) -> None:
        """Describe what is left, and an attack that is undecided."""
        self._tell_who_leads()
        self.pause()
        self._tell_what_came_to_nothing()
        if self._fight is not None:
            self.said.append(mechanisms.attacks(*self._fight))

    def _tell_what_came_to_nothing(self) -> None:
        if (task := self._returned) is not None:
            self.pause()
            where = Thing(task.where)
            told = say("{seat} can no longer resolve the action: {place}", seat=who(task.seat), place=where)
            self.said.append(told)
        self._returned = None

    def _say(self, words: Text) -> None:
        """Add a sentence, after the gains and losses before it."""
        self.pause()
        self.said.append(words)

    def pause(self) -> None:
        """Describe the gains and losses so far."""
        for seat, sums in sorted(self._aside.items()):
            if taken := [amounts.amount(what, n) for what, n in sums.items() if n > 0]:
                self.said.append(say("{seat} sets aside {what}", seat=who(seat), what=both(taken)))
        for seat, sums in self._sums.items():
            self.said += causes.sums(self._cause, who(seat), sums)
        self._aside, self._sums = {}, {}

    def _tell_who_leads(self) -> None:
        """Describe who is first player once all who die together are gone."""
        if self._leads and not self.table.get(board.dead(self._leads)):
            self._say(say("{seat} is now first player", seat=who(self._leads)))
        self._leads = 0

    def _add(self, seat: str, what: str, n: int) -> bool:
        sums = self._sums.setdefault(seat, {})
        sums[what] = sums.get(what, 0) + n
        return True

    def hear(self, fact: Fact) -> bool:
        """Read a fact, and return whether it needs no description of its own."""
        if isinstance(fact, Changed):
            return self._changed(fact)
        if isinstance(fact, Turned):
            return self._turned(fact)
        if fact.piece in (*board.GOODS, board.RELIC):
            return self._goods(fact)
        return self._pawn(fact) or self._card(fact)

    # --- goods ----------------------------------------------------------------------------------

    def _goods(self, fact: Moved) -> bool:
        src, _, giver = fact.src.partition(":")
        dst, _, taker = fact.dst.partition(":")
        giver, taker = giver.partition(":")[0], taker.partition(":")[0]
        if not all(self._is_a_seat(one) for one in (giver, taker) if one):
            return False
        if src == "task" or dst == "task":
            return self._set_aside(fact, src, dst, giver, taker)
        if src in OWN and dst in OWN and giver == taker:
            return True  # gains move to the stock
        what = "relics" if fact.piece == board.RELIC else fact.piece
        if dst == "pyre":
            fed = isinstance(self._action, FeedPyre) and src == "stock"
            return fed or self._add(taker, "pyre", fact.n)
        if src == "pyre":
            return self._add(giver, "pyre", -fact.n)
        if src in (*OWN, "goods"):
            self._add(giver, what, -fact.n)
        if dst in (*OWN, "goods"):
            self._add(taker, what, fact.n)
        return src in (*OWN, "goods", board.SUPPLY) and dst in (*OWN, "goods", board.SUPPLY)

    def _set_aside(self, fact: Moved, src: str, dst: str, giver: str, taker: str) -> bool:
        """Describe reserved resources when they are set aside, or when somebody else gets them."""
        if dst == "task":
            sums = self._aside.setdefault(taker, {})
            sums[fact.piece] = sums.get(fact.piece, 0) + fact.n
            return src == "stock"
        if dst in OWN and giver != taker:
            return self._add(giver, fact.piece, -fact.n) and self._add(taker, fact.piece, fact.n)
        return dst in (*OWN, board.SUPPLY)

    def _is_a_seat(self, name: str) -> bool:
        return name.isdecimal() and len(name) < 3 and int(name) in self._setting.all_seats

    # --- pawns, camps, cards --------------------------------------------------------------------

    def _pawn(self, fact: Moved) -> bool:
        kind, _, name = fact.piece.partition(":")
        dst, _, owner = fact.dst.partition(":")
        if kind == "helper" and dst == "pawns" and name in amounts.PAWNS and self._is_a_seat(owner):
            self._say(say("{seat} has {pawn}", seat=who(owner), pawn=amounts.PAWNS[name]))
            return True
        if kind == "pawn" and fact.src.startswith("task:") and dst == "home":
            self._home_again(task_of(fact.src))
        if kind in ("pawn", "helper"):
            return True
        if kind == "camp":
            return isinstance(self._action, MoveCamp) or fact.dst == BOX
        if kind == "token":
            if dst == "field":
                self._say(say("{token} is placed on {field}", token=Thing(fact.piece), field=Thing(fact.dst)))
            else:
                self._say(say("{token} is resolved", token=Thing(fact.piece)))
            return True
        return False

    def _home_again(self, task: Task) -> None:
        """Note that an action's pawns go home: it was resolved, or is no longer possible (RC-73)."""
        if task.kind == "arrange":
            self._say(say("{seat} arranges the camp", seat=who(task.seat)))
        elif task.kind == "rest":
            self._say(say("{seat} rests", seat=who(task.seat)))
        elif task != self._working:
            self._returned = task
        self._working = None

    def _card(self, fact: Moved) -> bool:
        src, _, giver = fact.src.partition(":")
        dst, _, taker = fact.dst.partition(":")
        card = Thing(fact.piece)
        if fact.dst == board.EVENT_DISCARD:
            if fact.piece == board.BOOK_CARD:
                self._say(say("the event card shows a book"))
                self.said += mechanisms.book(self._island)
            return True
        if dst == "items" and self._is_a_seat(taker):
            if src == "items":
                self._say(say("{seat} gets {card} from {other}", seat=who(taker), card=card, other=who(giver)))
            else:
                self._say(say("{seat} has built {card}", seat=who(taker), card=card))
            return src in ("items", "personal", board.INVENTIONS)
        if dst == src == "starting" and self._is_a_seat(giver) and self._is_a_seat(taker):
            self._say(say("{seat} gets {card} from {other}", seat=who(taker), card=card, other=who(giver)))
            return True
        if src == "items" or fact.dst == board.INVENTIONS:
            self._say(say("{card} is now on the board", card=card))
            return fact.dst == board.INVENTIONS or dst == "personal"
        if deck_of(fact.piece) == board.BEAST and (fact.dst == board.HUNTING or dst == "top"):
            if fact.src != deck(board.BEAST):
                return True  # it was in the hunting deck before
            self._say(say("a beast joins the hunting deck"))
            return True
        if deck_of(fact.piece) == board.TILE and dst == "space" and not fact.piece.startswith("?"):
            self._say(say("{tile} is at {space}", space=Thing(fact.dst), tile=card))
            return True
        return self._of_others(fact, dst)

    def _of_others(self, fact: Moved, dst: str) -> bool:
        """Describe cards that a seat meets, keeps, discards or looks at."""
        kind = deck_of(fact.piece)
        if kind == board.BEAST and fact.src == "met:beast":
            return True
        if fact.dst == "met:beast":
            if not fact.piece.startswith("?"):
                self._say(say("the beast is {beast}", beast=Thing(fact.piece)))
            return True
        if self._cause == "deaths" and fact.dst == BOX and kind in (board.STARTING, board.DISCOVERY):
            self._say(say("{card} is removed from the game", card=Thing(fact.piece)))
            return True
        if kind == board.STARTING and fact.dst == BOX:
            self._say(say("{item} has no markers left", item=Thing(fact.piece)))
            return True
        if kind == board.DISCOVERY and (fact.dst == BOX or dst == "tokens"):
            return True
        hidden = fact.piece.startswith("?") and dst in ("space", "tokens", "starting")
        return hidden or dst in ("top", "bottom", "look")

    # --- revealed cards -------------------------------------------------------------------------

    def _turned(self, fact: Turned) -> bool:
        kind, _, owner = fact.zone.partition(":")
        card = Thing(fact.to)
        if kind == "unseen":
            return True
        if fact.to.startswith("?"):
            return kind == "look"
        if kind == "space":
            self._say(say("{tile} is at {space}", space=Thing(fact.zone), tile=card))
        elif kind in ("tokens", "starting") and self._is_a_seat(owner):
            does = mechanisms.at_once(self._island, fact.to)
            found = say("{seat} finds {card}", seat=who(owner), card=card)
            self._say(found if does is None else say("{found}: {effect}", found=found, effect=does))
        elif fact.zone == "met:beast":
            self._say(say("the beast is {beast}", beast=card))
        elif deck_of(fact.to) == board.ADVENTURE:
            self._say(say("the event card shows {icon}", icon=card))
        else:
            return kind == "look"
        return True

    # --- values ---------------------------------------------------------------------------------

    def _changed(self, fact: Changed) -> bool:
        kind, _, owner = fact.key.partition(":")
        if kind in (*LEVELS, "hearts") and self._is_a_seat(owner):
            return self._add(owner, kind, _number(fact.now) - _number(fact.was)) if fact.now is not None else True
        if fact.key == board.PHASE:
            self.pause()
        if kind in SILENT:
            return True
        if fact.key == board.FIRST and isinstance(fact.now, int) and fact.now in self._setting.all_seats:
            self._leads = fact.now
            return True
        words = self._happened(fact, kind, owner)
        if words is not None:
            self._say(words)
            return True
        return self._comes_last(fact, kind, owner) or (not fact.now and fact.key in (board.TURN, board.WEATHER))

    def _happened(self, fact: Changed, kind: str, owner: str) -> Text | None:
        """Return a sentence for a change that is described where it happens."""
        if fact.key == board.ROUND and isinstance(fact.now, int):
            return say("round {n} begins", n=fact.now)
        if fact.key == board.WEATHER and isinstance(fact.now, str) and fact.now:
            return say("the weather: {weather}", weather=weather(fact.now))
        if fact.now is True and self._is_a_seat(owner) and kind in _DONE:
            return _DONE[kind](who(owner))
        return None

    def _comes_last(self, fact: Changed, kind: str, owner: str) -> bool:
        """Save for the end whose turn it is and who has won."""
        if fact.key == board.TURN and isinstance(fact.now, int) and fact.now in self._setting.all_seats:
            self.last = [say("{seat} places a pawn next", seat=who(fact.now))]
        elif fact.key == board.ENDING and fact.now in ENDINGS:
            self.last = [say("the game is over: {ending}", ending=ENDINGS[str(fact.now)])]
        elif kind == "winner" and fact.now is True and self._is_a_seat(owner):
            self.last.append(say("{seat} wins", seat=who(owner)))
        elif self._is_a_seat(owner) and fact.key == score(int(owner)) and isinstance(fact.now, int):
            self._say(plural(fact.now, "{seat} has 1 point", "{seat} has {n} points", seat=who(owner)))
        else:
            return False
        return True


_DONE: dict[str, Callable[[Thing], Text]] = {
    "dead": lambda seat: say("{seat} dies", seat=seat),
    "lit": lambda seat: say("{seat} lights the pyre", seat=seat),
}


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
