"""The command line in the language of the people at the table."""

import json
from pathlib import Path

import pytest

from tablescribe.cli.table.choosing import listed
from tablescribe.cli.table.matching import Choice, choices_of, narrow
from tablescribe.cli.terminal.language import of_environment
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.replays.reading.reader import Reader
from tests.cli.at_table import ATTACK, SUPPLY, Table
from tests.support import STAMP


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def typed(table: Table, language: str, *lines: str) -> str:
    done = table.run("play", table.id, "--language", language, typed="".join(f"{line}\n" for line in lines))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.output


# --- at the prompt ------------------------------------------------------------------------------


def test_a_german_session(table: Table) -> None:
    """A refusal with what would be legal, a question, what came of the answer, the log, a word that fits nothing."""
    shown = typed(table.record(*SUPPLY), "de", "Gelb: skip", "14 2 Kreis", "5", "17", "log", "purpur", "help")
    in_order = [
        "Ada (Blau), Ben (Gelb), Cleo (Rot)",
        "Enter zeigt, was erlaubt ist",
        "Nicht eingetragen: UP-9: am Zug ist Ada (Blau)",
        "erlaubte Aktionen: Ada (Blau) passt und zieht zwei Bewegungskarten",
        "`anyway` zeichnet es so auf",
        "(eine Figur wird neu gesetzt: Ada (Blau)): was? (eine leere Zeile bricht den Zug ab)",
        "   4  Ada (Blau) spielt Bewegungskarte 14",
        "Frost: Ada (Blau) +2",
        "`purpur` ist kein Wort dieses Spiels",
        "den letzten Zug zurücknehmen",
        "ist bis Zug 4 aufgezeichnet.",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, in_order[at.index(-1)]
    assert at == sorted(at)
    assert shown.count("   3  Cleo (Rot) spielt Bewegungskarte 23") == 2  # when it begins, and in the log
    assert table.match().table.number("score:1") == 2


@pytest.mark.parametrize(
    ("language", "words", "asked"),
    [
        ("en", ["skips"], "Cleo (red) may decide whether to play Defence: `decline`"),
        ("de", ["passt"], "Entscheidung von Cleo (Rot), ob Verteidigung gespielt wird: `decline`"),
        ("it", ["salta"], "Tocca a Cleo"),
        ("pt", ["passa"], "Cabe a Cleo"),
    ],
)
def test_typed_words_are_those_of_the_language_that_is_shown(
    table: Table, language: str, words: list[str], asked: str
) -> None:
    match = table.match()
    choices = choices_of(Reader(match.opening, language), {1: legal_actions(match.opening, match.table, 1)})
    assert [choice.in_full() for choice in narrow(choices, words)] == ["skip"]
    assert asked in typed(table.record(*ATTACK), language)


def test_no_and_yes_are_said_in_any_language(table: Table) -> None:
    assert "Nichts wurde zurückgenommen." in typed(table, "de", "2 Kreis", "undo", "nein")
    assert "Zurückgenommen bis Zug 0" in typed(table, "de", "undo", "ja")


# --- commands -----------------------------------------------------------------------------------


def test_commands_tell_a_match_in_the_language_that_is_asked_for(table: Table) -> None:
    assert "Mossa 1: Ada (Blu) salta" in table.run("move", table.id, "skip", "--language", "it").output
    assert "1  Ada (Blau) passt und zieht" in table.run("log", table.id, "--language", "de").output
    refused = table.run("move", table.id, "skip", "--seat", "1", "--language", "de")
    assert "Abgelehnt bei Zug 2: UP-9: am Zug ist Ben (Gelb)" in refused.output
    assert "Beispiele für erlaubte Aktionen:" in refused.output
    data = json.loads(table.run("log", table.id, "--language", "de", "--json").output)
    assert data[1]["type"] == "Played"
    assert data[1]["words"].startswith("Blau passt")
    assert "'xx' is none of en, de, it, pt" in table.run("log", table.id, "--language", "xx").output


def test_the_environment_asks_for_a_language_but_programs_read_english(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.record(SUPPLY[0])
    monkeypatch.setenv("LANGUAGE", "pt_PT:en")
    assert "Azul" in table.run("log", table.id).output
    assert "blue" in table.run("log", table.id, "--language", "en").output
    assert "blue plays" in json.loads(table.run("log", table.id, "--json").output)[1]["words"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "de_DE", "LANGUAGE": "fr:de"}, "en"),
        ({"LANGUAGE": "", "LANG": "pt"}, "pt"),
    ],
)
def test_the_first_language_of_the_environment_counts(environment: dict[str, str], language: str) -> None:
    assert of_environment(environment) == language


# --- what closing a window drew from a seal -----------------------------------------------------


@pytest.fixture
def attacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A sealed match, played until somebody attacks: closing the window redistributes pawns by cards of the seal."""
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(n))
    table = Table(tmp_path, chance="sealed", outcomes=(), options={"score_visibility": "visible"})
    with table.scribe() as scribe:
        for _ in range(60):
            match = scribe.match(table.id)
            if match.opening.game.window(match.table) is not None:
                return table
            (seat,) = match.to_act
            choices = choices_of(Reader(match.opening), {seat: legal_actions(match.opening, match.table, seat)})
            scribe.play(table.id, seat, _attacking(match, choices).action.data())
    raise AssertionError("nobody attacked")


def _attacking(match: Match, choices: list[Choice]) -> Choice:
    """Return a choice that opens a window, else one that moves a pawn, else the last there is."""
    for choice in choices:
        trial = match.copy()
        seed = bytes(32)
        played = trial.play(choice.seat, choice.action, trial.chance(seed=seed), STAMP)
        if played and trial.opening.game.window(trial.table) is not None:
            return choice
    return choices[-1]


def test_a_refusal_tells_what_stays_recorded(attacked: Table) -> None:
    """The attacker goes on out of turn: the window closes, and draws; the refusal hides nothing that was drawn."""
    before = attacked.match()
    attacker = before.moves[before.head]
    assert isinstance(attacker, Played)
    done = attacked.run("move", attacked.id, "skip", "--seat", str(attacker.seat))
    assert done.exit_code == 3
    assert "The window closed first; what it drew stays recorded:" in done.output
    assert f"Move {before.head + 1}: " in done.output
    assert "(no one responded)" in done.output
    assert f"Refused at move {before.head + 2}: UP-9" in done.output
    after = attacked.match()
    closing = after.moves[after.head]
    assert isinstance(closing, Played)
    assert (after.head, closing.implied, bool(closing.outcomes)) == (before.head + 1, True, True)
    assert attacked.run("audit", attacked.id).exit_code == 0


def test_the_json_twin_has_the_moves_that_stay_recorded(attacked: Table) -> None:
    before = attacked.match()
    attacker = before.moves[before.head]
    assert isinstance(attacker, Played)
    error = json.loads(attacked.run("move", attacked.id, "skip", "--seat", str(attacker.seat), "--json").output)[
        "error"
    ]
    assert [move["move"] for move in error["kept"]] == [before.head + 1]
    assert error["kept"][0]["outcomes"]
    assert (error["code"], error["move"]) == ("rule.broken", before.head + 2)


def test_at_the_prompt_the_window_is_closed_and_told_before_anything_is_refused(attacked: Table) -> None:
    before = attacked.match()
    attacker = before.moves[before.head]
    assert isinstance(attacker, Played)
    shown = attacked.play(f"{attacker.seat}: skip", "anyway")
    assert shown.find("does not defend") < shown.find("Not recorded: UP-9: it is")
    after = attacked.match()
    assert after.head == before.head + 2
    assert [one.rule for one in getattr(after.moves[after.head], "irregularities", ())] == ["UP-9"]


def test_a_mistyped_word_draws_nothing_from_the_seal(attacked: Table) -> None:
    before = attacked.match().version
    assert "`purple` is not a word of this game" in attacked.play("purple 3")
    assert attacked.match().version == before


# --- several seats at once ----------------------------------------------------------------------


def test_where_several_seats_are_asked_the_first_question_is_whose_choice_it_is(table: Table) -> None:
    match = table.match()
    reader = Reader(match.opening)
    skips = narrow(choices_of(reader, {n: legal_actions(match.opening, match.table, 1) for n in (1, 3)}), ["skip"])
    assert [(one.key, one.text) for one in listed(reader, skips)] == [
        ("1.", "blue skips and draws two movement cards"),
        ("2.", "red skips and draws two movement cards"),
    ]
