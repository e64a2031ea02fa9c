"""First guesses of a fourth newcomer: nothing unintended is recorded, and a working line is suggested."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Run

Ask = Callable[..., Any]


# --- players ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Catan Ann Ben --won Ann yesterday", "Catan Ann Ben --won Ann --played yesterday"),
        ("Catan Ann 10 Ben 7 gestern --won Ann", "Catan Ann 10 Ben 7 --won Ann --played gestern"),
        ("Catan Ann beat Ben", "Catan Ann Ben --won Ann"),
        ("Ann beat Ben at chess", "chess Ann Ben --won Ann"),
        ("Catan Ann 10 Ben 7 won Ann", "Catan Ann 10 Ben 7 --won Ann"),
        ("Catan Ann 10 Ben 7 Ann won", "Catan Ann 10 Ben 7 --won Ann"),
        ("Catan Ann Ben Cleo draw", "Catan Ann Ben Cleo --draw"),
        ("Catan Ann 10 Ben 10 --tie", "Catan Ann 10 Ben 10 --draw"),
        ("Catan Ann 10 Ben 7 –won Ann", "Catan Ann 10 Ben 7 --won Ann"),
        ("Catan Ann 10 Ben 7 —won Ann", "Catan Ann 10 Ben 7 --won Ann"),
        ("Catan Ann 10 Ben 7 -won Ann", "Catan Ann 10 Ben 7 --won Ann"),
        ("Catan Ann 10 Ben 10 --won Ann Ben", "Catan Ann 10 Ben 10 --won Ann --won Ben"),
        ("Catan Ann 10 Ben 7 Cleo Dan 5 --won Ann", "Catan Ann Ben Cleo Dan --won Ann"),
        ("Catan Ann 10 Ben ? --won Ann", "Catan Ann Ben --won Ann"),
        ("Ticket to Ride Ann 50 Ben 40 --won Ann", "'Ticket to Ride' Ann 50 Ben 40 --won Ann"),
        ("7 Wonders Ann 50 Ben 40 --won Ann", "'7 Wonders' Ann 50 Ben 40 --won Ann"),
        ("Catan “Ann Maria” 10 Ben 7 --won Ben", "Catan 'Ann Maria' 10 Ben 7 --won Ben"),
    ],
)  # fmt: skip
def test_words_that_are_no_players_are_refused_with_the_line_that_was_meant(
    run: Run, ask: Ask, line: str, meant: str
) -> None:
    said = " ".join(run("result", *line.split(), code=2).output.split())
    assert said.endswith(f"Did you mean: tablescribe result {meant}"), said
    run("result", *shlex.split(meant))
    assert len(ask("matches")) == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ticket to Ride Ann Ben --won Ann", "`to` is not a player"), ("Catan Ann ? Ben ? --won Ann", "`?` is not"),
        ("Catan winner Ann loser Ben", "`winner` is not a player. Say who won with --won NAME, or --draw"),
        ("Catan Ann 10.5 Ben 7 --won Ann", "10.5 is not a whole number"),
        ("Catan Ann 10,5 Ben 7 --won Ann", "10,5 is not a whole number"),
        ("Catan „Ann Ben --won Ben", "has a curly quotation mark"),
    ],
)  # fmt: skip
def test_nobody_is_called_so(run: Run, ask: Ask, line: str, says: str) -> None:
    assert says in " ".join(run("result", *line.split(), code=2).output.split())
    run("result", "Catan", "Ann", "Ben", "--won", "Ann")
    assert ask("matches")[0]["seats"] == ["Ann", "Ben"]
    assert len(ask("matches")) == 1


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("result Catan Ann and Ben --won Ann", ["Ann", "Ben"]),
        ("result Catan “Ann” 10 “Ben” 7 --won “Ann”", ["Ann", "Ben"]),
        ("result Catan Ann, Ben, Cleo --won Ann,Ben", ["Ann", "Ben", "Cleo"]),
        ("result Catan Win Today Jones’ --won Win", ["Win", "Today", "Jones’"]),
        ("new chess Ann, Ben", ["Ann", "Ben"]), ("new chess Ann vs Ben", ["Ann", "Ben"]),
    ],
)  # fmt: skip
def test_names_are_read_without_what_stands_between_them(run: Run, ask: Ask, line: str, players: list[str]) -> None:
    run(*line.split())
    assert ask("matches")[0]["seats"] == players


def test_a_correction_reads_names_as_a_result_does(run: Run, ask: Ask) -> None:
    ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann")
    done = ask("correct", "last", "Ann", "8,", "Ben=8", "--won", "Ann,Ben", "--because", "misread")
    assert (done["scores"], done["winners"]) == ([8, 8], [1, 2])


# --- finding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("stats Catan", "stats --game Catan"), ("stats catan this month", "stats --game Catan --month 'this month'"),
        ("stats Catan Ann", "stats --person Ann --game Catan"),
        ("stats Ann vs Ben", "stats --person Ann --against Ben"),
        ("stats Ann Ben", "stats --person Ann --against Ben"),
        ("stats Anna Maria Ben", "stats --person 'Anna Maria' --against Ben"),
        ("stats --player Ann --vs Ben", "stats --person Ann --against Ben"),
        ("stats --game Catan --month", "stats --game Catan --month 'this month'"),
        ("stats Catan --since 2026-11-01", "stats --game Catan --since 2026-11-01"),
        ("matches Catan", "matches --game Catan"), ("matches of Ann", "matches --person Ann"),
        ("matches yesterday", "matches --since yesterday --until yesterday"),
        ("matches november", "matches --month november"), ("matches last month", "matches --month 'last month'"),
        ("matches 2 weeks ago", "matches --since '2 weeks ago'"), ("matches May", "matches --person May"),
        ("games of Ada", "matches --person Ada"), ("ratings chess", "ratings --game chess"),
        ("ratings Ann", "stats --person Ann"), ("yesterday", "matches --since yesterday --until yesterday"),
    ],
)  # fmt: skip
def test_a_game_a_person_and_a_time_are_told_apart(run: Run, ask: Ask, line: str, meant: str) -> None:
    ask("result", "Catan", "Ann", "10", "Anna Maria", "7", "--won", "Ann")
    ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann")
    for name in ("Ada", "May"):
        ask("result", "Azul", name, "Ben", "--won", "Ben")
    said = " ".join(run(*line.split(), code=2).output.split())
    assert said.endswith(f"Did you mean: tablescribe {meant}"), said
    run(*shlex.split(meant))


@pytest.mark.parametrize("line", ["matches Ann Ben", "stats 3", "stats Ann Ben Cleo"])
def test_what_cannot_be_told_apart_is_not_guessed(run: Run, ask: Ask, line: str) -> None:
    ask("result", "Catan", "Ann", "Ben", "--won", "Ann")
    assert "Did you mean" not in run(*line.split(), code=2).output


# --- other lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("void last because entered twice", "void last --because 'entered twice'"),
        ("describe last title Evening", "describe last --title Evening"),
        ("show last move 1", "show last --at 1"), ("show last 1", "show last --at 1"),
        ("show last --move 1", "show last --at 1"), ("show last --picture board.png", "show last --svg board.svg"),
        ("replay last --png board.png", "show last --svg board.svg"),
        ("replay last --pdf evening.pdf", "replay last --html evening.html"),
        ("note last great evening", "note last 'great evening'"), ("new Ada Ben chess", "new chess Ada Ben"),
        ("rules en passant", "rules chess en passant"), ("last", "show last"), ("version", "--version"),
        ("players", "people list"), ("persons", "people list"), ("tournaments", "tournament list"),
        ("Catan Ann 10 Ben 7 --won Ann", "result Catan Ann 10 Ben 7 --won Ann"),
        ("Ann beat Ben at chess", "result chess Ann Ben --won Ann"),
        ("people rename Ben to Benno", "people rename Ben Benno"),
    ],
)  # fmt: skip
def test_a_refused_line_names_the_one_that_works(
    run: Run, ask: Ask, line: str, meant: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann")
    said = " ".join(run(*line.split(), code=2).output.split())
    assert f"tablescribe {meant}" in said, said
    run(*shlex.split(meant))


def test_a_word_behind_last_is_no_reason_to_void_another_match(run: Run, ask: Ask) -> None:
    ask("result", "Catan", "Ann", "Ben", "--won", "Ann")
    ask("result", "Azul", "Cleo", "Dan", "--won", "Dan")
    assert "--because Ben" not in run("void", "last", "Ben", code=2).output


@pytest.mark.parametrize("words", ["-help", "-?", "/?"])
def test_help_is_asked_for_as_elsewhere(run: Run, words: str) -> None:
    assert run(words).output == run("--help").output
    assert run("stats", words).output == run("stats", "--help").output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("people delete Ben", "tablescribe people erase Ben"), ("tournament last", "tablescribe tournament show last"),
        ("tournament delete last", "Did you mean finish or withdraw?"),
        ("tournament close last", "Did you mean finish?"),
        ("tournament unwithdraw last Ben", "Did you mean return?"),
        ("tournament crosstable last", "Did you mean standings?"),
        ("tournament no-show last Ben", "tablescribe tournament report last TABLE --absent Ben"),
        ("tournament report last 1 no-show", "tablescribe tournament report last 1 --absent NAME"),
        ("tournament report last 1 -+", "tablescribe tournament report last 1 -- -+"),
        ("tournament report last 1 --forfeit Ben", "tablescribe tournament report last 1 --absent Ben"),
        ("password", "Did you mean serve?"), ("phone", "Did you mean serve?"), ("find Ann", "Did you mean matches?"),
        ("picture last", "Did you mean show?"), ("sync", "Did you mean backup or restore?"),
        ("match last", "Did you mean matches or show?"), ("ergebnis Catan", "Did you mean result?"),
    ],
)  # fmt: skip
def test_a_guessed_word_leads_to_what_does_it(run: Run, line: str, says: str) -> None:
    run("tournament", "new", "Night", "--game", "chess", "Ann", "Ben", "Cleo", "Dan")
    run("tournament", "pair")
    assert says in " ".join(run(*line.split(), code=2).output.split())


def test_the_first_at_a_table_is_reported_absent_and_corrected_for_a_reason(run: Run, ask: Ask) -> None:
    run("tournament", "new", "Night", "--game", "chess", "--rounds", "1", "Ann", "Ben", "Cleo", "Dan")
    run("tournament", "pair")
    assert "0-1, forfeit" in run("tournament", "report", "last", "1", "--", "-+").output
    run("tournament", "report", "last", "2", "draw")
    assert "½" in run("tournament", "finish", "last").output
    run("tournament", "correct", "last", "1", "2", "1-0", "--clause", "T-4", "--because", "misread")
    run("tournament", "correct", "last", "1", "1", "½", "--clause", "T-4", "--because", "both were there")
    assert "forfeit" not in run("tournament", "show", "last").output


# --- at the prompt ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("how does battle work?", "To look up a rule: `rules battle`"), ("legal", "Did you mean `?`?"),
        ("what is an ambush", "To look up a rule: `rules ambush`"), ("save", "Did you mean `quit`?"),
        ("resign", "Did you mean `close`?"), ("whose turn", "Did you mean `board`?"), ("help battle", "RO-4.3 "),
    ],
)  # fmt: skip
def test_a_question_and_a_word_of_other_programs_are_answered(run: Run, line: str, says: str) -> None:
    done = run("play", "--new", "root", "Ada", "Ben", stdin=f"{line}\n", code=0 if "help" in line else 2)
    assert says in " ".join(done.output.split())
    assert "recorded up to move 0" in done.output
