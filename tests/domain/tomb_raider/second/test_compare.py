"""Both readings play the same random matches: legal actions and effects are the same."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.tomb_raider.actions.moving import Attack, NoAttack, Offer, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.games.tomb_raider.board import WAYS
from tablescribe.domain.games.tomb_raider.cards import ability, card_of
from tablescribe.domain.games.tomb_raider.components import Obstacle as ObstacleCard
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tests.depth import times
from tests.domain.kit import carry_on
from tests.domain.tomb_raider.second.adapter import NAMES, a_box, as_card, as_obstacle, as_state, name_of
from tests.domain.tomb_raider.second.model import Move, State, after, can_move, legal, may_offer
from tests.support import STAMP

COMPARED = ("movement", "attack", "face")
"""The windows at which legal actions are compared."""


def begun(seats: int, choose: random.Random) -> Match:
    """Open a match in the hall, its hands lying open."""
    fixed = opening("tomb_raider", seats, {"level": "hall", "rerolls": False}, a_box(choose))
    return Match.open("m", fixed, [Seat(f"r{n}", "c") for n in range(seats)], STAMP, chance="open")


def as_move(action: Action) -> Move:
    """Return an action as the second reading has it; a step that stops is the step."""
    if isinstance(action, Step):
        return Move("go", WAYS.index(action.way))
    if isinstance(action, Face):
        return Move("meet", what=name_of(action.obstacle), ability=NAMES[action.ability])
    if isinstance(action, Attack):
        return Move("attack", seat=action.raider - 1)
    return Move("attack") if isinstance(action, NoAttack) else Move("stop")


def same_is_legal(match: Match, state: State) -> None:
    """Compare the legal actions of the seat to act."""
    mine = {as_move(action) for action in legal_actions(match.opening, match.table, match.to_act[0])
            if isinstance(action, Step | Stay | Face | Attack | NoAttack)}  # fmt: skip
    other = {move for move in legal(state) if match.table.get("awaits") != "face" or move.kind == "meet"}
    drop = {move for move in other if move.kind == "go" and not enterable(match, state, move)}
    assert mine == other - drop, (match.table.get("awaits"), mine ^ other)


def enterable(match: Match, state: State, move: Move) -> bool:
    """Return whether a location is left for where a step leads: of that the second reading says nothing."""
    me = state.explorers[state.seat].at
    column, depth = ((0, 1), (1, 0), (0, -1), (-1, 0))[move.way]
    there = (me[0] + column, me[1] + depth)
    return there in state.tiles or any(card.least <= there[1] for card in state.deck)


def drawn_by(match: Match, moves: list[Played]) -> list[Any]:
    """Return the locations that were drawn in moves."""
    return [as_card(match, str(one)) for move in moves for one in move.outcomes if str(one).startswith("level:")]


def rolled_by(match: Match, moves: list[Played]) -> list[int]:
    """Return the dice of moves."""
    return [int(one) for move in moves for one in move.outcomes if isinstance(one, int)]


def plain(state: State) -> dict[str, Any]:
    """Return the compared parts: of a raider off the map only that it is dead, of obstacles which are there."""
    explorers = [
        "dead" if one.dead else (one.at, one.injuries, one.damage, one.steps if n == state.seat else 0, one.fought)
        for n, one in enumerate(state.explorers)
    ]
    tiles = {
        at: (tile.card.name, tile.turned if tile.up else 0, tile.up, {one.name for one in tile.obstacles},
             {name: n for name, n in tile.damage.items() if name in {one.name for one in tile.obstacles}})
        for at, tile in state.tiles.items()
    }  # fmt: skip
    return {"explorers": explorers, "tiles": tiles, "deck": sorted(card.name for card in state.deck)}


def in_the_action_round(match: Match) -> bool:
    """Return whether the action round is on."""
    return match.table.get("round") in ("ready", "action") and match.table.text("awaits") in (*COMPARED, "offer")


def settled(state: State) -> State:
    """Return the state after the game's automatic steps: a raider that cannot go on stops."""
    me = state.explorers[state.seat]
    if state.step == "move" and not me.facing and me.steps and not can_move(state, me):
        return after(state, Move("stop"))
    return state


@pytest.mark.parametrize("seed", range(times(4, 12)))
def test_both_readings_play_alike(seed: int) -> None:
    choose = random.Random(seed)
    match, compared = begun(2 + seed % 3, choose), 0
    while not match.is_over and match.table.number("turn") <= 6 and match.head < 400:
        if not in_the_action_round(match):
            seat = choose.choice(match.to_act)
            legal_now = list(legal_actions(match.opening, match.table, seat))
            carry_on(match, seat, choose.choice(legal_now), choose)
            continue
        compared += 1
        state = all_offer(match, choose) if match.table.get("awaits") == "offer" else one_acts(match, choose)
        if match.table.get("round") in ("ready", "action") and match.table.number("turn") == state.turn:
            ours = plain(replace(as_state(match), seat=state.seat))
            assert ours == plain(settled(state)), match.moves[match.head]
    assert compared > 10


def one_acts(match: Match, choose: random.Random) -> State:
    """Carry out an action of the seat to act; return the second reading's result."""
    state = as_state(match)
    same_is_legal(match, state)
    seat = match.to_act[0]
    action = choose.choice(
        [one for one in legal_actions(match.opening, match.table, seat)
         if isinstance(one, Step | Stay | Face | Attack | NoAttack)]
    )  # fmt: skip
    before = match.copy()
    moves = carry_on(match, seat, action, choose)
    dice = rolled_by(match, moves)
    if isinstance(action, Attack):
        mine, theirs = fighting(before, seat), fighting(before, action.raider)
        while sum(dice[:mine]) == sum(dice[mine : mine + theirs]):
            dice = dice[mine + theirs :]
        rolled = [sum(dice[:mine]), sum(dice[mine : mine + theirs])]
    else:
        rolled = [sum(dice)]
    state = after(state, as_move(action), drawn=drawn_by(match, moves), rolled=rolled)
    if isinstance(action, Step) and action.stop and state.step == "move":
        state = after(state, Move("stop"))
    if state.step == "offers" and match.table.get("awaits") != "offer":
        state = after(state, Move("offers"), offers=[])
    return state


def fighting(match: Match, seat: int) -> int:
    """Return how many dice a raider has for a fight."""
    return ability(match.opening, match.table, seat, "fight")


def all_offer(match: Match, choose: random.Random) -> State:
    """Let all asked seats offer something or nothing; return the second reading's result."""
    state = as_state(match)
    zone = f"space:{state.explorers[state.seat].at[0]}-{state.explorers[state.seat].at[1]}"
    before = set(match.table.pieces(zone))
    while match.table.get("awaits") == "offer":
        seat = choose.choice(match.to_act)
        offers = [one for one in legal_actions(match.opening, match.table, seat) if isinstance(one, Offer)]
        for card in match.table.pieces(f"hand:{seat}"):
            shown = card_of(match.opening, match.table, card)
            assert isinstance(shown, ObstacleCard)
            assert shown.block is not None
            fits = may_offer(state, seat - 1, as_obstacle(card, shown.danger or 0, shown.block))
            assert fits == (Offer(card=card) in offers)
        legal_now = [one for one in legal_actions(match.opening, match.table, seat) if one.data()["do"] != "roll_order"]
        carry_on(match, seat, choose.choice(legal_now), choose)
    laid = [piece for piece in match.table.pieces(zone) if piece not in before and piece.startswith("draw")]
    won = []
    for piece in laid:
        shown = card_of(match.opening, match.table, piece)
        assert isinstance(shown, ObstacleCard)
        assert shown.block is not None
        won.append((int(piece[4]) - 1, as_obstacle(piece, shown.danger or 0, shown.block)))
    return after(state, Move("offers"), offers=won)
