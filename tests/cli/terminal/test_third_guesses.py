"""First guesses of a third newcomer work, or the answer suggests a line that does."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablescribe.domain.games import GAMES, named
from tablescribe.domain.tournament.told_results import read_result
from tablescribe.domain.words.text import Text
from tablescribe.ledger.matches import opening
from tablescribe.ledger.matches.ids import ID_LENGTH, new_id
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tests.cli.conftest import Once, Run

Ask = Callable[..., Any]


# --- once more ------------------------------------------------------------------------------------


def test_a_rematch_is_of_the_latest_match_and_everybody_moves_on(run: Run, ask: Ask) -> None:
    first = ask("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1", "-o", "score_visibility=visible",
                "--clock", "90+30", "--event", "Club evening", "--round", "3", "--take-back", "own")["id"]  # fmt: skip
    again = ask("rematch", "--outcome", "1")
    assert (again["like"], again["seats"]) == (first, ["Cleo", "Ada", "Ben"])
    details = ask("matches")[0]
    assert (details["id"], details["event"], details["round"]) == (again["id"], "Club evening", "")
    recorded = [ask("log", one)[0]["words"] for one in (first, again["id"])]
    assert recorded[0] == recorded[1], "options and who may take moves back"
    assert ask("clock", again["id"])["clock"]["control"] == ask("clock", first)["clock"]["control"]
    assert ask("rematch", first, "--same-seats", "--outcome", "1")["seats"] == ["Ada", "Ben", "Cleo"]


def test_a_rematch_of_a_result_is_a_match_of_that_game_today(run: Run, ask: Ask) -> None:
    ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann", "--played", "2020-01-02", "--minutes", "60")
    match = ask("rematch", "last", "Catan")["id"]
    listed = ask("matches")[0]
    assert (listed["id"], listed["title"], listed["entered"], listed["state"]) == (match, "Catan", "", "open")


def test_an_automaton_stays_in_its_seat(ask: Ask) -> None:
    ask("new", "expeditions", "Ada", "Automa", "--chance", "sealed")
    assert ask("rematch")["seats"] == ["Ada", "Automa"]


def test_decks_go_with_their_people(ask: Ask) -> None:
    from tablescribe.ledger.matches.rematches import options_of

    options = {"decks": "of Ada\n---\nof Ben", "level": 2, "follows": "abc"}
    former = SimpleNamespace(opened=SimpleNamespace(options=options))
    assert options_of(former, [2, 1]) == {"decks": "of Ben\n---\nof Ada", "level": 2}  # type: ignore[arg-type]


# --- which match ----------------------------------------------------------------------------------


@pytest.fixture
def matches(ask: Ask, once: Once) -> dict[str, str]:
    return once(lambda: _matches(ask))


def _matches(ask: Ask) -> dict[str, str]:
    found = {"chess": ask("new", "chess", "Ann", "Ben")["id"]}
    found["catan"] = ask("result", "Ticket to Ride", "Ben", "10", "Cleo", "7", "--won", "Ben")["id"]
    found["morris"] = ask("new", "morris", "Ann", "Cleo")["id"]
    return found


@pytest.mark.parametrize(
    ("words", "which"),
    [("show last chess", "chess"), ("show last Schach", "chess"), ("log last Ben", "catan"),
     ("log last cleo", "morris"),
     ("show last Ticket to Ride", "catan"), ("audit last chess", "chess"), ("show last chess Ann --at 0", "chess"),
     ("replay last Ben --plain", "catan"), ("move last chess e4", "chess"), ("legal last morris", "morris")],
)  # fmt: skip
def test_last_with_a_game_or_a_person_is_their_last_match(
    run: Run, matches: dict[str, str], words: str, which: str
) -> None:
    assert f"Match {matches[which]} of " in run(*words.split()).stderr


def test_a_number_behind_the_game_is_not_part_of_its_name(run: Run, ask: Ask, matches: dict[str, str]) -> None:
    for word in ("e4", "e5", "Nf3"):
        run("move", matches["chess"], word)
    assert "Taken back to move 1." in run("undo", "last", "chess", "2").output


def test_the_last_match_of_a_person_is_played_on(run: Run, matches: dict[str, str]) -> None:
    said = run("play", "last", "chess", stdin="e4\n")
    assert f"Match {matches['chess']} of Chess (Ann, Ben), the latest of chess:" in said.stderr


def test_a_file_behind_the_match_is_no_person(run: Run, matches: dict[str, str]) -> None:
    said = " ".join(run("replay", "last", "game.html", code=2).output.split())
    assert "Did you mean: tablescribe replay last --html game.html" in said


@pytest.mark.parametrize(
    ("line", "meant"),
    [("rematch Ben", "rematch last Ben"), ("correct last draw", "correct last --nobody --because"),
     ("restore copy.db new.db", "restore copy.db --to new.db"), ("matches last month", "matches --month 'last month'"),
     ("matches last week", "matches --since '7 days ago'"),
     ("tournament report last table 1 1-0", "report last 1 1-0")],
)  # fmt: skip
def test_a_line_that_is_refused_names_the_one_that_works(
    run: Run, matches: dict[str, str], line: str, meant: str
) -> None:
    run("tournament", "new", "Night", "chess", "Ann", "Ben")
    run("tournament", "pair")
    said = " ".join(run(*line.split(), code=2).output.split())
    assert f"Did you mean: tablescribe {meant}" in said.replace("tablescribe tournament report", "tablescribe report")


def test_a_list_is_of_matches(run: Run) -> None:
    assert "Did you mean matches?" in run("list", code=2).output


def test_nobody_has_a_last_match(run: Run, matches: dict[str, str]) -> None:
    assert "no match of Zoe is recorded" in run("show", "last", "Zoe", code=2).output


def test_short_words_are_actions_and_longer_ones_may_be_matches(
    run: Run, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(opening, "new_id", lambda: "e4bcdefghjkm")
        older = ask("new", "chess", "Ann", "Ben")["id"]
    assert older == "e4bcdefghjkm"
    match = ask("new", "chess", "Cleo", "Dan")["id"]
    run("move", "e4")
    assert (ask("show", match)["version"], ask("show", older)["version"]) == (2, 1)
    assert "Missing argument" in run("move", "e4bcd", code=2).output
    assert "is match e4bcdefghjkm. Add the text" in run("note", "e4b", code=2).output
    assert "enter one match" in run("play", "e4b", "Ben", code=2).output


def test_ids_have_one_length() -> None:
    assert len(new_id()) == ID_LENGTH


# --- games in four languages ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_known_by_its_title_in_every_language(key: str, language: str) -> None:
    assert named(Reader(None, language).tell(Text(GAMES[key]))) == key


@pytest.mark.parametrize("word", ["Schach", "scacchi", "XADREZ", "chess"])
def test_a_game_in_another_language_is_the_one_with_rules(ask: Ask, word: str) -> None:
    assert ask("new", word, "Ann", "Ben")["game"] == "chess"
    assert ask("result", word, "Ann", "Ben", "1-0")["title"] == "Chess"
    assert len(ask("matches", "--game", word)) == 2
    assert ask("rules", word)["title"] == "Chess"


# --- tournaments ----------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["draw", "Tie", "1/2", "½-½", "remis", "unentschieden", "patta", "empate"])
def test_a_draw_is_reported_by_its_word(run: Run, ask: Ask, word: str) -> None:
    run("tournament", "new", "Night", "chess", "Ann", "Ben")
    run("tournament", "pair")
    assert ask("tournament", "report", "last", "1", word)["tables"][0]["places"] == [1, 1]


def test_words_for_a_draw_are_no_names_and_names_win() -> None:
    assert read_result("draw", ["Ann", "Ben", "Cleo"]).places == (1, 1, 1)
    assert read_result("Draw", ["Ann", "Draw"]).places == (2, 1)
    assert read_result("Ben wins", ["Ann", "Ben"]).places == (2, 1)
    assert read_result("Ben Wins", ["Ann", "Ben Wins"]).places == (2, 1)


def test_a_tournament_takes_its_game_behind_its_title_or_as_its_title(run: Run, ask: Ask) -> None:
    named_ = ask("tournament", "new", "Club night", "Schach", "Ada", "Ben", "Cleo", "Dan")
    assert ask("tournament", "new", "chess", "Ada", "Ben", "Cleo")["entered"] == 3
    assert named_["entered"] == 4
    assert [one["title"] for one in ask("tournament", "list")] == ["Club night", "Chess"]
    said = run("tournament", "new", "Club night", "Ada", "Ben", code=2).output
    assert "tablescribe tournament new 'Club night' --game chess Ada Ben" in " ".join(said.split())


def test_commas_between_people_are_no_part_of_their_names(run: Run, ask: Ask) -> None:
    ask("tournament", "new", "Night", "chess", "Ann,", "Ben")
    entered = ask("tournament", "enter", "last", "Cleo,", "Dan")["entered"]
    assert [one["name"] for one in entered] == ["Cleo", "Dan"]
    assert "Ann is number 1." in run("tournament", "show").output


def test_a_tournament_is_named_by_its_title_or_how_that_begins(run: Run, ask: Ask) -> None:
    night = ask("tournament", "new", "Night", "--game", "chess", "Ann", "Ben")["tournament"]
    nightly = ask("tournament", "new", "Nightly Open", "--game", "chess", "Cleo", "Dan")["tournament"]
    assert "Ann" in run("tournament", "pair", "NIGHT").output
    assert "Cleo" in run("tournament", "pair", "nightly").output
    assert ask("tournament", "report", "nightly o", "1", "1-0")["round"] == 1
    said = run("tournament", "standings", "nig", code=2).output
    assert night in said
    assert nightly in said
    assert "there is no tournament" in run("tournament", "standings", "day", code=2).output


# --- likely duplicates ----------------------------------------------------------------------------


def test_two_games_of_one_evening_are_no_duplicates(run: Run, ask: Ask) -> None:
    def played(*words: str) -> Any:
        match = ask("new", "chess", "Ann", "Ben")["id"]
        for word in words:
            run("move", match, word)
        return ask("close", match)["duplicates"]

    assert played("e4", "e5", "resign") == []
    assert played("e4", "e5", "Nf3", "resign") == [], "somebody else won"
    assert played("e4", "e5", "Nf3", "Nc6", "resign") == [], "another number of moves"
    assert len(played("e4", "e5", "Nf3", "Nc6", "resign")) == 1
    assert len(ask("matches", "--duplicates")) == 2, "the two of the last pair"


def test_two_results_with_other_winners_are_no_duplicates(ask: Ask) -> None:
    assert ask("result", "Chess", "Ann", "Ben", "1-0")["duplicates"] == []
    assert ask("result", "Chess", "Ann", "Ben", "0-1")["duplicates"] == []
    assert len(ask("result", "Chess", "Ann", "Ben", "1-0")["duplicates"]) == 1


def test_the_list_of_commands_says_what_a_rematch_is(run: Run, tmp_path: Path) -> None:
    assert "Open another match like one before." in run("--help").output


def test_who_withdrew_and_is_entered_again_is_returned(run: Run, ask: Ask) -> None:
    ask("tournament", "new", "Night", "chess", "Ann", "Ben", "Cleo", "Dan")
    run("tournament", "withdraw", "last", "Ben")
    said = " ".join(run("tournament", "enter", "last", "Ben", code=3).output.split())
    assert "Ben withdrew after round 0" in said
    line = shlex.split(said.partition("or run ")[2])[1:]
    assert "Ben plays on from round 1." in run(*line).output


# --- what cannot be read is told in the reader's language -------------------------------------------

REFUSED = [
    ("undo x y", "Ungültiger Wert für '[N]': 'y' ist keine ganze Zahl im erlaubten Bereich"),
    ("show a b c", "Unerwartete weitere Argumente (b c)"),
    ("matches --nonsense", "Die Option '--nonsense' gibt es nicht"),
    ("new chess A B --chance foo", "'foo' ist nicht in dieser Auswahl: 'table', 'open', 'sealed'"),
    ("move", "Das Argument '[MATCH]' fehlt"), ("shwo", "Den Befehl 'shwo' gibt es nicht. Ist show gemeint?"),
    ("history", "Ist log, replay gemeint?"), ("matches --lim 3", "Die Option '--lim' gibt es nicht"),
    ("tournament pairr", "Den Befehl 'pairr' gibt es nicht"), ("--nonsense", "Die Option '--nonsense' gibt es nicht"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "says"), REFUSED)
def test_a_line_that_cannot_be_read_is_refused_in_german(
    run: Run, monkeypatch: pytest.MonkeyPatch, line: str, says: str
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    said = " ".join(run(*line.split(), code=2).output.split())
    assert says in said
    for english in ("Usage:", "Error:", "Try ", "Invalid", "Missing", "No such", "Did you mean"):
        assert english not in said


@pytest.mark.parametrize(
    ("language", "says"), [("it", "Errore:"), ("pt", "Erro:"), ("de", "Fehler:"), ("en", "Error:")]
)
def test_the_language_of_the_line_counts_for_its_errors(run: Run, language: str, says: str) -> None:
    assert says in run("matches", "--nonsense", "--language", language, code=2).output


@pytest.mark.parametrize(("language", "says"), [("de", "vollständig"), ("it", "completo"), ("pt", "completo")])
def test_the_doctor_speaks_the_readers_language(run: Run, ask: Ask, language: str, says: str) -> None:
    ask("new", "chess", "Ann", "Ben")
    said = run("doctor", "--language", language).output
    assert says in said
    for english in ("guards", "append-only", "are free", "no checkpoint", "seats have"):
        assert english not in said
    assert ask("doctor")["found"][0]["words"] == "complete"
