"""A club for tests: a ledger with matches of several games, an open one, and a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tests.ledger.played_tournaments import hall, opened, play, play_round
from tests.replays.web.public.test_pages import PEOPLE, limited

GOLDEN = Path(__file__).parent.parent.parent / "matches"
SAID = ("T-4", "misread", "T-9", "overslept")


def recorded(target: Path, *sessions: str) -> list[str]:
    """Record golden sessions, such as `chess/checkmate`; return the ids of their matches."""
    found = []
    for one in sessions:
        done = CliRunner().invoke(cli, ["--ledger", str(target), "record", str(GOLDEN / f"{one}.jsonl"), "--json"])
        assert done.exit_code == 0, done.output
        with_match = open_ledger(target)
        found.append(with_match.match_ids()[-1])
        with_match.close()
    return found


def evening(ledger: Ledger, people: Sequence[str] = PEOPLE, said: Sequence[str] = SAID, *, over: bool = False) -> str:
    """Hold a tournament with a correction and a penalty: one complete round, and a second one that may be played."""
    officials = hall(Scribe(ledger))
    found = opened(officials, people, limited(2))
    play_round(officials, found)
    officials.correct(found, 1, 1, (1, 1), clause=said[0], reason=said[1])
    officials.penalise(found, people[-1], Fraction(1, 2), clause=said[2], reason=said[3])
    officials.pair(found, seed=2)
    matches = [one.match for one in officials.start(found)]
    if over:
        for one in matches:
            play(officials, one)
        officials.finish(found)
    return found


def notary_of(ledger: Ledger, keys: Path) -> Notary:
    """Return a notary with a folder of keys."""
    return Notary(Scribe(ledger), KeyStore(keys))


def casual(ledger: Ledger, people: Sequence[str] = ("Ada", "Ben"), points: int = 3, note: str = "") -> str:
    """Play and close a match outside tournaments; return its id."""
    scribe = Scribe(ledger)
    match = scribe.new("freeform", list(people)).id
    scribe.play(match, 1, {"do": "score", "to": 1, "points": points})
    if note:
        scribe.note(match, note)
    scribe.play(match, 1, {"do": "finish", "winners": [1]})
    scribe.close(match)
    return match
