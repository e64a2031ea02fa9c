"""What a newcomer types first works, or the answer says what would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli, in_their_places
from tablescribe.domain.games import ANYTHING, GAMES, game, suited_template
from tests.cli.at_table import Table
from tests.cli.conftest import Run

Ask = Callable[..., Any]
TESTS = Path(__file__).parents[2]


# --- games that are not here --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("new", "catan", "Ann", "Anna Müller"), "new freeform Ann 'Anna Müller' --template resources --title Catan"),
        (("new", "tic-tac-toe", "Ann", "Ben"), "new freeform Ann Ben --template grid --title Tic-Tac-Toe"),
        (("play", "--new", "Hive", "Ann", "Ben"), "new freeform Ann Ben --template points --title Hive"),
        (("rules", "catan"), "--template resources --title Catan"), (("games", "catan"), "--template resources"),
    ],
)  # fmt: skip
def test_a_game_without_rules_here_is_offered_without_rules(run: Run, words: tuple[str, ...], command: str) -> None:
    assert command in run(*words, code=2).output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "catan"), "new freeform NAME NAME --template resources --title Catan"),
        (("play", "--new", "catan"), "new freeform NAME NAME --template resources --title Catan"),
        (("new", "moris"), "Did you mean morris?"),
        (("new", "morris"), "in turn order: tablescribe new morris Ada Ben"),
        (("play", "--new", "morris"), "in turn order: tablescribe play --new morris Ada Ben"),
        (("new",), "Missing argument 'GAME'. Example: tablescribe new ultime Ada"),
        (("result", "Catan"), "Example: tablescribe result Catan Ann 10 Ben 7 --won Ann"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said_with_a_line_that_works(run: Run, words: tuple[str, ...], says: str) -> None:
    assert says in run(*words, code=2).output


def test_a_game_that_is_taken_for_a_match_is_opened_by_another_line(run: Run, ask: Ask) -> None:
    ask("result", "Catan", "Ann", "Ben", "--won", "Ann")
    for word in ("catan", "morris"):
        assert f"tablescribe play --new {word} Ada Ben" in run("play", word, code=2).output
    assert "there is no match 7zzz" in run("play", "7zzz", code=2).output


def test_on_a_terminal_the_names_are_asked_for(tmp_path: Path) -> None:
    table = Table(tmp_path)
    spawned = table.terminal("new", "catan")
    spawned.expect("Who plays catan")
    spawned.sendline("Ann, Anna Müller")
    spawned.expect("Run it now")
    spawned.sendline("y")
    spawned.expect("is open")
    spawned.wait()
    with table.scribe() as scribe:
        match = scribe.match(scribe.ledger.match_ids()[-1])
        assert (match.opening.title, scribe.names(match)) == ("Catan", ["Ann", "Anna Müller"])


def test_what_is_offered_works_as_it_stands(run: Run, ask: Ask) -> None:
    hint = ask("new", "catan", "Ann", "Ben", code=2)["error"]["hint"]
    opened = ask(*hint.partition("tablescribe ")[2].split())
    assert ask("show", opened["id"])["zones"] == {"desert": {"robber": 1}, **_rest(ask, opened["id"])}


def _rest(ask: Ask, match_id: str) -> dict[str, Any]:
    return {name: some for name, some in ask("show", match_id)["zones"].items() if name != "desert"}


def test_a_slip_of_the_keyboard_is_no_other_game(run: Run) -> None:
    said = run("new", "moris", "Ann", "Ben", code=2).output
    assert "Did you mean morris?" in said
    assert "without rules" not in said


def test_each_template_suits_itself_and_is_listed(ask: Ask) -> None:
    for name in game(ANYTHING).templates:
        assert suited_template(name.upper()) == name
    listed = {(one["game"], one["template"]) for one in ask("templates")}
    assert listed == {(key, name) for key in GAMES for name in game(key).templates}


# --- options of the whole program ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("matches --ledger a.db", "--ledger a.db matches"),
        ("matches --ledger=a.db --open", "--ledger=a.db matches --open"),
        ("--json matches", "matches --json"), ("--language de show 7k2", "show 7k2 --language de"),
        ("note 7k2 -- --ledger x", "note 7k2 -- --ledger x"), ("--json tournament list", "tournament list --json"),
        ("--help", "--help"), ("show 7k2 --json", "show 7k2 --json"), ("matches --ledger", "--ledger matches"),
    ],
)  # fmt: skip
def test_options_of_the_program_stand_anywhere(line: str, read: str) -> None:
    assert in_their_places(line.split()) == read.split()


def test_the_ledger_may_be_named_behind_the_command(tmp_path: Path) -> None:
    def run(*words: str) -> Result:
        return CliRunner().invoke(cli, [*words], catch_exceptions=False)

    ledger = str(tmp_path / "a.db")
    run("result", "Catan", "Ann", "Ben", "--won", "Ann", "--ledger", ledger)
    assert len(json.loads(run("--json", "matches", "--ledger", ledger).stdout)) == 1


# --- commands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("winners", "Did you mean stats?"), ("leaderboard", "Did you mean stats or ratings?"),
        ("share 7k2", "Did you mean replay or bundle?"), ("check final.bundle", "Did you mean verify or audit?"),
        ("create chess Ada Ben", "Did you mean new?"), ("showw", "Did you mean show?"),
        ("xyzzy", "no command 'xyzzy'."),
        ("tournament create open.yaml", "Did you mean announce?"), ("tournament join last Ada", "Did you mean enter?"),
        ("tournament par last", "Did you mean pair?"), ("tournament leaderboard", "Did you mean standings?"),
    ],
)  # fmt: skip
def test_a_command_that_is_guessed_leads_to_the_one_that_is_meant(run: Run, line: str, says: str) -> None:
    assert says in run(*line.split(), code=2).output


def test_a_game_that_is_named_in_place_of_a_match_is_offered_as_a_new_one(run: Run) -> None:
    run("result", "Catan", "Ann", "Ben", "--won", "Ann")
    assert "tablescribe play --new chess Ada Ben" in run("log", "chess", code=2).output
    assert "play --new" not in run("log", "7k2", code=2).output


def test_help_is_a_command_too(run: Run) -> None:
    assert run("help").output == run("--help").output
    assert run("help", "stats").output == run("stats", "--help").output


def test_a_winner_and_a_reason_are_given_by_either_word(run: Run, ask: Ask) -> None:
    for winner, reason in (("--won", "--because"), ("--winner", "--reason")):
        match = ask("result", "Catan", "Ann", "10", "Ben", "7", winner, "Ann")["id"]
        ask("correct", match, winner, "Ben", reason, "wrong winner")
        assert "wrong winner" in run("log", match).output


# --- files --------------------------------------------------------------------------------------

PGN = '[Event "Club"]\n[Date "2026.11.20"]\n[White "Ann O"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        ("012 Open\n022 Town\n001    1 m  \n", "tablescribe tournament import"),
        ("Game,Ann,Ben\nCatan,10,7\n", "then run it again with --yes"), ("hello", "no Tablescribe match file"),
        ('{"format": "another"}', "no Tablescribe match file"),
    ],
)  # fmt: skip
def test_import_says_which_command_takes_a_file(run: Run, tmp_path: Path, contents: str, says: str) -> None:
    file = tmp_path / "file"
    file.write_text(contents)
    done = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "l.db"), "import", str(file)])
    assert done.exit_code != 0
    assert says in done.output


def test_import_records_what_it_recognises(run: Run, ask: Ask, tmp_path: Path) -> None:
    assert ask("import", str(TESTS / "cli" / "BGStatsExport.json"))["new"] > 0
    (tmp_path / "game.pgn").write_text(PGN)
    assert ask("import", str(tmp_path / "game.pgn"))["entries"] == 3
    log = tmp_path / "game.txt"
    log.write_text(
        "Map: Fall\nDeck: Standard\nC: Ada\nE: Ben\n\nC:t_k->1/b_s->1/b_w->5/b_r->9/w->1+2+4+5+6+7+8+9+10+11+12\n"
        "E:b+6w->3/#despot->$\n"
    )
    run("import", str(log))
    match_id = ask("matches", "--game", "root")[0]["id"]
    run("export", match_id, "-o", str(tmp_path / "match"))
    elsewhere = str(tmp_path / "elsewhere.db")
    done = CliRunner().invoke(cli, ["import", str(tmp_path / "match"), "--ledger", elsewhere], catch_exceptions=False)
    assert done.exit_code == 0, done.output


def test_a_ledger_and_a_backup_say_how_they_are_opened(run: Run, ask: Ask, tmp_path: Path, ledger: str) -> None:
    ask("result", "Catan", "Ann", "Ben", "--won", "Ann")
    run("backup", str(tmp_path / "copy"))
    for file in (ledger, str(tmp_path / "copy")):
        said = run("import", file, code=2).output
        assert f"tablescribe --ledger {file} matches" in said
        assert f"restore {file}" in said


# --- completion ---------------------------------------------------------------------------------


def completed(ledger: str, *words: str) -> list[str]:
    """Return what Bash offers for the last word, as it stands in the line afterwards."""
    script = (
        'eval "$(tablescribe completion bash)"\n'
        f"COMP_WORDS=(tablescribe {' '.join(words)}); COMP_CWORD={len(words)}\n"
        '_tablescribe_completion tablescribe; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    found = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "TABLESCRIBE_LEDGER": ledger}
    done = subprocess.run(["bash", "-c", script], env=os.environ | found, capture_output=True, text=True, timeout=600)
    return done.stdout.splitlines()


def test_bash_completes_people_with_blanks_quoted_and_templates(ask: Ask, ledger: str) -> None:
    ask("result", "Azul", "Anna Müller", "61", "Ben", "48", "--won", "Ben")
    assert completed(ledger, "result", "Azul", "An") == [r"Anna\ Müller"]
    assert completed(ledger, "people", "merge", "An") == [r"Anna\ Müller"]
    assert completed(ledger, "new", "freeform", "An") == [r"Anna\ Müller"]
    assert completed(ledger, "new", "freeform", "Ann", "--template", "r") == ["resources"]
