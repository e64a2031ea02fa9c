"""What other rules would have decided: each kind of difference, and the editions still supported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import WrongOptions
from tablescribe.domain.games.ultime.actions import Decline
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.other_rules import RuleDifference, Tally, concerns, differences, other_rules
from tablescribe.replays.reading.reader import Reader
from tests.domain.ultime.table import card, given, power, when
from tests.replays.auditing.forging import retold, won
from tests.support import TOY
from tests.tools.season_matches import Made, kind_of


def found(match: Match, edition: str = "", **options: Any) -> list[tuple[int, str, str]]:
    """Return the differences under other rules in short form."""
    other = other_rules(match, edition, options)
    assert other is not None
    return [(one.move, one.kind, one.rule) for one in differences(match, other)]


def said(match: Match, edition: str = "", **options: Any) -> list[str]:
    other = other_rules(match, edition, options)
    assert other is not None
    return [Reader(match.opening).tell(one.words()) for one in differences(match, other)]


def supporting(score: int = 0, **how: Any) -> Match:
    """A match in which blue attacks a village with its owner's pawn; the owner has this many points."""
    match = given({1: (4, 2), 2: (7, 6)}, scores={2: score}, **how)
    when(match, 1, card(2, 1, 4))
    when(match, 2, Decline(), "movement:8", "movement:12")
    return match


def test_other_facts_are_told_with_the_rule_and_what_they_would_be() -> None:
    """Read as before, the owner without points breaks even (UP-30): the second edition and the option say the same."""
    match = supporting()
    assert found(match, supporting_owner="breaks_even") == found(match, "1")
    assert found(match, "1") == [(3, "facts", "UP-30")], "not UP-37, which comes after it"
    (words,) = said(match, "1")
    assert words.startswith("move 3, yellow: under UP-30 ")
    assert "yellow's points: 1 → 0" in words
    assert found(supporting(1), "1") == [], "who has points is read alike by both"


def test_the_other_way_round_from_the_first_edition_to_the_second() -> None:
    old = supporting(edition="1")
    assert audit(old).clean
    assert [(kind, rule) for _, kind, rule in found(old, "2")] == [("facts", "UP-30")]
    assert other_rules(old, "1") is None


def test_what_would_be_refused_and_what_would_be_allowed() -> None:
    """A field without meaning was ignored by the first edition; the second refuses it (UP-39k)."""
    match = given({1: (4, 2)}, power={1: 1}, edition="1")
    when(match, 1, card(2, 1, 4, "square", opposite=9))
    ((move, kind, rule),) = found(match, "2")
    assert (move, kind) == (2, "refused")
    assert said(match, "2")[0].startswith(f"move 2, blue: {rule} forbids it: ")
    today = given({1: (4, 2)}, power={1: 1})
    when(today, 1, card(2, 1, 4, "square", opposite=9), as_played=True)
    assert found(today, "1") == [(2, "allowed", rule)]


def test_outcomes_that_would_not_have_been_asked_for() -> None:
    """Swap completes an event only where an option says so: nobody would have drawn."""
    match = given({1: (1, 5), 2: (3, 6)}, power={1: 1}, swap_can_trigger_event=True)
    when(match, 1, power("swap", 2, 5, 3))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert [(move, kind) for move, kind, _ in found(match, swap_can_trigger_event=False)] == [(3, "chance")]


def test_the_set_up_and_the_end() -> None:
    match = given({1: (4, 2)}, turn=1)
    assert next((move, kind) for move, kind, _ in found(match, first_player=2)) == (0, "facts")
    assert said(match, first_player=2)[0].startswith("the set-up: under ")
    with pytest.raises(WrongOptions, match="no option"):
        other_rules(match, options={"nothing": 1})
    with pytest.raises(WrongOptions, match=r"no edition 7\. Editions: 1, 2"):
        other_rules(match, "7")
    assert (concerns("ultime", "1", {}), concerns("morris", "2", {}), concerns("morris", "", {"x": 1})) == (
        True, False, False,
    )  # fmt: skip


def test_a_match_that_would_have_been_over_earlier_or_would_go_on_or_end_otherwise() -> None:
    match = won()
    ends = {
        "end": lambda opening, table: Result("early", "TT-1", (2,), (0, 9)) if table.number("field:1") >= 6 else None,
        "result": lambda opening, table: Result("other", "TT-2", (2,), (0, 9)) if table.get("winner") else None,
        "end ": lambda opening, table: None,
    }
    for kind, rule in (("end", "TT-1"), ("result", "TT-2"), ("end ", "TT-6")):
        other = Opening(replace(TOY, result=ends[kind]), 2, match.opening.options, TOY.catalogue)
        (one,) = differences(match, other)
        assert (one.kind, one.rule) == (kind.strip(), rule)
        assert one.move == (1 if rule == "TT-1" else 3), "and nothing more of what follows"


def test_without_a_mill_a_match_ends_earlier_by_that_rule() -> None:
    number = next(n for n in range(1000) if kind_of(n).game == "morris")
    match = Made(number, "0" * 32).played()
    assert ("facts", "MO-13") in [(kind, rule) for _, kind, rule in found(match, without_mill=10)]


def test_what_was_forged_is_no_difference_of_rules() -> None:
    match = supporting(1)
    forged = retold(match, match.version, facts=())
    assert not audit(forged).clean
    assert found(forged, "1") == []


def test_differences_are_counted_by_rule() -> None:
    tally, match = Tally(), supporting()
    other = other_rules(match, "1")
    assert other is not None
    tally.add(match, list(differences(match, other)))
    tally.add(match, [])
    (rule,) = tally.data()["rules"]
    assert (rule["game"], rule["kind"], rule["moves"], rule["matches"]) == ("ultime", "facts", 1, 1)
    assert tally.data()["matches"] == 2
    assert tally.data()["touched"] == 1
    assert list(map(Reader().tell, tally.lines()))[1] == f"ultime {rule['rule']} facts: once, in 1 match"


# --- on the command line ----------------------------------------------------------------------


def run(ledger: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, ["--ledger", str(ledger), *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_old_editions_stay_playable_and_archives_are_asked_what_others_would_have_decided(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.db"
    opened = open_ledger(ledger)
    for number in [n for n in range(2000, 2400) if kind_of(n).game in ("expeditions", "morris")][:5]:
        events = Made(number, opened.ledger_id).played()._pending
        opened.log.insert_events([opened.mapper.to_stored_event(event) for event in events])
    opened.close()
    shown = json.loads(run(ledger, "new", "ultime", "Ada", "Ben", "Cleo", "--edition", "1", "--option",
                           "first_player=1", "--json"))  # fmt: skip
    opened = open_ledger(ledger)
    assert opened.match(shown["id"]).opening.edition == "1"
    opened.close()
    assert "opened and audited under edition 1 of the rules" in run(ledger, "audit", shown["id"])
    lines = [json.loads(line) for line in run(ledger, "audit", "--all", "--edition", "1", "--json").splitlines()]
    summary = lines[-1]["summary"]
    assert summary["matches"] + summary["unconcerned"] == 6
    assert summary["unconcerned"] > 0
    assert all({"match", "move", "rule", "kind", "why"} <= line.keys() for line in lines[:-1])
    assert "Matches checked: 1" in run(ledger, "audit", shown["id"], "--edition", "2")
    assert "Not affected: 1" in run(ledger, "audit", shown["id"], "--edition", "1")
    run_keys = ["--keys", str(tmp_path / "keys")]
    run(ledger, "close", shown["id"], "--abandoned")
    run(ledger, "season", "export", "-o", str(tmp_path / "autumn"), *run_keys)
    told = run(ledger, "audit", str(tmp_path / "autumn"), "--edition", "1", "--json")
    of_season = [json.loads(line) for line in told.splitlines()]
    assert of_season[:-1] == lines[:-1]
    for wrong in (
        ["audit"], ["audit", "--all"], ["audit", "x", "--all", "--edition", "1"],
        ["audit", shown["id"], "--edition", "9"], ["new", "ultime", "A", "B", "C", "--edition", "9"],
    ):  # fmt: skip
        assert CliRunner().invoke(cli, ["--ledger", str(ledger), *wrong]).exit_code == 2, wrong


def test_a_difference_is_plain_data() -> None:
    match = supporting()
    other = other_rules(match, "1")
    assert other is not None
    (one,) = differences(match, other)
    assert isinstance(one, RuleDifference)
    data = one.data(match, Reader(match.opening))
    assert (data["match"], data["move"], data["seat"], data["event"]) == (match.id, 3, 2, 4)
    assert any("points: 1 → 0" in words for words in data["expected"])
