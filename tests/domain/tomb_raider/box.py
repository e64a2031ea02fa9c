"""A small box for the cases: cards whose names say what they are, and one level."""

from __future__ import annotations

from typing import Any

ALL = ["top", "right", "bottom", "left"]


def location(name: str, exits: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """Return a location."""
    plain = {"id": name, "type": "location", "name": name, "exits": exits or ALL, "danger": 1, "search_bonus": 0}
    return {**plain, **more}


def block(name: str, kind: str, tests: dict[str, int], *on_fail: dict[str, Any], health: int | None = None) -> Any:
    """Return an obstacle as it is printed."""
    return {
        "name": name, "kind": kind, "tests": [{"ability": one, "target": n} for one, n in tests.items()],
        "on_fail": list(on_fail), "health": health,
    }  # fmt: skip


IN_A_FIGHT = {"abilities": ["fight"]}


def injured(ability: str) -> dict[str, Any]:
    """Return what failing does to an ability."""
    return {"do": "injure", "ability": ability}


HURT, STICK = {"do": "damage", "amount": 1}, {"do": "stick"}

LOCATIONS = [
    location("gate", ["top", "right", "left"], entrance=True, danger=0),
    location("cross"),
    location("bone", danger=3),
    location("rich", search_bonus=2),
    location("camp", save_point=True),
    location("shaft", ["top"]),
    location("corner", ["top", "left"]),
    location("tee", ["top", "right", "bottom"]),
    location("deep", min_depth=4),
    location("den", printed_obstacle=block("Wolf", "creature", {"fight": 7, "move": 8}, HURT, health=2)),
    location("hole", printed_obstacle=block("Hole", "trap", {"move": 7, "think": 7}, STICK)),
    location("ledge", printed_obstacle=block("Ledge", "hazard", {"move": 7}, HURT)),
    location("nest", printed_obstacle=block("Vipers", "creature", {"fight": 7}, injured("think"), health=1)),
    location("room", treasure_room=True, treasure_difficulty=13, danger=3),
]  # fmt: skip


def obstacle(name: str, danger: int, of: Any) -> dict[str, Any]:
    """Return an obstacle card."""
    return {"id": name, "type": "obstacle", "name": name, "danger": danger, "block": of}


OBSTACLES = [
    obstacle("bear", 8, block("Bear", "creature", {"fight": 11}, HURT, health=2)),
    obstacle("bats", 3, block("Bats", "creature", {"fight": 6, "move": 7}, injured("search"), health=1)),
    obstacle("wolf", 5, block("Grey Wolf", "creature", {"fight": 7, "move": 8}, HURT, health=2)),
    obstacle("pit", 4, block("Pit Trap", "trap", {"move": 8}, STICK)),
    obstacle("dust", 3, block("Dust", "hazard", {"think": 6}, HURT)),
    obstacle("rock", 6, block("Rock", "trap", {"move": 9}, HURT)),
    obstacle("blade", 2, block("Blade", "trap", {"move": 9}, {"do": "damage", "amount": 9})),
]  # fmt: skip


def discovery(name: str, difficulty: int, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a discovery."""
    return {"id": name, "type": "discovery", "name": name, "difficulty": difficulty, "effects": list(effects), **more}


DISCOVERIES = [
    discovery("pistols", 15, {"do": "result_bonus", "bonus": 2, "on": IN_A_FIGHT}, {"do": "damage_bonus"}),
    discovery("lamp", 8, {"do": "result_bonus", "bonus": 1, "on": {"facing": "search"}}),
    discovery("passage", 8, {"do": "add_exit"}, discovery_kind="triggered"),
    discovery("balm", 8, {"do": "heal"}, use="discard"),
    discovery("coat", 8, {"do": "reduce_damage"}, use="discard"),
    discovery("charm", 8, {"do": "result_bonus", "bonus": 1}, use="once_a_turn"),
    discovery("notes", 8, {"do": "extra_cards"}),
    discovery("mark", 8, {"do": "add_save_point"}, discovery_kind="triggered"),
    discovery("chart", 8, {"do": "look", "count": 2, "may_sink": True}, discovery_kind="triggered"),
]  # fmt: skip


def act(name: str, timing: str, *effects: dict[str, Any]) -> dict[str, Any]:
    """Return an action card."""
    return {"id": name, "type": "action", "name": name, "timing": timing, "effects": list(effects)}


ACTS = [
    act("aim", "before_own_fight_roll", {"do": "extra_dice", "on": {"abilities": ["fight"]}}),
    act("nerve", "before_own_test_roll", {"do": "result_bonus", "bonus": 1}),
    act("flip", "when_own_raider_is_dealt_damage", {"do": "reduce_damage"}),
    act("chute", "any", {"do": "move_raider", "whom": "any", "to": "shallower"}),
    act("rope", "own_action_round", {"do": "move_raider", "to": "adjacent"}),
    act("lift", "own_action_round", {"do": "move_raider", "to": "connected"}),
    act("escape", "any", {"do": "move_raider", "to": "entrance", "if_cut_off": True}),
    act("probe", "instead_of_search", {"do": "search", "dice": 1}),
    act("warn", "response_cancel", {"do": "cancel"}),
    act("again", "after_own_test_roll", {"do": "reroll"}),
    act("smoke", "own_action_round", {"do": "remove_obstacle", "sort": "creature"}),
    act("fall", "own_action_round", {"do": "block_exit"}),
    act("theft", "own_action_round", {"do": "take_item"}),
    act("luck", "opponents_action_round", {"do": "discard_cards"}),
    act("stone", "own_action_round", {"do": "damage"}),
    act("sprint", "own_move_step", {"do": "extra_movement", "steps": 2}),
    act("riddle", "any", {"do": "judge", "says": "everybody sings"}),
]

UPGRADES: list[dict[str, Any]] = [
    {"id": "swift", "type": "upgrade", "name": "Swift", "power": 2, "play_when": {"event": "any"},
     "effects": [{"do": "ability_bonus", "abilities": ["move"]}]},
    {"id": "keen", "type": "upgrade", "name": "Keen", "power": 2, "play_when": {"event": "any"},
     "effects": [{"do": "ability_bonus", "abilities": ["search"]}]},
    {"id": "great", "type": "upgrade", "name": "Great", "power": 3, "play_when": {"event": "any"},
     "effects": [{"do": "extra_health"}]},
    {"id": "bold", "type": "upgrade", "name": "Bold", "power": 2, "play_when": {"event": "saved"},
     "effects": [{"do": "ability_bonus", "began_at": 2}]},
    {"id": "leap", "type": "secret_move", "name": "Leap", "requirement": {"event": "any"}, "use": "at_will",
     "effects": [{"do": "move_raider", "to": "adjacent"}]},
    {"id": "vault", "type": "secret_move", "name": "Vault", "requirement": {"event": "test_passed", "ability": "move"},
     "use": "at_will", "effects": [{"do": "heal"}]},
]  # fmt: skip

OTHERS = [
    {"id": "lara", "type": "raider", "name": "Lara", "abilities": {"fight": 2, "move": 3, "search": 3, "think": 2}},
    {"id": "max", "type": "raider", "name": "Max", "abilities": {"fight": 3, "move": 3, "search": 3, "think": 3}},
    {"id": "bronze", "type": "treasure", "name": "Bronze", "power": 1, "effects": [{"do": "extra_health"}]},
    {"id": "silver", "type": "treasure", "name": "Silver", "power": 2,
     "effects": [{"do": "extra_health", "amount": 2}]},
]  # fmt: skip

DRAW: list[dict[str, Any]] = [*OBSTACLES, *DISCOVERIES, *ACTS, *UPGRADES]
HAND = ("notes", "mark")
"""What everybody holds unless a case says otherwise: it is put back then."""

DECK = "raider lara; hand " + ", ".join(HAND) + "; " + "; ".join(f"2 {card['id']}" for card in DRAW)

LEVEL: dict[str, Any] = {
    "id": "hall", "name": "Hall", "seats": [1, 4], "width": 3, "depth": 5,
    "decks": [{"cards": [one["id"] for one in LOCATIONS[1:-1] for _ in range(6)], "rooms": ["room"], "copies": 9}],
    "entrances": [{"card": "gate", "column": "middle"}], "treasure_from": 4,
}  # fmt: skip

SCHOOL: dict[str, Any] = {
    **LEVEL, "id": "school", "name": "School", "seats": [1, 1], "learn": True,
    "solo_obstacles": ["bear", "bats", "wolf", "pit", "dust", "rock", "blade"],
}  # fmt: skip
"""The same hall by the rules of the learning game."""

BOX: dict[str, Any] = {
    "name": "a small box", "edition": "1", "origin": "house", "source": "the tests",
    "cards": [*LOCATIONS, *DRAW, *OTHERS], "levels": [LEVEL, SCHOOL], "deck": DECK,
}  # fmt: skip
