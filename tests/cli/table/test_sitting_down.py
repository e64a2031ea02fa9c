"""Starting `play` without an id or with a new match, shell completion, and mistyped words."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tests.cli.at_table import ROOT, Table
from tests.cli.conftest import Run

Ask = Callable[..., Any]


# --- play ------------------------------------------------------------------------------------------


def test_play_without_an_id_goes_on_with_the_match_that_was_open_last(run: Run, ask: Ask, match_id: str) -> None:
    other = ask("new", "morris", "Ada", "Ben")["id"]
    run("move", match_id, "skip")
    assert f"match {match_id}" in run("play", stdin="quit\n").output
    run("close", match_id, "--abandoned")
    assert f"match {other}" in run("play", stdin="quit\n").output
    run("close", other, "--abandoned")
    opens = "no match is open. Open one: tablescribe play --new ultime Ada Ben Cleo"
    assert opens in run("play", stdin="quit\n", code=2).output


def test_play_can_open_its_match(run: Run, ask: Ask) -> None:
    words = ("play", "--new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "2", "-o", "score_visibility=visible")
    assert "Ben (yellow)> " in run(*words, stdin="skip\n").output
    (match,) = ask("matches")
    assert (match["seats"], match["moves"]) == (["Ada", "Ben", "Cleo"], 1)
    assert "Name the players of Le ultime persone" in run("play", "--new", "ultime", code=2).output
    assert "need --new" in run("play", match["id"], "Ben", code=2).output


def test_the_lot_that_opens_a_match_is_answered_by_a_name(tmp_path: Path) -> None:
    """Given people whose names begin alike, then only a whole name, or a beginning of one alone, says who begins."""
    table = Table(tmp_path)
    for names, answers, seat in (
        (("Ben", "Benno", "Cleo"), ("B", "ben"), 1),
        (("Ben", "Benno", "Cleo"), ("cl",), 3),
        (("3", "Ben", "Cleo"), ("Dan", "3"), 3),
    ):
        spawned = table.terminal("new", "ultime", *names)
        spawned.expect("Draw lots to see who begins: which one")
        spawned.expect(rf"possible: 1 \({names[0]}\), 2 \({names[1]}\), 3 \(Cleo\)")
        for answer in answers[:-1]:
            spawned.sendline(answer)
            spawned.expect(rf"{answer} cannot come up\. Possible: 1 \({names[0]}\)")
        spawned.sendline(answers[-1])
        spawned.expect(r"Match (\S+) of Le ultime persone is open")
        opened = spawned.match
        assert isinstance(opened, re.Match)
        spawned.expect(pexpect.EOF)
        told = table.run("show", opened[1], "--json")
        assert json.loads(told.output)["to_act"] == [seat]


def test_off_a_terminal_the_setup_asks_for_people_by_their_names(run: Run, ask: Ask) -> None:
    said = run("new", "ultime", "Ada", "Ben", "Cleo", code=4).output
    assert "possible: 1 (Ada), 2 (Ben), 3 (Cleo)\n" in said
    said = run("new", "tomb_raider", "Ada", "Ben", code=4).output
    assert "Ada rolls a die (order of choosing entrances)" in said
    assert "possible: 1, 2, 3, 4, 5, 6\n" in said
    assert "which character Ada plays" in run("new", "robinson", "Ada", "Ben", code=4).output
    said = run("new", "tomb_raider", "Ada", "Ben", "--outcome", "9", code=4).output
    assert "Ada rolls a die (order of choosing entrances): 9 is not possible" in said
    fault = ask("new", "tomb_raider", "Ada", "Ben", code=4)["error"]
    assert fault["question"] == fault["message"] == "seat 1 rolls a die (order of choosing entrances)"
    assert ask("new", "ultime", "Ada", "Ben", "Cleo", code=4)["error"]["possible"] == ["1", "2", "3"]


def test_play_says_the_rule_interpretations_of_a_match_that_it_opens(run: Run, ask: Ask) -> None:
    words = ("expeditions", "Ada", "Automa", "--chance", "sealed")
    _, heading, of_new = run("new", *words).output.partition("Rule interpretations in this match:\n")
    assert heading
    said = run("play", "--new", *words, stdin="quit\n").output
    assert said.count(heading + of_new) == 1
    match = ask("matches")[0]["id"]
    assert heading not in run("play", match, stdin="quit\n").output


def test_whoever_leaves_is_told_how_to_go_on(run: Run, ask: Ask, tmp_path: Path) -> None:
    match = ask("new", "morris", "Ada", "Ben")["id"]
    assert run("play", match, stdin="quit\n").output.endswith(f"\nGo on with: tablescribe play {match}\n")
    run("close", match, "--abandoned")
    said = run("play", match, stdin="quit\n").output
    assert "Go on with" not in said
    commands = [line.partition("tablescribe ")[2].split() for line in said.splitlines() if ": tablescribe " in line]
    assert [one[0] for one in commands] == ["replay", "audit", "bundle", "rematch"]
    with pytest.MonkeyPatch.context() as here:
        here.chdir(tmp_path)
        for one in commands:
            run(*one)


def test_play_can_let_the_program_deal(run: Run, ask: Ask) -> None:
    said = run("play", "--new", "ultime", "Ada", "Ben", "Cleo", "--chance", "sealed", stdin="skip\n").output
    assert "which one?" not in said
    (match,) = ask("matches")
    assert match["moves"] == 1
    assert "need --new" in run("play", match["id"], "--chance", "sealed", code=2).output


def test_play_opens_a_match_from_a_template(run: Run, ask: Ask) -> None:
    words = ("play", "--new", "freeform", "Ann", "Ben", "--template", "resources", "--title", "Catan")
    assert "· Ann, Ben\n" in run(*words, stdin="quit\n").output, "nobody is called Ann: Ann"
    assert [(one["game"], one["title"]) for one in ask("matches")] == [("freeform", "Catan")]
    assert "need --new" in run("play", "--box", "ours", code=2).output
    assert "use only one of --box" in run(*words, "--box", "ours", code=2).output


def test_lines_from_a_file_are_refused_with_an_exit_code(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.run("play", table.id, "--plain", typed="skip\nnonsense\nskip\n").exit_code == 2
    assert (
        table.run(
            "play", table.id, "--plain", typed="play_movement card=movement:10 pawn=2 at=6 use=square\n"
        ).exit_code
        == 3
    )
    assert table.run("play", table.id, "--plain", typed="skip\nlog\n").exit_code == 0


def test_what_is_recorded_anyway_was_not_refused(tmp_path: Path) -> None:
    table = Table(tmp_path)
    done = table.run("play", table.id, "--plain", typed="2: skip\nanyway\n")
    assert "breaks UP-9" in done.output
    assert done.exit_code == 0


# --- words that were mistyped -------------------------------------------------------------------------


def test_a_command_that_there_is_not_is_told_with_what_was_meant(run: Run) -> None:
    assert "There is no command 'mtches'. Did you mean matches?" in run("mtches", code=2).output
    assert "Did you mean" not in run("xyzzy", code=2).output


def test_a_game_that_there_is_not_is_told_with_what_was_meant(run: Run) -> None:
    assert "Did you mean ultime?" in run("rules", "ultmie", code=2).output
    assert "Did you mean" not in run("rules", "skat", code=2).output


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("move", "MATCH", "skpi"), "skip"), (("move", "MATCH", "play_movement", "crad=movement:2"), "card"),
        (("new", "ultime", "A", "B", "C", "-o", "hand_limit_counts=true"), "hand_limit_counts_power_cards"),
        (("new", "freeform", "A", "B", "--template", "resurces"), "resources"),
    ],
)  # fmt: skip
def test_a_word_that_is_known_nowhere_is_told_with_what_was_meant(
    words: tuple[str, ...], meant: str, run: Run, match_id: str
) -> None:
    words = tuple(match_id if word == "MATCH" else word for word in words)
    assert f"Did you mean {meant}?" in run(*words, code=2).output


def test_a_field_that_an_action_has_not_is_told_with_those_it_has(run: Run, match_id: str) -> None:
    said = run("move", match_id, "play_movement", "card=movement:2", "pown=1", code=2).output
    assert "`play_movement` takes card, pawn, at, use, " in said
    assert "Actions are" not in said, "the action is right"
    assert "`skip` takes nothing" in run("move", match_id, "skip", "more=1", code=2).output


@pytest.mark.parametrize(("line", "meant"), [("undoo", "undo"), ("skpi", "skip"), ("noet a remark", "note")])
def test_at_the_table_too(line: str, meant: str, run: Run, match_id: str) -> None:
    said = run("play", match_id, stdin=f"{line}\n", code=2).output
    assert f"is not a word of this game. Did you mean {meant}? Enter lists what is legal, `help` shows" in said
    assert "Did you mean" not in run("play", match_id, stdin="xyzzy\n", code=2).output


def test_a_match_that_play_could_not_open_is_not_told_to_send_an_action_again(run: Run) -> None:
    said = run("play", "--new", "ultime", "Ada", "Ben", "Cleo", code=4).output
    assert "Nothing was recorded. Enter the result with --outcome." in said


# --- what a shell completes ----------------------------------------------------------------------------


def completed(ledger: str, *words: str) -> list[str]:
    """Return bash's completions of the last word."""
    line = ["tablescribe", "--ledger", ledger, *words]
    environment = {
        "_TABLESCRIBE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(line),
        "COMP_CWORD": str(len(line) - 1),
    }
    done = CliRunner(env=environment).invoke(cli, prog_name="tablescribe", complete_var="_TABLESCRIBE_COMPLETE")
    return [item.partition(",")[2] for item in done.output.split()]


def test_games_matches_and_rules_are_completed(ledger: str, match_id: str) -> None:
    assert completed(ledger, "show", match_id[:3]) == [match_id]
    assert completed(ledger, "play", match_id[:3]) == [match_id]
    assert completed(ledger, "keys", "enrol", match_id[:3]) == [match_id]
    assert completed(ledger, "new", "ro") == ["robinson", "root"]
    assert "UP-36" in completed(ledger, "rules", "ultime", "up-3")


def test_what_options_mean_is_completed_too(ledger: str, match_id: str) -> None:
    assert completed(ledger, "matches", "--game", "ro") == ["robinson", "root"]
    assert completed(ledger, "stats", "--person", "a") == ["Ada"]
    assert completed(ledger, "matches", "--person", "Cl") == ["Cleo"]
    assert completed(ledger, "stats", "--person", "Ada", "--against", "B") == ["Ben"]


def test_completion_of_a_ledger_that_is_not_there_is_silent_and_makes_none(tmp_path: Path) -> None:
    assert completed(str(tmp_path / "no" / "ledger.db"), "show", "7k") == []
    assert list(tmp_path.iterdir()) == []


# --- as a package ------------------------------------------------------------------------------------


def test_the_package_can_be_run_as_a_module(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tablescribe.cli", "games", "--json"],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert "ultime" in {one["key"] for one in json.loads(done.stdout)}


@pytest.mark.parametrize("package", ["domain", "ledger", "replays", "cli"])
def test_every_room_says_that_it_is_typed(package: str) -> None:
    assert (resources.files(f"tablescribe.{package}") / "py.typed").is_file()


# --- long texts --------------------------------------------------------------------------------------


def test_what_does_not_fit_a_terminal_is_shown_by_the_pager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", f"{sys.executable} -c \"import sys; print('PAGED', len(sys.stdin.read()) > 2000)\"")
    spawned = Table(tmp_path).terminal("rules", "ultime")
    spawned.expect("PAGED True")
    spawned.expect_exact("\n")
    spawned.close()
