"""From the box to the first table."""

from __future__ import annotations

from domain.games.tomb_raider.board import (
    ACTION, ACTIVE, FIRST, LEVEL, READY, ROUND, TURN, catalogue_of, draw_deck, entrance, figure, options_of, raider, OBSTACLES,
)
from domain.games.tomb_raider.decks import read_deck
from domain.games.tomb_raider.levels import level_of
from domain.games.tomb_raider.components import Obstacle
from domain.games.tomb_raider.rules.rounds import begin
from domain.names import hand
from domain.play import Play, deck_box
from domain.setting import Setting
from domain.table import BOX
from domain.text import say


def parts(setting):
    level = level_of(setting)
    cat = catalogue_of(setting)
    decks = {}
    for d in level.decks:
        decks[d.name] = {f"{d.name}:{c}": n for c, n in d.cards.items()}
    deck = read_deck(cat.deck)
    obst = {}
    for s in setting.all_seats:
        cards = {f"{draw_deck(s)}:{c}": n for c, n in deck.cards.items() if setting.seats > 1 or not isinstance(cat.card(c), Obstacle)}
        decks[draw_deck(s)] = cards
    if setting.seats == 1:
        decks[OBSTACLES] = {f"{OBSTACLES}:{c}": n for c, n in deck.cards.items() if isinstance(cat.card(c), Obstacle)}
    return level, cat, decks, deck


def box(setting: Setting) -> dict[str, int]:
    level, cat, decks, deck = parts(setting)
    out = {}
    for name, cards in decks.items():
        out |= deck_box(name, cards)
    for sp, c in level.known.items():
        out[f"level:{c}" + ("" if sp in level.face_up else ".down")] = out.get(f"level:{c}", 0) + 1
    for s in setting.all_seats:
        out[figure(s)] = 1
        out[f"raider:{deck.raider or '019'}"] = setting.seats
    n = level.width * level.rows
    for m, k in {"damage": 200, "removed": n, "empty": n, "save": n, "stuck": 8, "health": 50, **{f"injury_{a}": 40 for a in ("fight","move","search","think")},
        **{f"{e}_{w}": n for e in ("exit","block") for w in ("forward","right","back","left")}}.items():
        out[f"marker:{m}"] = k
    return out


def set_up(play: Play) -> None:
    level, cat, decks, deck = parts(play.opening)
    for name, cards in decks.items():
        play.lay_deck(name, cards)
    for sp, c in level.known.items():
        down = sp not in level.face_up
        play.move(f"level:{c}" + (".down" if down else ""), 1, BOX, sp)
        if not down:
            play.turn(sp, f"level:{c}", f"level:{c}.forward")
    for s in play.opening.all_seats:
        sp = level.face_up[(s - 1) % len(level.face_up)]
        play.set(entrance(s), sp)
        play.move(figure(s), 1, BOX, sp)
        play.move(f"raider:{deck.raider or '019'}", 1, BOX, raider(s))
        for _ in range(3):
            play.draw(draw_deck(s), hand(s), s, say("the first hand"), secret=True)
    begin(play)
