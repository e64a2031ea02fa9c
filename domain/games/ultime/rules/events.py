"""What a landing pawn causes: pickaxe (UP-23), Supply, Noble and Sneaky attack, redistribution (UP-26 to UP-38)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablescribe.domain.games.ultime.board import (
    CARRIED_OUT,
    MOVEMENT,
    NOTHING_MOVED,
    PENDING,
    POWER,
    TURN_OVER,
    Board,
    CarriedOut,
    Event,
    armed,
    pawn,
    terrain,
)
from tablescribe.domain.games.ultime.rules.cards import draw_movement, draw_power
from tablescribe.domain.games.ultime.rules.turn import action, award
from tablescribe.domain.games.ultime.windows import DEFENCE
from tablescribe.domain.rules.hand import ready
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard, score, who
from tablescribe.domain.table.table import Changed
from tablescribe.domain.words.text import either, say


def reach_pickaxe(play: Play, seat: int, moved: int) -> None:
    """Let the owner of a pawn that landed on a pickaxe draw a power card at once, whoever moved it (UP-23)."""
    play.cite("UP-23")
    if seat == moved or Board(play.opening, play.table).options.pickaxe_owner_draws:
        draw_power(play, moved, say("a pawn reached a pickaxe"))


def event_at(
    play: Play,
    board: Board,
    seat: int,
    moved: int,
    at: int,
    *,
    opposite: int | None = None,
    shift: Mapping[int, int] = NOTHING_MOVED,
    ask: bool = True,
) -> Event | None:
    """Return the event that a pawn of seat `moved` completes by landing on `at`, if any (UP-26).

    The event is worked out before any pawn is moved or card drawn; `shift` says how pawns of that seat will stand. With
    `ask`, the player must choose among several opposing pawns (UP-34). Otherwise the first clockwise takes part.
    """
    play.cite("UP-13")
    if board.kind(at) != "empty":
        return None
    village = board.village_beside(at)
    if not board.pawns_beyond(2 * village - at, moved, shift):
        return None
    play.cite("UP-26")
    choices = who_can_take_part(board, seat, moved, at, shift)
    if not choices:
        play.cite("UP-33")
        return None
    partner = choose_opposite(play, choices, opposite, ask=ask)
    leader = seat if seat in (moved, partner) else moved
    supporter = partner if moved == leader else moved
    if leader != supporter and board.owner(village) == leader and not board.options.sneaky_on_own_village:
        play.cite("UP-33")
        return None
    return Event(village, leader, supporter, moved, at)


def who_can_take_part(
    board: Board, seat: int, moved: int, at: int, shift: Mapping[int, int] = NOTHING_MOVED
) -> list[int]:
    """Return the seats whose pawn on the far side can take part (UP-34); none if there is no event."""
    if board.kind(at) != "empty":
        return []
    village = board.village_beside(at)
    beyond = board.pawns_beyond(2 * village - at, moved, shift)
    if seat in beyond:
        return [seat]
    own_village = board.owner(village) == seat and not board.options.sneaky_on_own_village
    if own_village if moved == seat else board.options.events_need_active_pawn:
        return []
    return [other for other in board.setting.clockwise_from(seat) if other in beyond]


def choose_opposite(play: Play, choices: list[int], chosen: int | None, *, ask: bool) -> int:
    """Return the seat whose pawn on the far side takes part (UP-34, UP-35)."""
    play.cite("UP-35")
    if ask and (len(choices) > 1 or chosen is not None):
        seats = either(who(other) for other in choices)
        text = say("choose whose pawn on the far side takes part: {seats}", seats=seats)
        play.require("UP-34", chosen in choices, text)
    return chosen if chosen is not None and chosen in choices else choices[0]


def announce_event(play: Play, event: Event) -> None:
    """Announce an event. The owner of an attacked village may defend before it takes effect (UP-41)."""
    board = Board(play.opening, play.table)
    owner = board.owner(event.village)
    play.set(PENDING, event.text())
    if owner in (event.leader, board.turn):
        carry_out_event(play, defended=False)
    elif board.options.defence_mode == "armed":
        carry_out_event(play, defended=spend_armed_defence(play, owner))
    else:
        play.cite("UP-41")
        play.ask(DEFENCE, owner)


def spend_armed_defence(play: Play, seat: int) -> bool:
    """Use a Defence laid out in advance, and return whether there was one (UP-41, option `defence_mode: armed`)."""
    cards = play.table.pieces(armed(seat))
    if cards:
        play.cite("UP-41")
        play.move(next(iter(cards)), 1, armed(seat), discard(POWER))
    return bool(cards)


def carry_out_event(play: Play, *, defended: bool) -> None:
    """Score the pending event, redistribute its pawns (UP-36), and draw the turn's card (UP-21)."""
    board = Board(play.opening, play.table)
    event = board.event
    assert event is not None
    play.set(PENDING, None)
    if defended:
        play.cite("UP-42")
    if board.options.redistribution_can_trigger_event:
        note(play, event, defended=defended)
    score_event(play, board, event, defended=defended)
    if board.winners:
        return
    found: list[Event] = []
    if not defended or board.options.defended_attack_redistributes:
        found = redistribute(play, board, event)
    if board.step == TURN_OVER and not any(step.do == "replace" for step in play.dues):
        if found:
            play.then("replace")
        else:
            replace_card(play)
    for other in reversed(found):
        play.then("completed", event=other.text())


def note(play: Play, event: Event, *, defended: bool) -> None:
    """Record an event that the move carries out, so that the description can name each one in a chain."""
    so_far = CarriedOut.read(play.table.text(CARRIED_OUT))
    if not any(isinstance(fact, Changed) and fact.key == CARRIED_OUT for fact in play.facts):
        so_far = CarriedOut(so_far.before + len(so_far.events))
    play.set(CARRIED_OUT, CarriedOut(so_far.before, (*so_far.events, (event, defended))).text())


@action.step("replace")
def replace_card(play: Play) -> None:
    """Draw the card that replaces the one played, after all its consequences (UP-21)."""
    board = Board(play.opening, play.table)
    if not board.winners:
        play.cite("UP-21")
        draw_movement(play, board.turn, 1, say("a played movement card is replaced"))


@action.step("swapped")
@action.step("completed")
def completed(play: Play, *, event: str) -> None:
    """Announce an event completed by Swap (UP-45) or redistribution (UP-37), unless an earlier event has undone it."""
    found, board = Event.read(event), Board(play.opening, play.table)
    if found is not None and not board.winners and board.completes(found):
        announce_event(play, found)


def events_of(play: Play, board: Board, *pawns: tuple[int, int]) -> Iterator[Event]:
    """Yield the events that pawns complete where they were placed; each pawn takes part in one event only.

    `pawns` are pairs of seat and terrain number. Of several pawns on the opposite side, the first clockwise takes part
    (UP-37, UP-45).
    """
    found: list[Event] = []
    for moved, at in pawns:
        event = event_at(play, board, board.turn, moved, at, ask=False)
        if event is not None and not any(event.pawns & other.pawns for other in found):
            found.append(event)
            yield event


def score_event(play: Play, board: Board, event: Event, *, defended: bool) -> None:
    """Award the points of Supply (UP-27), Noble attack (UP-28) or Sneaky attack (UP-29, UP-30)."""
    owner, leader, partner = board.owner(event.village), event.leader, event.partner
    if leader == partner == owner:
        play.cite("UP-27")
    elif leader == partner:
        play.cite("UP-28")
    else:
        play.cite("UP-29")
        play.cite("UP-30" if partner == owner else "UP-29")
    play.cite("UP-31" if event.moved_seat != leader else "UP-26")
    if owner != leader and not board.points(owner):
        play.cite("UP-32")
    if partner == owner != leader:
        play.cite("UP-30")  # cited again because it decides the amount, and `audit --edition` names the last rule cited
    award(play, *gains(board, event, defended=defended))


def gains(board: Board, event: Event, *, defended: bool) -> list[tuple[int, int]]:
    """Return the points that each seat gains or loses by an event.

    An owner who supports the attack loses 1 only if they have a point, and gains 1 as the supporter (UP-30).
    """
    owner, leader, partner = board.owner(event.village), event.leader, event.partner
    if leader == partner == owner:
        points = [(leader, +2)]
    elif leader == partner:
        points = [(leader, +3), (owner, -1)]
    else:
        points = [(leader, +2), (partner, +1), (owner, -1)]
        has_none = board.table.get(score(owner)) in (0, None)  # a hidden score: the rule's points
        if owner == partner and has_none and not board.breaks_even:
            points.pop()
    if not defended:
        return points
    return [] if board.options.defence_stops_attackers_points else [gain for gain in points if gain[1] > 0]


def redistribute(play: Play, board: Board, event: Event) -> list[Event]:
    """Draw a movement card for each of the two pawns, move the pawn to its square, and discard (UP-36 to UP-38).

    Return the events that this completes, if the options allow any (UP-37).
    """
    play.cite("UP-36")
    play.cite("UP-37")
    pawns = [(event.moved_seat, event.moved_at), (event.opposite_seat, event.far_side)]
    pawns.sort(key=lambda pawn_at: pawn_at[0] != board.turn)  # the active player's first; else the moved one
    put: list[tuple[int, int]] = []
    for owner, at in pawns:
        if not ready(play, MOVEMENT, "UP-49"):
            play.cite("UP-38")
            break
        why = say("{seat}'s pawn is redistributed", seat=who(owner))
        drawn = play.draw(MOVEMENT, discard(MOVEMENT), board.turn, why)
        card = board.catalogue.movement(drawn)
        assert card is not None
        play.move(pawn(owner), 1, terrain(at), terrain(card.square))
        put.append((owner, card.square))
        if board.options.redistribution_draws_at_pickaxe and board.kind(card.square) == "pickaxe":
            reach_pickaxe(play, board.turn, owner)
    return list(events_of(play, board, *put)) if board.options.redistribution_can_trigger_event else []
