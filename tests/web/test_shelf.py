"""What the service keeps in memory: the matches used last, read on and not again, within limits."""

from __future__ import annotations

from pathlib import Path

from domain.games import revive
from ledger.ledger import open_ledger
from ledger.scribe import Scribe
from replays.web.shelf import Recent, Shelf


def test_values_beyond_the_limit_go_the_longest_unused_first() -> None:
    kept: Recent[str] = Recent(10, size=len)
    kept.put("a", "four")
    kept.put("b", "four")
    assert kept.peek("a") == "four"  # used now
    kept.put("c", "four")
    assert (kept.peek("a"), kept.peek("b"), kept.peek("c")) == ("four", None, "four")
    kept.put("a", "it has grown")
    assert (kept.peek("a"), kept.peek("c")) == ("it has grown", None)


def test_a_match_is_read_on_and_whoever_has_it_keeps_what_they_have(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    shelf, scribe = Shelf(ledger), Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    before = shelf.now(match)
    table = before.match.table.copy()
    scribe.play(match, 1, {"do": "pass"})
    scribe.undo(match)
    scribe.note(match, "well")
    scribe.play(match, 1, {"do": "pass"})

    after = shelf.now(match)

    assert after.events == tuple(ledger.events_of(match))
    assert all(now is then for now, then in zip(after.events, before.events, strict=False))  # not read again
    assert (before.match.version, before.match.moves, before.match.table) == (1, [before.events[0]], table)
    anew = revive(after.events)
    assert anew is not None
    assert (after.match.table, after.match.line.numbers) == (anew.table, anew.line.numbers)
    assert (after.match.notes, after.match.take_backs) == (anew.notes, anew.take_backs)
    assert [line["position"] for line in shelf.lines(after, None, 2)] == list(after.positions[2:])
    ledger.close()
