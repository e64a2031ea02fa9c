"""First guesses of a newcomer work, or the answer says what would."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli, in_their_places
from tablescribe.domain.games import ANYTHING, GAMES, game, suited_template
from tablescribe.domain.match.refusals import Refused
from tablescribe.ledger.tournaments.tournament_store import read_people
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
        ("share 7k2", "Did you mean: tablescribe replay 7k2 --html replay.html"),
        ("check final.bundle", "Did you mean verify or audit?"),
        ("create chess Ada Ben", "Did you mean new?"), ("showw", "Did you mean show?"),
        ("xyzzy", "no command 'xyzzy'."),
        ("tournament create open.yaml", "Did you mean new or announce?"),
        ("change 7k2", "Did you mean correct or describe?"),
        ("end 7k2", "Did you mean close?"), ("resign 7k2", "Did you mean move?"),
        ("pair", "Did you mean: tablescribe tournament pair"),
        ("tournament next last", "Did you mean pair?"),
        ("tournament round last", "Did you mean pair?"), ("tournament join last Ada", "Did you mean enter?"),
        ("tournament par last", "Did you mean pair?"), ("most wins", "Did you mean stats?"),
        ("tournament undo last", "Did you mean correct or return?"), ("best", "Did you mean stats or ratings?"),
        ("restore gone.db", "does not exist.\n"), ("tournament leaderboard", "Did you mean standings?"),
    ],
)  # fmt: skip
def test_a_command_that_is_guessed_leads_to_the_one_that_is_meant(run: Run, line: str, says: str) -> None:
    assert says in run(*line.split(), code=2).output


STRANGER = [
    ("chess Anna Ben", "tablescribe play --new chess Anna Ben"),
    ("record chess", "tablescribe play --new chess Ada Ben"),
    ("record chess Anna Ben", "tablescribe play --new chess Anna Ben"),
    ("log chess", "tablescribe play --new chess Ada Ben"), ("record game.pgn", "tablescribe import game.pgn"),
    ("verify game.pgn", "tablescribe import game.pgn"), ("stats chess", "tablescribe stats --game chess"),
    ("stats Anna", "tablescribe stats --person Anna"), ("matches Anna", "tablescribe matches --person Anna"),
    ("matches --won Anna", "tablescribe stats --person Anna"), ("people Anna", "tablescribe stats --person Anna"),
    ("replay MATCH x.html", "tablescribe replay MATCH --html x.html"),
    ("replay MATCH --out x.html", "tablescribe replay MATCH --html x.html"),
    ("replay MATCH --html", "tablescribe replay MATCH --html replay.html"),
    ("replay MATCH --mp4 x.mp4", "tablescribe replay MATCH --gif x.gif"),
    ("export MATCH game.json", "tablescribe export MATCH -o game.json"),
    ("export MATCH", "tablescribe export MATCH -o MATCH.json"),
    ("export MATCH game2.pgn", "tablescribe export --pgn MATCH -o game2.pgn"),
    ("export MATCH --html", "tablescribe replay MATCH --html replay.html"),
    ("bundle MATCH y.bundle", "tablescribe bundle MATCH -o y.bundle"),
    ("bundle MATCH", "tablescribe bundle MATCH -o MATCH.bundle"),
    ("bundle verify x.bundle", "tablescribe verify x.bundle"), ("audit x.bundle", "tablescribe verify x.bundle"),
    ("show x.bundle", "tablescribe verify x.bundle"), ("log x.bundle", "tablescribe verify x.bundle"),
    ("replay x.bundle", "tablescribe verify x.bundle"),
    ("correct MATCH Ben", 'tablescribe correct MATCH --won Ben --because \'the wrong winner was entered\''),
    ("correct MATCH Anna 0 Ben 1",
     "tablescribe correct MATCH Anna 0 Ben 1 --because 'the wrong winner was entered'"),
    ("correct MATCH --won Ben", "tablescribe correct MATCH --won Ben --because 'the wrong winner was entered'"),
    ("result Catan Ann 10 Ben 7", "tablescribe result Catan Ann 10 Ben 7 --won Ann"),
    ("result chess Anna Ben", "tablescribe result chess Anna Ben --won Anna"),
    ("tournament announce open.yaml", "tablescribe tournament new open --game chess --rounds 3 Ada Ben"),
]  # fmt: skip
"""Lines typed by a newcomer, each with the suggested line."""


@pytest.mark.parametrize(("line", "meant"), STRANGER)
def test_a_refused_line_names_one_that_works(
    run: Run, ask: Ask, line: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    Path("game.pgn").write_text(PGN.replace("Ann O", "Anna"))
    match = ask("import", "game.pgn")["match"]
    run("bundle", match, "-o", "x.bundle")
    done = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "data" / "ledger.db"), *_words(line, match)])
    assert done.exit_code != 0
    offered = meant.replace("MATCH", match)
    assert offered in " ".join(done.output.split()), done.output
    run(*shlex.split(offered)[1:])


def _words(line: str, match: str) -> list[str]:
    return [word.replace("MATCH", match) for word in line.split()]


@pytest.mark.parametrize(
    "line",
    ["new Chess Anna Ben", "new CHESS Anna Ben", "play chess Anna Ben", "play --new Chess Anna Ben",
     "result chess Anna Ben 1-0", "result chess Anna Ben draw", "result chess Anna Ben 1/2-1/2",
     "tournament new Night --game Chess Anna Ben"],
)  # fmt: skip
def test_what_is_unmistakable_is_done_at_once(run: Run, line: str) -> None:
    run(*line.split())


def test_a_score_says_who_won(ask: Ask) -> None:
    assert ask("result", "chess", "Anna", "Ben", "1-0")["winners"] == [1]
    match = ask("result", "chess", "Anna", "Ben", "0-1")["id"]
    assert ask("correct", match, "1-0", "--because", "typed wrongly")["winners"] == [1]
    assert ask("correct", match, "--draw", "--because", "it was one")["winners"] == []


def test_points_that_leave_the_winner_behind_are_pointed_out(run: Run, ask: Ask) -> None:
    match = ask("result", "Catan", "Anna", "10", "Ben", "7", "--won", "Anna")["id"]
    said = run("correct", match, "Anna", "7", "Ben", "10", "--because", "swapped").output
    assert f"tablescribe correct {match} --won Ben --because" in said
    run("correct", match, "--won", "Ben", "--because", "swapped")
    assert "winner was kept" not in run("correct", match, "Anna", "6", "Ben", "10", "--because", "again").output


def test_a_game_by_result_and_by_moves_is_one_game_in_the_statistics(run: Run, ask: Ask) -> None:
    ask("result", "chess", "Anna", "Ben", "1-0")
    match = ask("new", "chess", "Anna", "Ben")["id"]
    run("move", match, "resign")
    run("close", match)
    games = ask("stats")["games"]
    assert [(one["game"], one["title"], one["matches"]) for one in games] == [("chess", "Chess", 2)]


def test_moves_are_written_as_on_a_score_sheet_one_at_a_time(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Anna", "Ben")["id"]
    run("move", match, "1.e4")
    run("move", match, "1...", "e5")
    said = run("move", match, "Nf3", "Nc6", code=2).output
    assert f"one action at a time: tablescribe move {match} Nf3" in said
    run("move", match, "2.", "Nf3")


def test_the_latest_match_is_named_where_somebody_says_last(run: Run, ask: Ask) -> None:
    match = ask("result", "chess", "Anna", "Ben", "1-0")["id"]
    assert f"Match {match} of Chess (Anna, Ben), the latest match:" in run("show", "last").output


def test_a_match_that_is_not_over_says_how_to_abandon_it(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Anna", "Ben")["id"]
    assert "--abandoned" in run("close", match, code=3).output


def test_without_a_ledger_the_answer_begins_one(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "none.db"), "log", "chess"])
    assert "tablescribe play --new chess Ada Ben" in done.output


def test_a_round_for_twelve_takes_three_lines(run: Run, ask: Ask) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]
    assert "tournament pair last" in run("tournament", "new", "Club night", "--game", "chess", *names).output
    assert "pair it first" in run("tournament", "start", "last", code=3).output
    assert len(ask("tournament", "pair", "last")["tables"]) == 6
    assert "is a number" in run("tournament", "enter", "last", "12", code=2).output
    assert ask("tournament", "show") == ask("tournament", "show", "last"), "without a name it is the latest"
    assert "Anna" in run("tournament", "standings").output
    assert "5 tables have not reported: 2, 3, 4, 5, 6." in _after_one_result(run)


@pytest.mark.parametrize(
    ("line", "entered"),
    [("Anna, Ben, Cleo", {"Anna": None, "Ben": None, "Cleo": None}), ("Anna\nBen,1500", {"Anna": None, "Ben": 1500})],
)  # fmt: skip
def test_names_may_share_a_line(line: str, entered: dict[str, int | None]) -> None:
    assert read_people(line) == entered


@pytest.mark.parametrize(
    ("line", "why"),
    [("Kranz, Ilse", "one name per line"), ("Kranz, Ilse, 1500", "one name per line"),
     ("Ada, Ben, Ada", "Ada is listed twice")],
)  # fmt: skip
def test_a_line_that_can_be_read_two_ways_is_refused(line: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_people(line)


def _after_one_result(run: Run) -> str:
    run("tournament", "report", "last", "1", "1-0")
    return run("tournament", "pair", "last", code=3).output


def test_the_front_page_shows_a_result_that_can_be_recorded(run: Run) -> None:
    (shown,) = re.findall(r"^ {4}tablescribe (result .*?) {2,}", run("--help").output, re.M)
    run(*shlex.split(shown))


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
        ("Game,Ann,Ben\nCatan,10,7\n", "then run it again with --yes"), ("hello", "not a Tablescribe match file"),
        ('{"format": "another"}', "not a Tablescribe match file"),
    ],
)  # fmt: skip
def test_import_says_which_command_takes_a_file(run: Run, tmp_path: Path, contents: str, says: str) -> None:
    file = tmp_path / "file"
    file.write_text(contents)
    done = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "l.db"), "import", str(file)])
    assert done.exit_code != 0
    assert says in done.output


def test_import_records_what_it_recognises(run: Run, ask: Ask, tmp_path: Path) -> None:
    assert ask("import", str(TESTS / "cli" / "BGStatsExport.json"), code=6)["new"] > 0
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


def completed(ledger: str, *lines: str) -> list[list[str]]:
    """Return Bash's completions of the last word of each line, as they are inserted."""
    script = 'eval "$(tablescribe completion bash)"\n' + "".join(
        f"COMPREPLY=(); COMP_WORDS=(tablescribe {line}); COMP_CWORD={len(line.split())}\n"
        '_tablescribe_completion tablescribe; printf "%s\\n" "${COMPREPLY[@]}" --\n'
        for line in lines
    )
    found = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "TABLESCRIBE_LEDGER": ledger}
    done = subprocess.run(["bash", "-c", script], env=os.environ | found, capture_output=True, text=True, timeout=600)
    return [said.splitlines() for said in done.stdout.split("--\n")[:-1]]


def test_bash_completes_people_with_blanks_quoted_and_templates(ask: Ask, ledger: str) -> None:
    ask("result", "Azul", "Anna Müller", "61", "Ben", "48", "--won", "Ben")
    lines = ("result Azul An", "people merge An", "new freeform An", "new freeform Ann --template r")
    assert completed(ledger, *lines) == [[r"Anna\ Müller"], [r"Anna\ Müller"], [r"Anna\ Müller"], ["resources"]]
