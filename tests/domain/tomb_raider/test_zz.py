from dataclasses import replace
from domain.games import game
from domain.games.tomb_raider.options import TombRaiderOptions
from tests.domain.a_game import a_game

class Short(TombRaiderOptions):
    most_turns: int | None = 5

def lv(name, *seats, **o):
    kind = type("L"+name, (Short,), {"__annotations__": {"level": "str | None"}, "level": name, "__module__": __name__})
    return a_game(replace(game("tomb_raider"), options=kind, seats=seats), rounds=9, hides=False, options={"most_turns": [4, 12], **o}, endings=("treasure","turns","recovery","bounty","timed"))

TestDbd = lv("death_by_design", 2, spares=[True, False])
TestFree = lv("freestyle", 2, 3, 4, short=[True, False], objective=["recovery", None])
TestPick = lv("parallel_pick_up", 2)
TestAtl = lv("atlantis", 2, 3, 4, objective=["recovery", "bounty"])
TestDepths = lv("explore_the_depths", 1, 2, 3)
TestCaves = lv("into_the_caves", 2, 3, 4)
