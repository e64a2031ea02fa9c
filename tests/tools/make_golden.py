"""Write the golden matches: `python -m tests.tools.make_golden`, or those of one game: `… expeditions`.

A seeded player makes legal moves, preferring those that score. The seed also draws chance, which is recorded as if
people had reported it. The session of freeform is hand-written: only its resulting text is written again, as `--words`
does for all records. Check the changes before you commit them.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tablescribe.cli.table.record import Session
from tablescribe.domain.games import GAMES
from tablescribe.domain.games.expeditions import bot
from tablescribe.domain.games.root import bot as root_bot
from tablescribe.domain.games.root.actions.core import Dominate
from tablescribe.domain.games.root.actions.vagabond import Coalition
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import say_event
from tests.tools.golden import tomb_raider

FOLDER = Path(__file__).parent.parent / "matches"
MATCHES: dict[str, dict[str, dict[str, Any]]] = {
    "ultime": {
        "three_players": {"seats": ["Ada", "Ben", "Cleo"], "options": {"score_visibility": "visible"}, "outcomes": [2]},
        "four_players": {"seats": ["Ada", "Ben", "Cleo", "Dan"], "outcomes": [4]},
        "five_players": {
            "seats": ["Ada", "Ben", "Cleo", "Dan", "Eve"],
            "options": {"events_need_active_pawn": False, "sneaky_on_own_village": True},
            "outcomes": [1],
        },
    },
    "expeditions": {
        "automas_eighth": {"seats": ["Ada", "Automa"], "seed": 0},
        "humans_fourth": {"seats": ["Ada", "Automa"], "seed": 37, "options": {"level": 1, "mech": "tatanka"}},
        "a_tie": {"seats": ["Ada", "Automa"], "seed": 27, "options": {"level": 1, "mech": "tatanka"}},
        "other_readings": {
            "seats": ["Ada", "Automa"],
            "seed": 2,
            "options": {
                "level": 1, "fourth_glory_ends": False, "face_up_cards": "adjacent", "corruption_on_top": "first_drawn",
                "uncovered_in_same_gather": True, "pass_automa_mechs": False,
            },
        },
    },
    "tomb_raider": tomb_raider.MATCHES,
    "root": {
        "two_players": {"seats": ["Ada", "Ben"], "options": {"factions": "CE"}},
        "five_players": {
            "seats": ["Ada", "Ben", "Cleo", "Dan", "Eve"],
            "options": {"factions": "PHKCA", "map": "mountain"}, "seed": 3,
        },
        "six_players": {
            "seats": ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"],
            "options": {"factions": "LODAPC", "map": "lake", "deck": "exiles"}, "seed": 4,
        },
        "dominance": {"seats": ["Ada", "Ben", "Cleo"], "options": {"factions": "CEA"}, "seed": 1},
        "coalition": {
            "seats": ["Ada", "Ben", "Cleo", "Dan"], "options": {"factions": "VCEA", "coalition_10": False}, "seed": 2,
        },
    },
}  # fmt: skip
"""How each match is opened, by game and name. `seed`: the player's seed, if it is not the position in the list."""


def play(scribe: Scribe, game: str, opening: dict[str, Any], choose: random.Random) -> Iterator[dict[str, Any]]:
    """Play a match to its end, and yield the lines that record it."""
    match, told = opened(scribe, {"game": game, **opening}, choose)
    yield {"new": told}
    while not match.is_over:
        seat = choose.choice(match.to_act)
        action = PLAYERS[game](match, seat, choose)
        outcomes: list[Outcome] = []
        while True:
            try:
                scribe.play(match.id, seat, action.data(), outcomes)
                break
            except NeedsOutcome as needs:
                outcomes.append(drawn(needs, choose))
        yield {"seat": seat, **action.data(), **({"outcomes": outcomes} if outcomes else {})}
        match = scribe.match(match.id)
        if choose.random() < 0.04 and not match.is_over:
            everybody = list(range(1, len(opening["seats"]) + 1))
            scribe.undo(match.id, agreed=everybody, reason="a second thought")
            yield {"undo": {"agreed": everybody, "reason": "a second thought"}}
            match = scribe.match(match.id)


def opened(scribe: Scribe, told: dict[str, Any], choose: random.Random) -> tuple[Match, dict[str, Any]]:
    """Open a match, drawing the outcomes of the set-up; return it and its opening line."""
    while True:
        try:
            match = scribe.new(**{"names" if key == "seats" else key: value for key, value in told.items()})
            return match, told
        except NeedsOutcome as needs:
            told = {**told, "outcomes": [*told.get("outcomes", ()), drawn(needs, choose)]}


def drawn(needs: NeedsOutcome, choose: random.Random) -> Outcome:
    """Return a possible outcome of chance."""
    return choose.choice([outcome for outcome, n in needs.question.among.items() for _ in range(n)])


def best(match: Match, seat: int, choose: random.Random) -> Action:
    """Return a legal action: often one that triggers an event, otherwise any."""
    legal = list(legal_actions(match.opening, match.table, seat))
    choose.shuffle(legal)
    for action in legal[:25]:
        match_after = _try(match, seat, action)
        if match_after and choose.random() < 0.8:
            return action
    return legal[0]


def _try(match: Match, seat: int, action: Action) -> bool:
    """Return whether an action triggers an event or scores."""
    from tablescribe.domain.rules.chance import NoChance
    from tablescribe.domain.rules.deciding import decide

    try:
        decision = decide(match.opening, match.table, seat, action, NoChance())
    except NeedsOutcome as needs:
        return "redistributed" in str(needs.question.why)
    return any(rule in decision.citations for rule in ("UP-27", "UP-28", "UP-29", "UP-39e", "UP-39f", "UP-41"))


def daring(match: Match, seat: int, choose: random.Random) -> Action:
    """Return the action of Root's bot, but at times activate a dominance card, or form a coalition with one."""
    coalitions = not getattr(match.opening.options, "coalition_10", True)
    legal = legal_actions(match.opening, match.table, seat)
    cards = [action for action in legal if isinstance(action, Coalition if coalitions else Dominate)]
    if cards and choose.random() < 0.3:
        return choose.choice(cards)
    return root_bot.choose(match.opening, match.table, seat, choose.randrange)


def golden(scribe: Scribe, match: Match) -> str:
    """Return a match as readable text: every event, its facts, its rules, the table's digest, the result."""
    timeline, reader = Timeline(match), Reader(match.opening)
    lines = []
    for event in scribe.ledger.events_of(match.id):
        number = event.number if isinstance(event, Played) else None
        lines.append(f"{number if number is not None else '-'} {reader.tell(say_event(match, event))}")
        if number is not None:
            lines += [f"    {reader.tell(change)}" for change in timeline.changes(number)]
            lines.append(f"    rules {' '.join(getattr(event, 'citations', ()))}")
            lines.append(f"    table {timeline.at(number).digest()[:16]}")
    result = match.opening.game.result(match.opening, match.table)
    lines.append(f"result {result}")
    return "\n".join(lines) + "\n"


PLAYERS: dict[str, Callable[[Match, int, random.Random], Action]] = {
    "ultime": best,
    "expeditions": lambda match, seat, choose: bot.choose(match.opening, match.table, seat, choose.randrange),
    "tomb_raider": tomb_raider.player,
    "root": daring,
}
"""The player of each game."""


def retell(record: Path) -> None:
    """Play a hand-written session, and write its golden text."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Scribe(open_ledger(Path(folder) / "ledger.db")))
        for line in record.read_text("utf-8").splitlines():
            session.play(line)
        match = session.scribe.match(session.match_id or "")
        record.with_suffix(".golden").write_text(golden(session.scribe, match), "utf-8")
        session.scribe.ledger.close()


def main() -> None:
    """Write all records and golden texts, or those of the named games."""
    named = [one for one in sys.argv[1:] if one != "--words"]
    for game in named or [*MATCHES, *(key for key in GAMES if key not in MATCHES)]:
        if game not in MATCHES or "--words" in sys.argv:
            for record in sorted((FOLDER / game).glob("*.jsonl")):
                retell(record)
            continue
        for seed, (name, how) in enumerate(MATCHES[game].items()):
            opening = {key: value for key, value in how.items() if key != "seed"}
            with tempfile.TemporaryDirectory() as folder:
                scribe = Scribe(open_ledger(Path(folder) / "ledger.db"))
                lines = [json.dumps(one) for one in play(scribe, game, opening, random.Random(how.get("seed", seed)))]
                (FOLDER / game).mkdir(exist_ok=True)
                (FOLDER / game / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
                match = scribe.match(scribe.ledger.match_ids()[0])
                (FOLDER / game / f"{name}.golden").write_text(golden(scribe, match), "utf-8")
                print(game, name, match.head, match.opening.game.result(match.opening, match.table))
                scribe.ledger.close()


if __name__ == "__main__":
    main()
