"""First guesses of a second newcomer work, or the answer suggests a line that does."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches import opening
from tests.cli.conftest import Run

Ask = Callable[..., Any]


# --- which match --------------------------------------------------------------------------------


def test_the_latest_match_is_called_last(run: Run, ask: Ask) -> None:
    match = ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann")["id"]
    shown = run("show", "last")
    assert f"Match {match} of Catan (Ann, Ben), the latest match:" in shown.output
    assert ask("correct", "last", "--won", "Ben", "--because", "mistyped")["winners"] == [2]
    assert run("log", "last").stdout == run("log", match).stdout


@pytest.mark.parametrize("spelt", [str.upper, lambda word: word.replace("0", "O").replace("1", "l")])
def test_an_id_is_read_as_it_is_copied_by_hand(run: Run, ask: Ask, spelt: Callable[[str], str]) -> None:
    match = next(one for one in _matches(ask) if set(one) & set("01"))
    assert run("show", spelt(match)).stdout == run("show", match).stdout


def test_an_id_whose_digits_were_all_read_as_letters_is_read(
    run: Run, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "new_id", lambda: "r0ryzfgmphgx")
    match = ask("new", "chess", "Ann", "Ben")["id"]
    assert run("show", "rOryzfgmphgx").stdout == run("show", match).stdout
    assert "there is no match Alessandrina" in run("show", "Alessandrina", code=2).output


def test_an_id_without_a_digit_is_an_id_in_a_guess_too(run: Run, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by chance: 1 id in 90 has no digit, and `close` with it was taken for a line with a name."""
    monkeypatch.setattr(opening, "new_id", lambda: "fgkyrgtahjqg")
    match = ask("new", "chess", "Ann", "Ben")["id"]
    assert f"tablescribe close {match} --abandoned" in run("close", match, code=3).output
    assert f"Did you mean: tablescribe audit {match}" in run("verify", match, code=5).output


def _matches(ask: Ask) -> Any:
    while True:
        yield ask("new", "chess", "Ann", "Ben")["id"]


def test_an_id_with_a_wrong_sign_leads_to_the_one_that_is_like_it(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    wrong = match[:5] + ("7" if match[5] != "7" else "9") + match[6:]
    said = run("show", wrong, code=2).output
    assert f"Did you mean: tablescribe show {match}" in " ".join(said.split())
    assert "Did you mean" not in run("show", "zzzzzzzzzzzz", code=2).output


def test_a_game_in_place_of_a_match_names_its_latest_match(run: Run, ask: Ask) -> None:
    match = ask("result", "Ticket to Ride", "Ann", "88", "Ben", "70", "--won", "Ann")["id"]
    chess = ask("new", "chess", "Ann", "Ben")["id"]
    assert f"Its latest match is {match}." in run("show", "Ticket to Ride", code=2).output
    said = run("replay", "chess", "--html", "x.html", code=2).output
    assert f"Its latest match is {chess}." in said
    assert "tablescribe play --new chess Ada Ben" in said


def test_a_move_of_one_word_is_of_the_last_open_match(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    assert f"Match {match} of Chess (Ann, Ben), the last open match:" in run("move", "e4").output
    run("move", "last", "Sf6")
    assert ask("show", match)["version"] == 3
    assert "Missing argument 'ACTION...'" in run("move", match, code=2).output
    assert "there is no match roll" in run("move", "roll", "4", "3", code=2).output


@pytest.mark.parametrize(("word", "id_"), [("e4", "e4abcdefghjk"), ("Nf3", "nf3abcdefghj")])
def test_a_move_of_a_few_signs_is_never_the_beginning_of_an_id(
    run: Run, ask: Ask, monkeypatch: pytest.MonkeyPatch, word: str, id_: str
) -> None:
    monkeypatch.setattr(opening, "new_id", lambda: id_)
    match = ask("new", "chess", "Ann", "Ben")["id"]
    run("move", word)
    assert ask("show", match)["version"] == 2


@pytest.mark.parametrize("words", [("MATCH", "2"), ("2",), ("last", "2"), ("MATCH", "--steps", "2")])
def test_two_moves_are_taken_back(run: Run, ask: Ask, words: tuple[str, ...]) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    for word in ("e4", "e5", "Nf3"):
        run("move", match, word)
    assert "Taken back to move 1." in run("undo", *(word.replace("MATCH", match) for word in words)).output


def test_a_short_number_is_never_the_beginning_of_an_id(run: Run, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(opening, "new_id", lambda: "2abcdefghjkm")
        older = ask("new", "chess", "Ann", "Ben")["id"]
    assert older == "2abcdefghjkm"
    match = ask("new", "chess", "Cleo", "Dan")["id"]
    for word in ("e4", "e5", "Nf3"):
        run("move", match, word)
    assert "Taken back to move 1." in run("undo", "2").output
    assert ask("show", older)["version"] == 1


def test_without_a_match_the_last_one_is_closed_and_replayed(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    run("move", "resign")
    assert f"Match {match} closed" in " ".join(run("close").output.split())
    assert f"Match {match} of Chess (Ann, Ben), the latest match:" in run("replay", "--plain").output


# --- lines --------------------------------------------------------------------------------------

GUESSED = [
    ("undo MATCH --moves 1", "tablescribe undo MATCH --steps 1"),
    ("result Catan Ann 10 Ben 7 --won Ann --date yesterday",
     "tablescribe result Catan Ann 10 Ben 7 --won Ann --played yesterday"),
    ("matches --person Ann --from 2026-10-01 --to 2026-10-31",
     "tablescribe matches --person Ann --since 2026-10-01 --until 2026-10-31"),
    ("matches Ann --month october", "tablescribe matches --person Ann --month october"),
    ("export csv --person Ann", "tablescribe matches --person Ann --csv"),
    ("export --person Ann --csv", "tablescribe matches --person Ann --csv"),
    ("export all", "tablescribe bundle --all -o all.bundle"),
    ("log catan Ann 10 Ben 7", "tablescribe result catan Ann 10 Ben 7"),
    ("verify MATCH", "tablescribe audit MATCH"), ("verify copy.db", "tablescribe --ledger copy.db verify"),
    ("verify final.bundle", "tablescribe bundle last -o final.bundle"),
    ("restore copy.db", "tablescribe restore copy.db --to NEW.db"),
    ("replay --html", "tablescribe replay last --html replay.html"),
    ("import chess game.pgn", "tablescribe import game.pgn"), ("import pgn game.pgn", "tablescribe import game.pgn"),
    ("standings", "tablescribe tournament standings"), ("pair last", "tablescribe tournament pair last"),
    ("tournament report 1 1-0", "tablescribe tournament report last 1 1-0"),
    ("tournament enter Hal", "tablescribe tournament enter last Hal"),
    ("tournament withdraw Ben", "tablescribe tournament withdraw last Ben"),
]  # fmt: skip
"""Typed lines, each with the suggested line."""

UNFINISHED = ("tablescribe result catan", "tablescribe --ledger NEW.db", "tablescribe tournament pair")
"""Suggested lines that need one more answer (who won, which key), or that are too early here."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a match of chess, a backup and a tournament, recorded once and copied; and the match."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "game.pgn").write_text("1. e4 e5 2. Sf3 Sc6")

    def run(*words: str) -> str:
        done = CliRunner().invoke(cli, ["--ledger", str(folder / "data" / "ledger.db"), *words])
        assert done.exit_code == 0, done.output
        return done.stdout

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLESCRIBE_KEYS", str(folder / "keys"))
        match = str(json.loads(run("new", "chess", "Ann", "Ben", "--json"))["id"])
        run("move", match, "e4")
        run("backup", str(folder / "copy.db"))
        run("tournament", "new", "Night", "--game", "chess", "Ann", "Ben", "Cleo", "Dan")
    return folder, match


@pytest.mark.parametrize(("line", "meant"), GUESSED)
def test_a_refused_line_names_the_one_that_was_meant(
    evening: tuple[Path, str], run: Run, line: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, match = evening
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    if "tournament" in line or line == "standings":
        run("tournament", "pair")
    ledger = str(tmp_path / "data" / "ledger.db")
    done = CliRunner().invoke(cli, ["--ledger", ledger, *(word.replace("MATCH", match) for word in line.split())])
    assert done.exit_code != 0
    offered = meant.replace("MATCH", match)
    assert offered in " ".join(done.output.split()), done.output
    if not offered.startswith(UNFINISHED):
        words = shlex.split(offered)[1:]
        again = CliRunner().invoke(cli, words if words[0] == "--ledger" else ["--ledger", ledger, *words])
        assert again.exit_code in (0, 1), again.output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("win", "Did you mean stats or result?"), ("back", "Did you mean undo?"), ("copy", "Did you mean backup?"),
        ("abandon 7k2", "Did you mean close?"), ("why", "Did you mean rules or audit?"), ("gui", "Did you mean serve?"),
        ("photograph", "no command 'photograph'."), ("timestamp", "Did you mean stamp?"),
        ("tournament leave last Ben", "Did you mean withdraw?"),
        ("tournament print", "Did you mean slips or standings or pairings?"),
        ("tournament prize", "Did you mean prizes?"),
    ],
)  # fmt: skip
def test_a_word_for_a_command_leads_to_it(run: Run, line: str, says: str) -> None:
    assert says in run(*line.split(), code=2).output


@pytest.mark.parametrize(
    ("words", "people", "points"),
    [
        (("Ann=10,", "Ben=7,", "Cleo=6"), ["Ann", "Ben", "Cleo"], [10, 7, 6]),
        (("Ann:10", "Ben:-7"), ["Ann", "Ben"], [10, -7]),
        (("Ann Müller,", "Liam O'Brien"), ["Ann Müller", "Liam O'Brien"], []),
        (("Ann", "-", "Ben"), ["Ann", "Ben"], []), (("Kranz, Ilse", "Ben"), ["Kranz, Ilse", "Ben"], []),
    ],
)  # fmt: skip
def test_scores_are_read_as_people_write_them(words: tuple[str, ...], people: list[str], points: list[int]) -> None:
    from tablescribe.cli.table.result import read_people
    from tablescribe.cli.terminal.player_words import apart

    assert read_people(apart(words)) == (people, points)


@pytest.mark.parametrize("score", ["1:0", "0.5-0.5", "½:½"])
def test_a_score_is_written_with_a_colon_too(ask: Ask, score: str) -> None:
    assert ask("result", "chess", "Ann", "-", "Ben", score)["winners"] == ([1] if score == "1:0" else [])


def test_a_rule_is_found_by_its_number_alone(run: Run) -> None:
    assert run("rules", "ch-3.8.1").output == run("rules", "chess", "CH-3.8.1").output
    assert "no game 'XX-1'" in run("rules", "XX-1", code=2).output


def test_a_game_that_is_misspelt_with_its_players_is_named(run: Run) -> None:
    assert "Did you mean root?" in run("play", "rot", "Ann", "Ben", code=2).output


def test_somebody_who_comes_late_is_entered(run: Run) -> None:
    run("tournament", "new", "Night", "--game", "chess", "Ann", "Ben", "Cleo")
    run("tournament", "pair")
    run("tournament", "enter", "last", "Dan")
    assert "Dan" in run("tournament", "standings").output
