"""Descriptions of moves in the players' words. They use only what the reader has seen."""

from __future__ import annotations

from tablescribe.domain.games.ultime.account import Account
from tablescribe.domain.games.ultime.actions import Decline, Defend, Discard, PlayMovement, PlayPower, Skip
from tablescribe.domain.games.ultime.board import (
    ANNOUNCED,
    CARRIED_OUT,
    DECKS,
    EXTRA_TURNS,
    MOVEMENT,
    PENDING,
    PENDING_TARGET,
    POWER,
    TURN,
    WINNERS,
    Board,
    CarriedOut,
    Event,
    armed,
    pawn,
    skips,
)
from tablescribe.domain.games.ultime.labels import NOBODYS_CONCERN, village
from tablescribe.domain.games.ultime.rules.events import gains
from tablescribe.domain.games.ultime.rules.movement import legs, plan
from tablescribe.domain.games.ultime.windows import DEFENCE, DISCARD
from tablescribe.domain.games.ultime.wording import beside, drawn, headed, signed
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NoChance
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, deck_of, discard, hand, score, unseen, who
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Slot, Text, Thing, both, listed, say


def tell(setting: Setting, seen: Seen) -> Telling:
    """Return the description of a move for a viewer, and the facts that it leaves out."""
    if not seen.facts:
        return [], []
    teller = _Teller(setting, seen)
    teller.tell()
    return teller.said, teller.account.left(seen.facts)


class _Teller:
    """Builds the description of one move.

    Attributes:
        said: the sentences so far.
        expected: the number of cards of a deck that left a hand according to the sentences so far, by seat and deck.
    """

    def __init__(self, setting: Setting, seen: Seen) -> None:
        self.setting, self.seen = setting, seen
        self.board = Board(setting, seen.before)
        self.account = Account(seen.before, seen.facts)
        self.said: list[Text] = []
        self.expected: dict[tuple[int, str], int] = {}

    def tell(self) -> None:
        """Describe the whole move, in the order in which it happened."""
        action = self.seen.action
        self._spent(action)
        event = self._event(action)
        if done := self._chain():
            self._armed_is_spent()
            self._carried_out(done)
        elif event is not None and not self._waits():
            self._carried_out([(event, isinstance(action, Defend) or self._armed_is_spent())])
        elif (card := self._power(action)) is not None:
            self._effect(card, defended=isinstance(action, Defend) or self._armed_is_spent())
        self._pawns()
        self._points_alone()
        for deck in DECKS:
            self._cards(deck)
        if event is not None and self._waits():
            self.said.append(self._title(event))
        self._asked()
        self._turn()
        self._end()
        for key in self.account.values:
            if key.partition(":")[0] in NOBODYS_CONCERN:
                self.account.tell_value(key)

    # --- the played card ------------------------------------------------------------------

    def _spent(self, action: Action | None) -> None:
        """Expect the card named by the action to leave the hand; the action's own sentence mentions it."""
        card = action.card if isinstance(action, PlayMovement | PlayPower | Discard) else "power:defence"
        if isinstance(action, PlayMovement | PlayPower | Discard | Defend):
            deck = deck_of(card)
            self.expected[self.seen.seat, deck] = 1
            for zone in (discard(deck), ANNOUNCED, armed(self.seen.seat)):
                self.account.tell_pieces(zone, [card])

    def _waits(self) -> bool:
        """Return whether the announced card or event is waiting for an answer."""
        return self.account.now(AWAITS) == DEFENCE.name

    def _armed_is_spent(self) -> bool:
        """Return whether a Defence laid out in advance was used, and describe it."""
        for seat in self.setting.all_seats:
            cards = [card for card, n in self.account.cards(armed(seat), POWER).items() if n < 0]
            if cards:
                self.said.append(say("{seat} uses the prepared Defence", seat=who(seat)))
                self.account.tell_pieces(armed(seat), cards)
                self.account.tell_pieces(discard(POWER), cards)
                return True
        return False

    # --- events ---------------------------------------------------------------------------

    def _event(self, action: Action | None) -> Event | None:
        """Return the event that the move announced or carried out."""
        pending = self.account.values.get(PENDING, (None, None))
        for text in reversed(pending):
            if isinstance(text, str) and text.startswith("event") and (event := Event.read(text)) is not None:
                return event
        if isinstance(action, PlayMovement) and (card := self.board.catalogue.movement(action.card)) is not None:
            play = Play(self.setting, self.seen.before, NoChance(), as_played=True)
            landings = plan(play, self.board, self.seen.seat, action, legs(play, self.board, action, card))
            return landings[-1][1]
        return None

    def _chain(self) -> list[tuple[Event, bool]]:
        """Return the events the move carried out, each with whether it was defended; empty if none were recorded."""
        kept = self.account.now(CARRIED_OUT)
        return list(CarriedOut.read(str(kept)).events) if CARRIED_OUT in self.account.values else []

    def _title(self, event: Event) -> Text:
        owner, at = self.board.owner(event.village), village(self.board.catalogue, event.village)
        if event.leader != event.partner:
            return say("Sneaky attack on {village} with {seat}", village=at, seat=who(event.partner))
        if event.leader == owner:
            return say("Supply at {village}", village=at)
        return say("Noble attack on {village}", village=at)

    def _carried_out(self, events: list[tuple[Event, bool]]) -> None:
        expected = [one for event, defended in events for one in gains(self.board, event, defended=defended)]
        changes, title = self._points(expected), both(self._title(event) for event, _ in events)
        if changes:
            self.said.append(headed(title, listed(changes)))
        else:
            self.said.append(say("{event}: no points", event=title))
        if WINNERS in self.account.values:
            return
        to: list[Slot] = []
        for zone, piece, n in self._standing():
            self.account.tell_pieces(zone, [piece])
            if n > 0:
                to.append(say("{pawn} to {place}", pawn=Thing(piece), place=Thing(zone)))
        drawn = [card for card, n in self.account.cards(discard(MOVEMENT), MOVEMENT).items() if n > 0]
        self.account.tell_pieces(discard(MOVEMENT), drawn)
        if to:
            self.said.append(say("redistributed: {pawns}", pawns=listed(to)))

    def _standing(self) -> list[tuple[str, str, int]]:
        """Return the pawns that left a place or arrived at one."""
        pawns = {pawn(seat) for seat in self.setting.all_seats}
        cells = sorted(self.account.pieces.items())
        return [(at, piece, n) for (at, piece), n in cells if n and piece in pawns and at.startswith("terrain:")]

    def _pawns(self) -> None:
        """Describe each pawn that moved for no special reason."""
        for seat in self.setting.all_seats:
            cells = {at: n for at, piece, n in self._standing() if piece == pawn(seat)}
            if sorted(cells.values()) == [-1, 1]:
                origin, place = sorted(cells, key=lambda at: cells[at])
                if self.account.left_pieces([(origin, pawn(seat)), (place, pawn(seat))]):
                    went = say(
                        "{pawn} moves from {origin} to {place}",
                        pawn=Thing(pawn(seat)), origin=Thing(origin), place=Thing(place),
                    )  # fmt: skip
                    self.said.append(went)
                    self.account.tell_pieces(origin, [pawn(seat)])
                    self.account.tell_pieces(place, [pawn(seat)])

    # --- points ---------------------------------------------------------------------------

    def _points(self, expected: list[tuple[int, int]]) -> list[Slot]:
        """Return who gained and lost points; the amounts come from the rules if the reader may not see the scores."""
        by_rule: dict[int, int] = {}
        for seat, points in expected:
            by_rule[seat] = by_rule.get(seat, 0) + points
        told: list[Slot] = []
        for seat, points in by_rule.items():
            if self._shows(seat):
                self.account.tell_value(score(seat))
                points = self.account.more(score(seat))
            if points:
                change = beside(seat, signed(points))
                sure = self._shows(seat) or points > 0
                told.append(change if sure else say("{change} if possible", change=change))
        return told

    def _shows(self, seat: int) -> bool:
        """Return whether the reader sees a seat's points before and after the move."""
        return all(isinstance(one, int) for one in (self.seen.before.get(score(seat)), self.account.now(score(seat))))

    def _points_alone(self) -> None:
        """Describe changes of points that nothing else has explained."""
        seats = [seat for seat in self.setting.all_seats if self.account.is_left(score(seat)) and self._shows(seat)]
        if seats:
            self.said.append(listed(self._points([(seat, 0) for seat in seats])))

    # --- power cards ----------------------------------------------------------------------

    def _power(self, action: Action | None) -> str | None:
        """Return the power card that the move carried out or cancelled."""
        if isinstance(action, PlayPower) and not self._waits():
            return action.card
        waiting = [card for card, n in self.account.cards(ANNOUNCED, POWER).items() if n < 0]
        return waiting[0] if waiting and isinstance(action, Defend | Decline) else None

    def _effect(self, card: str, *, defended: bool) -> None:
        action, seat = self.seen.action, self.board.turn
        kept = self.seen.before.get(PENDING_TARGET)
        target = (action.target if isinstance(action, PlayPower) else kept) or 0
        target = target if isinstance(target, int) else 0
        for zone in (ANNOUNCED, discard(POWER)):
            self.account.tell_pieces(zone, [card])
        if defended:
            self.said.append(say("{card} is cancelled", card=Thing(card)))
            return
        match card.partition(":")[2]:
            case "bandit":
                told = self._taken(seat, target)
            case "black_magic":
                told = self._thrown_away(target, card)
            case "barter":
                told = self._bartered(seat, target)
            case "strength":
                told = self._scored(card, [(seat, +2)])
            case "heal":
                told = self._scored(card, [(seat, +1)])
            case "thief":
                told = self._stolen(card, seat, target)
            case "curse":
                told = self._scored(card, [(target, -1)])
            case "defence":
                self.said.append(say("{card} is prepared", card=Thing(card)))
                return
            case _:  # the other cards are described by their effects
                return
        if not told:
            self.said.append(say("{card} has no effect", card=Thing(card)))

    def _scored(self, card: str, expected: list[tuple[int, int]]) -> bool:
        changes = self._points(expected)
        if changes:
            self.said.append(headed(Thing(card), listed(changes)))
        return bool(changes)

    def _stolen(self, card: str, seat: int, target: int) -> bool:
        """Describe what Thief took. A reader who sees one of the two scores can infer the other."""
        shown = [one for one in (seat, target) if self._shows(one)]
        if shown and not any(self.account.more(score(one)) for one in shown):
            return False
        if shown:
            changes: list[Slot] = [beside(one, signed(n)) for one, n in ((seat, 1), (target, -1))]
            for one in shown:
                self.account.tell_value(score(one))
            self.said.append(headed(Thing(card), listed(changes)))
            return True
        what = say("{seat} loses a point to {thief}, if possible", seat=who(target), thief=who(seat))
        self.said.append(headed(Thing(card), what))
        return True

    def _taken(self, seat: int, target: int) -> bool:
        for deck in DECKS:
            if self._gained(target, deck) == -1 and self._gained(seat, deck) == 1:
                came, went = self.account.cards(hand(seat), deck), self.account.cards(hand(target), deck)
                cards = [card for card, n in came.items() if n > 0] + [card for card, n in went.items() if n < 0]
                known = [card for card in cards if not card.startswith(HIDDEN)]
                card = Thing(known[0] if known else HIDDEN + deck)
                self.said.append(say("{seat} takes {card} from {other}", seat=who(seat), card=card, other=who(target)))
                self._expect(target, deck, 1)
                self._expect(seat, deck, -1)
                return True
        return False

    def _thrown_away(self, target: int, played: str) -> bool:
        for deck in DECKS:
            lying = self.account.cards(discard(deck), deck)
            cards = [card for card, n in lying.items() if n > 0 and card != played]
            if cards and self._gained(target, deck) == -1:
                self.said.append(say("{seat} discards {card}", seat=who(target), card=Thing(cards[0])))
                self.account.tell_pieces(discard(deck), cards[:1])
                self._expect(target, deck, 1)
                return True
        return False

    def _bartered(self, seat: int, target: int) -> bool:
        self.said.append(say("{seat} and {other} swap hands", seat=who(seat), other=who(target)))
        for deck in DECKS:
            moved = self._gained(seat, deck)
            if moved == -self._gained(target, deck):
                self._expect(seat, deck, -moved)
                self._expect(target, deck, moved)
                for one in (seat, target):  # the cards themselves: whoever sees them sees the whole hand
                    self.account.tell_pieces(hand(one), self.account.cards(hand(one), deck))
        return True

    # --- cards ----------------------------------------------------------------------------

    def _expect(self, seat: int, deck: str, n: int) -> None:
        self.expected[seat, deck] = self.expected.get((seat, deck), 0) + n

    def _gained(self, seat: int, deck: str) -> int:
        """Return how many cards of a deck a hand gained beyond those already described."""
        return sum(self.account.cards(hand(seat), deck).values()) + self.expected.get((seat, deck), 0)

    def _cards(self, deck: str) -> None:
        """Describe the cards drawn, and whether the discard pile was shuffled first."""
        for zone in (deck_zone(deck), unseen(deck)):
            self.account.tell_pieces(zone, self.account.cards(zone, deck))
        piles = self.account.cards(discard(deck), deck)
        if any(n < 0 for n in piles.values()):
            self.said.append(say("{pile} is shuffled", pile=Thing(discard(deck))))
            self.account.tell_pieces(discard(deck), piles)
        gained = {seat: self._gained(seat, deck) for seat in self.setting.all_seats}
        if any(n < 0 for n in gained.values()):
            return  # cards moved between hands or left the game: not a draw
        for seat, n in gained.items():
            cards = self.account.cards(hand(seat), deck)
            known = any(not card.startswith(HIDDEN) for card in cards)
            if n and (known or n != 2 or not isinstance(self.seen.action, Skip)):  # a skip implies two
                self.said.append(say("{seat} draws {cards}", seat=who(seat), cards=drawn(deck, cards, n)))
            if n or (seat, deck) in self.expected:
                self.account.tell_pieces(hand(seat), cards)

    # --- the next decision ----------------------------------------------------------------

    def _asked(self) -> None:
        """Describe who must answer a window that has just opened."""
        if AWAITS not in self.account.values:
            return
        now = [key for key, (_, value) in self.account.values.items() if key.startswith(AWAITS + ":") and value]
        seats: list[Slot] = [who(int(key.partition(":")[2])) for key in sorted(now)]
        if seats and self._waits():
            self.said.append(say("{seats} may defend", seats=listed(seats)))
        elif seats and self.account.now(AWAITS) == DISCARD.name:
            self.said.append(say("{seats} must discard", seats=listed(seats)))

    def _turn(self) -> None:
        """Describe skipped turns, extra turns and whose turn it is now."""
        for seat in self.setting.all_seats:
            change = self.account.more(skips(seat))
            if change:
                self.account.tell_value(skips(seat))
                text = say("{seat} will skip a turn", seat=who(seat))
                self.said.append(text if change > 0 else say("{seat} skips this turn", seat=who(seat)))
        change = self.account.more(EXTRA_TURNS)
        if change:
            self.account.tell_value(EXTRA_TURNS)
            text = say("{seat} will take another turn", seat=who(self.board.turn))
            self.said.append(text if change > 0 else say("{seat} takes another turn", seat=who(self.board.turn)))
        now = self.account.now(TURN)
        if TURN in self.account.values and isinstance(now, int):
            self.account.tell_value(TURN)
            self.said.append(say("it is {seat}'s turn", seat=who(now)))

    def _end(self) -> None:
        """Describe who has won, and reveal the scores that were hidden."""
        winners = self.account.now(WINNERS)
        if WINNERS not in self.account.values or not isinstance(winners, str):
            return
        points: list[Slot] = []
        if any(self.seen.before.get(score(seat)) == HIDDEN for seat in self.setting.all_seats):
            for seat in self.setting.all_seats:  # the viewer's own, too: the sentence is the result
                now = self.account.now(score(seat))
                if isinstance(now, int):
                    self.account.tell_value(score(seat))
                    points.append(beside(seat, str(now)))
        seats: list[Slot] = [who(int(one)) for one in winners.split(",") if one.isdecimal()]
        if seats:
            self.account.tell_value(WINNERS)
            self.said.append(say("winner: {seats}", seats=both(seats)))
        if points:
            self.said.append(say("final score: {points}", points=listed(points)))
