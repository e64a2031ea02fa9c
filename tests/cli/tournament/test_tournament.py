"""Tournaments on the command line: the command's own errors. cli/TOURNAMENT.md is tested as well."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tablescribe.cli.tournament.tournament import tournament as group
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.table.tournament_cache import TournamentCache
from tests.cli.conftest import Once

Ask = Callable[..., Any]
Run = Callable[..., Result]

PLAN = """
title: Autumn Open
stages:
  - {name: Swiss, kind: swiss, rounds: 2, game: freeform}
"""


@pytest.fixture
def plan(tmp_path: Path) -> str:
    file = tmp_path / "open.yaml"
    file.write_text(PLAN, "utf-8")
    return str(file)


@pytest.fixture
def four(ask: Ask, plan: str, once: Once) -> str:
    """A tournament of four people whose first round is paired."""

    def recorded() -> str:
        found = str(ask("tournament", "announce", plan)["tournament"])
        ask("tournament", "enter", "last", "Ada", "Ben", "Cleo", "Dora")
        ask("tournament", "pair", "last", "--seed", "1")
        return found

    return once(recorded)


def test_a_round_that_needs_a_missing_package_is_not_paired_and_the_answer_is_a_command(
    ask: Ask, run: Run, plan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pipx install '.[web]'` installs no pairing engine. The next round can be paired once it is there."""
    ask("tournament", "announce", plan)
    ask("tournament", "enter", "last", "Ada", "Ben", "Cleo", "Dora")
    with monkeypatch.context() as lacking:
        lacking.setitem(sys.modules, "caissify_pairings.engines.dutch", None)
        refused = run("tournament", "pair", "last", code=2)
        assert "caissify_pairings is not installed" in refused.stderr
        assert "pipx install --force '.[web,tournament]'" in " ".join(refused.stderr.split())
        assert ask("tournament", "pair", "last", code=2)["error"]["code"] == "extra.missing"
    assert ask("tournament", "pair", "last", "--seed", "1")["round"] == 1


def test_every_command_teaches_by_example_and_has_a_twin_in_json(run: Run) -> None:
    for name, command in group.commands.items():
        told = run("tournament", name, "--help").output
        assert "Example" in told, name
        assert f"tablescribe tournament {name}" in told, name
        assert "--json" in told, name
        assert command.help, name


def test_a_match_that_is_closed_by_a_command_reports_itself(ask: Ask, run: Run, four: str) -> None:
    started = ask("tournament", "start", "last", "--url", "http://hall:8000/")
    match = started["tables"][0]["match"]
    run("move", match, "finish", "winners=2", "--seat", "1")
    run("close", match)
    table = ask("tournament", "show", "last")["seatings"][0]["tables"][0]
    assert (table["how"], table["places"]) == ("played", [2, 1])
    why = ask("tournament", "standings", "last", "--why", table["names"][1])["why"]
    assert [(one["match"], one["rule"], one["move"], one["place"]) for one in why] == [(match, "FF-6", 1, 1)]


def test_a_large_swiss_asks_for_patience_beside_what_it_prints(ask: Ask, run: Run, plan: str) -> None:
    ask("tournament", "announce", plan)
    ask("tournament", "enter", "last", *(f"Person {n}" for n in range(299)))
    assert "Dutch" not in run("tournament", "pair", "last", "--seed", "1").stderr
    ask("tournament", "announce", plan)
    ask("tournament", "enter", "last", *(f"Person {n}" for n in range(300)))
    done = run("tournament", "pair", "last", "--seed", "1", "--json")
    assert "Pairing 300 entrants by the Dutch system" in done.stderr
    assert len(json.loads(done.stdout)["tables"]) == 150


def test_links_of_a_start_let_each_in_at_their_own_table(ask: Ask, ledger: str, four: str) -> None:
    """The service over this ledger knows them; a player's is the same whenever they are told."""
    tables = ask("tournament", "start", "last", "--url", "http://hall:8000/")["tables"]
    assert ask("tournament", "start", "last", "--url", "http://hall:8000")["tables"] == [
        {**one, "new": False} for one in tables
    ]
    with closing(open_ledger(ledger)) as opened:
        access, hall = Access(opened), TournamentCache(opened)
        for one in tables:
            recorder = access.who(one["link"].removeprefix("http://hall:8000/enter/"))
            assert (recorder.role, recorder.match) == ("recorder", one["match"])
            for player in one["players"]:
                who = access.who(player["link"].removeprefix("http://hall:8000/enter/"))
                there = hall.at(who, one["match"])
                assert (who.role, there.role, there.seat) == ("player", "seat", player["seat"])
    assert len({player["link"] for one in tables for player in one["players"]}) == 4


def test_a_tournament_is_found_by_the_beginning_of_its_id(ask: Ask, run: Run, four: str, plan: str) -> None:
    other = ask("tournament", "announce", plan)["tournament"]
    assert [one["tournament"] for one in ask("tournament", "list")] == [four, other]
    assert ask("tournament", "show", four[:6])["tournament"] == four
    assert ask("tournament", "show", "last")["tournament"] == other
    fault = json.loads(run("tournament", "show", "nowhere", "--json", code=2).stdout)["error"]
    assert (fault["code"], "tournament list" in fault["message"]) == ("tournament.unknown", True)


def test_who_withdrew_plays_on_from_the_next_round(ask: Ask, run: Run, four: str) -> None:
    ask("tournament", "withdraw", "last", "Dora")
    told = ask("tournament", "return", "last", "Dora", "--reason", "a mistake")
    assert (told["from_round"], told["event"]) == (2, 9)
    assert "has not withdrawn" in run("tournament", "return", "last", "Dora", code=3).output
    run("tournament", "withdraw", "last", "Dora")
    assert "Dora plays on from round 2." in run("tournament", "return", "last", "#4").output
    for table in ("1", "2"):
        run("tournament", "report", "last", table, "1-0")
    assert len(ask("tournament", "pair", "last")["tables"]) == 2


def test_who_returns_when_all_rounds_are_paired_is_told_so(ask: Ask, run: Run) -> None:
    ask("tournament", "new", "Night", "chess", "Ada", "Ben", "--rounds", "1")
    ask("tournament", "pair", "last")
    run("tournament", "withdraw", "last", "Ben")
    assert "Ben is no longer withdrawn. All rounds are paired." in run("tournament", "return", "last", "Ben").output


@pytest.mark.parametrize(
    ("words", "exit_code", "code"),
    [
        (("report", "last", "1", "1", "2", "--as", "player"), 3, "tournament.role"),
        (("report", "last", "1", "1", "1", "--draw"), 2, "usage"),
        (("report", "last", "1"), 2, "usage"),
        (("report", "last", "1", "--winner", "Eve"), 3, "match.refused"),
        (("report", "last", "3", "1", "2"), 2, "usage"),
        (("report", "last", "1", "1", "2", "--points", "x"), 2, "usage"),
        (("pair", "last"), 3, "match.refused"),
        (("pair", "last", "--expect", "2"), 4, "tournament.stale"),  # first of all: somebody else was at work
        (("pair", "last", "--bye", "Ada=long"), 2, "usage"),
        (("correct", "last", "1", "1", "--draw", "--clause", "T-4", "--reason", "r"), 3, "match.refused"),
        (("penalise", "last", "Ada", "much", "--clause", "T-9", "--reason", "r"), 2, "usage"),
        (("finish", "last"), 3, "match.refused"),
        (("standings", "last", "--as-of", "noon"), 2, "usage"),
        (("standings", "last", "--as-of", "2001-01-01"), 3, "match.refused"),
        (("standings", "last", "--stage", "2"), 3, "match.refused"),
        (("enter", "last", "Ada"), 3, "tournament.entered"),
        (("enter", "last", "Eve", "Eve"), 3, "match.refused"),
        (("enter", "last"), 2, "usage"),
        (("withdraw", "last", "#9"), 3, "match.refused"),
        (("return", "last", "Ada"), 3, "match.refused"),
        (("announce", "nowhere.yaml"), 2, "usage"),
        (("verify", "last", "--key", "x"), 2, "usage"),
        (("export", "last", "-o", "x", "--names"), 2, "usage"),
    ],
)
def test_what_is_refused_has_a_stable_code(
    run: Run, four: str, words: tuple[str, ...], exit_code: int, code: str
) -> None:
    told = json.loads(run("tournament", *words, "--json", code=exit_code).stdout)["error"]
    assert told["code"] == code, told


def test_a_list_of_people_is_read_with_ratings_and_refused_by_its_line(
    ask: Ask, run: Run, plan: str, tmp_path: Path
) -> None:
    people = tmp_path / "people.csv"
    ask("tournament", "announce", plan)
    people.write_text('name,rating\nAda,1700\n"Lee, Ben",\n\nCleo\n', "utf-8-sig")
    assert [one["name"] for one in ask("tournament", "enter", "last", "--from", str(people))["entered"]] == [
        "Ada", "Lee, Ben", "Cleo",
    ]  # fmt: skip
    assert [one["rating"] for one in ask("tournament", "show", "last")["entrants"]] == [1700, None, None]
    for text, line in (("Eve,strong\n", 1), ("Eve\nEve\n", 2)):
        people.write_text(text, "utf-8")
        assert f"line {line}:" in run("tournament", "enter", "last", "--from", str(people), code=2).output


def test_a_plan_that_cannot_be_held_names_each_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "open.yaml"
    file.write_text(PLAN.replace("rounds: 2", "round: 2"), "utf-8")
    told = run("tournament", "announce", str(file), code=2).output
    assert "stages.1.rounds: it is missing; stages.1.round: there is no such word in a plan" in told


def test_a_preview_records_nothing(ask: Ask, four: str) -> None:
    for table in ("1", "2"):
        ask("tournament", "report", "last", table, "1", "2")
    words = ("tournament", "correct", "last", "1", "1", "--draw", "--clause", "T-4", "--reason", "misread")
    preview = ask(*words, "--preview")
    version = ask("tournament", "show", "last")["version"]
    done = ask(*words)
    assert (preview["consequences"], done["version"]) == (
        done["consequences"],
        version + 2,
    )  # the words, and the ruling
    assert {one["name"] for one in done["consequences"]["standings"] if one["points"] != one["points_were"]} == {
        *ask("tournament", "show", "last")["seatings"][0]["tables"][0]["names"]
    }


def test_verify_ends_with_1_where_something_is_found(ask: Ask, run: Run, four: str) -> None:
    assert ask("tournament", "verify", "last")["tournaments"][0]["sound"]
    told = json.loads(run("tournament", "verify", "last", "--plan", "0" * 64, "--json", code=1).stdout)
    assert [one["code"] for one in told["tournaments"][0]["findings"]] == ["plan.changed"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "mit Entscheidungen"), ("it", "con le decisioni"), ("pt", "com as decisões"), ("en", "as ruled")],
)
def test_standings_and_certificate_are_read_in_four_languages(
    run: Run, four: str, language: str, words: str, tmp_path: Path
) -> None:
    assert words in run("tournament", "standings", "last", "--language", language).output
    file = tmp_path / "certificate.html"
    run("tournament", "certificate", "last", "--html", str(file), "--language", language)
    page = file.read_text("utf-8")
    assert f'<html lang="{language}">' in page
    assert "Ada" in page
    assert "<script" not in page


def test_names_that_would_command_a_terminal_or_a_page_do_not(ask: Ask, run: Run, plan: str, tmp_path: Path) -> None:
    ask("tournament", "announce", plan)
    run("tournament", "enter", "last", "Eve\x1b[31m", "<b>Mallory</b>")
    run("tournament", "pair", "last")
    for words in (("show", "last"), ("standings", "last"), ("show", "last", "--log")):
        assert "\x1b" not in run("tournament", *words).output
    file = tmp_path / "certificate.html"
    run("tournament", "certificate", "last", "--html", str(file))
    assert "<b>Mallory" not in file.read_text("utf-8")


def test_a_lot_is_drawn_by_the_program_or_told_by_who_kept_the_hat(ask: Ask, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "open.yaml"
    file.write_text(PLAN.replace("rounds: 2", "rounds: 1, tie_breaks: [lot]"), "utf-8")
    for told in ((), ("Dora", "Ada", "Ben", "Cleo")):
        ask("tournament", "announce", str(file))
        ask("tournament", "enter", "last", "Ada", "Ben", "Cleo", "Dora")
        ask("tournament", "pair", "last", "--seed", "1")
        for table in ("1", "2"):
            ask("tournament", "report", "last", table, "--draw")
        refused = json.loads(run("tournament", "finish", "last", "--json", code=3).stdout)["error"]
        assert "tournament lot" in refused["message"]
        assert json.loads(run("tournament", "lot", "last", "Ada", "--json", code=2).stdout)["error"]["code"] == "usage"
        drawn = ask("tournament", "lot", "last", *told, *(("--how", "a hat") if told else ()))
        names = [one["name"] for one in drawn["order"]]
        assert (len(drawn["seed"]), drawn["how"]) == ((0, "a hat") if told else (64, ""))
        lines = ask("tournament", "standings", "last")["lines"]
        assert [one["name"] for one in lines] == names
        assert not told or names == list(told)
        run("tournament", "finish", "last")


def test_a_slip_says_who_won_together(ask: Ask, run: Run, four: str) -> None:
    ask("tournament", "report", "last", "1", "1", "1", "--together")
    table = ask("tournament", "show", "last")["seatings"][0]["tables"][0]
    assert table["coalition"] == [1, 2]
    assert "shared win: Cleo, Ada" in run("tournament", "show", "last").output
    ask("tournament", "correct", "last", "1", "1", "--draw", "--clause", "T-4", "--reason", "misread")
    assert ask("tournament", "show", "last")["seatings"][0]["tables"][0]["coalition"] == []


def test_a_report_file_of_fide_is_read_in_and_written_back(ask: Ask, run: Run, tmp_path: Path) -> None:
    file, back = Path(__file__).parents[2] / "domain/tournament/published/bbp_c5.trf", tmp_path / "back.trf"
    told = ask("tournament", "import", str(file), "--game", "morris")
    assert told["differs"] == []
    assert ask("tournament", "export", "last", "-o", str(back), "--trf")["bytes"] == file.stat().st_size
    assert back.read_bytes() == file.read_bytes()
    run("tournament", "import", str(tmp_path / "nowhere.trf"), code=2)
    back.write_text("001 what is this\n", "utf-8")
    assert json.loads(run("tournament", "import", str(back), "--json", code=2).stdout)["error"]["code"] == "trf.wrong"
