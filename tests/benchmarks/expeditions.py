"""Expeditions: whole games with random legal moves, and their audit.

`python -m tests.benchmarks.expeditions`
"""

from __future__ import annotations

import random
import time

from tablescribe.domain.games import revive
from tablescribe.domain.games.expeditions.bot import choose as sensible
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.replays.auditing.audit import audit
from tests.benchmarks.readings import keep
from tests.domain.random_play import open_match, play

GAMES = 12


def games(*, bot: bool) -> tuple[list[Match], float]:
    """Play games to their end; return them and the elapsed seconds."""
    began = time.process_time()
    matches = []
    for number in range(GAMES):
        choose = random.Random(number)
        match = open_match("expeditions", 2)
        while not match.is_over:
            seat = match.to_act[0]
            action: Action
            if bot:
                action = sensible(match.opening, match.table, seat, choose.randrange)
            else:
                action = choose.choice(list(legal_actions(match.opening, match.table, seat)))
            play(match, seat, action, choose)
        matches.append(match)
    return matches, time.process_time() - began


def main() -> None:
    """Measure and print."""
    matches, seconds = games(bot=False)
    moves = sum(match.head for match in matches)
    print("Expeditions, one core")
    print(f"  whole games by random legal moves   {GAMES / seconds:7.1f} games/s   {moves / seconds:9,.0f} moves/s")
    played, slower = games(bot=True)
    print(f"  whole games by the bot              {GAMES / slower:7.1f} games/s")
    began = time.process_time()
    for match in (*matches, *played):
        assert audit(match).clean
    audited = moves + sum(match.head for match in played)
    again = time.process_time() - began
    keep("moves decided again by the audit: Expeditions", audited / again, unit="/s", goal=5000)
    print(f"  moves decided again by the audit                      {audited / again:9,.0f} moves/s")
    began = time.process_time()
    for match in (*matches, *played):
        assert revive(match._pending) is not None
    replayed = audited / (time.process_time() - began)
    print(f"  moves replayed from their facts                       {replayed:9,.0f} moves/s")


if __name__ == "__main__":
    main()
