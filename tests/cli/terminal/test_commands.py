"""Every command, as people and programs use it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tablescribe.cli.main import COMMANDS, cli
from tablescribe.domain.games import GAMES
from tests.cli.conftest import Run, in_one_process

Ask = Callable[..., Any]
SUPPLY = [
    ("play_movement", "card=movement:2", "pawn=1", "at=2", "use=circle"),
    ("skip",),
    ("skip",),
    ("play_movement", "card=movement:14", "pawn=1", "at=2", "use=circle"),
]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_example(name: str, run: Run) -> None:
    words = run(name, "--help").output
    assert "Example" in words
    assert f"tablescribe {name}" in words


def test_the_list_of_commands_says_what_each_does() -> None:
    for name, (_, text) in COMMANDS.items():
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        assert text.endswith(".")
        assert command.get_short_help_str()
    assert cli.get_command(click.Context(cli), "nonsense") is None


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tablescribe.cli.main import cli\n"
        "try: cli(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'pydantic', 'sqlalchemy', 'rich', 'prompt_toolkit', 'jinja2', 'eventsourcing', 'alembic', 'yaml'}\n"
        "print('heavy:', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("heavy: []\n")


def test_a_tournament_is_read_and_results_recorded_without_sqlalchemy(ledger: str, run: Run) -> None:
    """To import it takes longer than the rest of such a command."""
    run("tournament", "new", "Club", "morris", "Ada", "Ben", "Cleo", "Dan")
    run("tournament", "pair", "last")
    words = (["show", "last"], ["standings", "last"], ["report", "last", "1", "draw"])
    for code, output, loaded in in_one_process(ledger, *(["tournament", *one] for one in words)):
        assert code == 0, output
        assert "sqlalchemy" not in loaded, output


RECORDS = {"alembic", "eventsourcing", "jinja2", "prompt_toolkit", "sqlalchemy", "tablescribe.ledger.matches.ledger"}
"""Modules needed only by commands that record, ask people, or write documents."""

PICTURES = {"html", "markupsafe", "tablescribe.replays.pictures.drawing"}
"""Modules needed only for SVG."""


def test_what_reads_a_match_loads_nothing_that_records_or_draws(ledger: str, ask: Ask) -> None:
    """Nearly all the time of such a command is taken by imports."""
    match = ask("record", str(Path(__file__).parents[2] / "matches/root/five_players.jsonl"))["match"]
    words = {"show": ["show", match], "legal": ["legal", match], "move": ["move", match, "nothing_of_the_kind"]}
    answers = {command: in_one_process(ledger, line)[0] for command, line in words.items()}
    assert {command: code for command, (code, _, _) in answers.items()} == {"show": 0, "legal": 0, "move": 2}
    for command, (_, _, loaded) in answers.items():
        assert not loaded & (RECORDS | PICTURES | {"yaml"}), command
        assert "tablescribe.domain.games.root.rules" not in loaded, command  # no rule decides whether an action exists
        assert "tablescribe.domain.games.root.actions" not in loaded, command  # their names are known without them
    assert "rich" not in answers["legal"][2] | answers["move"][2]


@pytest.mark.parametrize(("setting", "loaded"), [("", "[]"), ("none-of-ours", "['email', 'importlib.metadata']")])
def test_pydantic_searches_for_plugins_only_where_somebody_wants_some(
    ledger: str, match_id: str, setting: str, loaded: str
) -> None:
    """To search for plugins takes a third of what the help takes, and it is done to learn that none are wanted."""
    code = (
        "import sys; sys.argv[0] = 'tablescribe'; from tablescribe.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('loaded:', sorted({'email', 'importlib.metadata'} & set(sys.modules)))"
    )
    around = {name: value for name, value in os.environ.items() if name != "PYDANTIC_DISABLE_PLUGINS"}
    around |= {"PYDANTIC_DISABLE_PLUGINS": setting} if setting else {}
    words = [sys.executable, "-c", code, "--ledger", ledger, "legal", match_id]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=around)
    assert done.stdout.endswith(f"loaded: {loaded}\n")


def test_a_session_recorded_taken_back_replayed_and_audited(ask: Ask, run: Run, match_id: str, tmp_path: Path) -> None:
    for words in SUPPLY[:3]:
        ask("move", match_id, *words)
    asked = ask("move", match_id, *SUPPLY[3], code=4)["error"]
    assert asked["code"] == "chance.needed"
    assert "movement:5" in asked["possible"]
    done = ask("move", match_id[:5], *SUPPLY[3], "--outcome", "movement:5", "--outcome", "movement:17")
    assert done["moves"][0]["move"] == 4
    assert "UP-27" in done["moves"][0]["rules"]
    assert "Supply at Frost: blue +2" in done["moves"][0]["changes"]
    assert ask("undo", match_id, code=3)["error"]["code"] == "match.take_back_refused"
    assert ask("undo", match_id, "--all-agree", "--reason", "mistyped")["to"] == 3
    assert ask("redo", match_id)["to"] == 4
    assert ask("show", match_id)["values"]["score:1"] == 2
    assert ask("show", match_id, "--at", "3")["values"]["score:1"] == 0
    assert ask("audit", match_id)["clean"]
    said = run("audit", match_id, "--html", str(tmp_path / "report.html")).output
    assert "Moves 1–4 sound" in said
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert [line["type"] for line in ask("log", match_id)][-2:] == ["TakenBack", "Restored"]
    assert "taken back to move 3" in run("log", match_id).output
    assert len(ask("replay", match_id)) == 5
    steps = run("replay", match_id).output
    assert "Move 4 of 4" in steps
    assert "Ada (blue) plays movement card 14" in steps
    assert "Supply" in run("rules", "ultime", "up-27").output
    assert "Supply" in run("rules", "ultime", "UP27").output


def test_a_refused_move_teaches(ask: Ask, run: Run, match_id: str) -> None:
    action = ("move", match_id, "play_movement", "card=movement:10", "pawn=2", "at=6", "use=square")
    words = run(*action, code=3).stderr
    assert "Refused at move 1: UP-11: this card's grey arrow moves only your own pawns" in words
    assert "A grey arrow pointing down moves one of your own pawns" in words
    nearest = words.partition("Examples of legal actions:\n  ")[2].splitlines()[0]
    assert nearest.startswith("Ada (blue) plays movement card 10 [own +4 □11]: blue pawn on 2 "), "the same card"
    assert nearest.endswith(" to the square"), "used in the same way"
    fault = ask(*action, code=3)["error"]
    assert (fault["code"], fault["rule"], fault["move"], fault["match"]) == ("rule.broken", "UP-11", 1, match_id)
    assert fault["legal"]
    done = ask(*action, "--as-played")
    assert done["moves"][0]["irregularities"][0]["rule"] == "UP-11"
    audit = ask("audit", match_id, code=1)
    assert audit["verdict"].startswith("Move 1 breaks UP-11")
    assert "BREACH at move 1" in run("audit", match_id, code=1).output


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("show", "nope"), 2, "match.unknown"),
        (("move", "MATCH", "dance"), 2, "action.form"),
        (("move", "MATCH", "discard", "card=4", "--seat", "1"), 3, "rule.broken"),
        (("move", "MATCH", "play_movement", "card=movement:99", "pawn=1", "at=2", "use=circle"), 4, "fact.impossible"),
        (("move", "MATCH", "skip", "--outcome", "movement:1"), 4, "chance.wrong"),
        (("move", "MATCH", "skip", "--seat", "9"), 4, "fact.impossible"),
        (("move", "MATCH", "skip", "--expect", "7"), 4, "match.stale"),
        (("undo", "MATCH"), 3, "match.refused"),
        (("undo", "MATCH", "--to", "9"), 2, "match.no_such_move"),
        (("redo", "MATCH"), 3, "match.refused"),
        (("close", "MATCH"), 3, "match.refused"),
        (("ruling", "MATCH", "--clause", "c", "--reason", "r", "--fact", "move pawn:1 3 terrain:2 terrain:3"), 4,
         "fact.impossible"),
        (("ruling", "MATCH", "--clause", "c", "--reason", "r", "--replaces", "4"), 2, "match.no_such_move"),
        (("new", "skat", "Ada"), 2, "game.unknown"),
        (("new", "ultime", "Ada", "Ben", "Cleo"), 4, "chance.needed"),
        (("new", "ultime", "Ada", "Ben", "--outcome", "1"), 3, "rule.broken"),
        (("new", "ultime", "Ada", "Ben", "Cleo", "-o", "limit=8"), 2, "game.options"),
        (("rules", "skat"), 2, "game.unknown"),
        (("export", "nope", "-o", "x.json"), 2, "match.unknown"),
        (("import", "nowhere.json"), 5, "file.bad"),
        (("verify", "nowhere.json"), 5, "file.bad"),
        (("audit", "nope"), 2, "match.unknown"),
        (("record", "nowhere.jsonl"), 2, "record.line"),
        (("people", "erase", "Nobody", "--yes"), 2, "person.unknown"),
        (("people", "rename", "Nobody", "Ada"), 2, "person.unknown"),
        (("stats", "--person", "Nobody"), 2, "person.unknown"),
    ],
)  # fmt: skip
def test_every_mistake_has_its_code_and_its_words(
    words: tuple[str, ...], code: int, error: str, ask: Ask, run: Run, match_id: str
) -> None:
    words = tuple(match_id if word == "MATCH" else word for word in words)
    fault = ask(*words, code=code)["error"]
    assert fault["code"] == error
    assert fault["message"]
    said = run(*words, code=code)
    assert "Traceback" not in said.output
    assert said.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("move", "MATCH", "{not json"),
        ("move", "MATCH", "skip", "at=1", "more"),
        ("show", "MATCH", "--at", "77"),
        ("note", "MATCH", "text", "--about", "77"),
        ("replay", "MATCH", "--from", "50"),
        ("rules", "ultime", "UP-99"),
        ("new", "ultime", "Ada", "-o", "nonsense"),
        ("new", "freeform", "Ada", "--catalogue", "nowhere.yaml"),
        ("demo", "skat"),
        ("move", "MATCH"),
        ("nonsense",),
    ],
)
def test_wrong_use_is_told_with_exit_code_2(words: tuple[str, ...], run: Run, match_id: str) -> None:
    said = run(*(match_id if word == "MATCH" else word for word in words), code=2)
    assert "Error" in said.output


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ("throw the table", "is not a fact: write `move"),
        ("move pawn:1 one a b", "is not a fact: write `move"),
        ("set turn two", "turn must be a number"),
        ("set turn 9", "cannot go on from there"),
    ],
)
def test_what_no_match_can_go_on_from_is_not_recorded(fact: str, why: str, ask: Ask, match_id: str) -> None:
    for command in (("ruling", "--clause", "c", "--reason", "r"), ("missed", "--moves", "1")):
        fault = ask(command[0], match_id, *command[1:], "--fact", fact, code=2)["error"]
        assert fault["code"] == "fact.form"
        assert why in fault["message"]
    assert ask("show", match_id)["move"] == 0


def test_a_retry_is_recorded_once(ask: Ask, match_id: str) -> None:
    first = ask("move", match_id, "skip", "--command-id", "tap-1", "--expect", "1")
    assert ask("move", match_id, "skip", "--command-id", "tap-1", "--expect", "1")["moves"] == first["moves"]
    reused = ask("move", match_id, "skip", "--seat", "2", "--command-id", "tap-1", code=4)["error"]
    assert reused["code"] == "command.reused"


def test_lists_and_single_things(ask: Ask, run: Run, match_id: str) -> None:
    assert [game["key"] for game in ask("games")] == list(GAMES)
    assert "rules enforced" in run("games").output
    assert ask("rules", "ultime")["rules"][0]["number"] == "UP-1"
    assert ask("rules", "ultime", "UP-36")["text"].startswith("After an event")
    assert "Power cards" in run("rules", "ultime").output
    assert "option of the match: defence_mode" in run("rules", "ultime", "UP-41").output
    assert "left to the judge" in run("rules", "freeform", "FF-1").output
    (listed,) = ask("matches")
    assert (listed["id"], listed["seats"], listed["state"]) == (match_id, ["Ada", "Ben", "Cleo"], "open")
    assert match_id in run("matches").output
    legal = ask("legal", match_id)
    assert {"seat": 1, "action": {"do": "skip"}, "words": "skips and draws two movement cards"} in legal
    assert "Ada (blue) skips" in run("legal", match_id).output
    assert "No legal actions:" in run("legal", match_id, "--seat", "2").output
    for shell in ("bash", "zsh", "fish"):
        assert "_TABLESCRIBE_COMPLETE" in run("completion", shell).output


def test_rules_are_found_by_the_documents_numbers_and_by_words(ask: Ask, run: Run, match_id: str) -> None:
    for typed in (("16.4.1.II",), ("16.4.1-II",), ("16.4.1", "ii"), ("RO-16.4.1-II",)):
        assert ask("rules", "root", *typed)["number"] == "RO-16.4.1-II"
    ferry = ask("rules", "root", "what may I do with a ferry")
    assert ferry["rules"][0]["number"] == "RO-16.2.2-V"
    assert "RO-16.4.1-III" in run("rules", "root", "16.4.1").output
    assert ask("rules", "root", "fähre", "--language", "de")["rules"][0]["number"] == "RO-16.2.2-V"
    run("rules", "root", "zzzz", code=2)
    run("move", match_id, "skip")
    assert ask("rules", "ultime", "36", "--match", match_id)["moves"] == []
    assert "move 1: Ada (blue) skips" in run("rules", "ultime", "UP-9", "--match", match_id).output
    run("rules", "root", "RO-1.1.1", "--match", match_id, code=2)


def test_rules_are_told_in_the_language_of_the_rule_document_too(ask: Ask, run: Run) -> None:
    assert "I punti non scendono mai sotto zero." in run("rules", "ultime", "up-50", "--language", "it").output
    assert "Rifornimento: le tue due pedine" in " ".join(run("rules", "ultime", "--language", "it").output.split())
    told = ask("rules", "ultime", "--language", "it")
    assert (told["language"], told["rules"][0]["text"][:6]) == ("it", "Da tre")
    assert ask("rules", "ultime", "UP-27")["language"] == "en"


def test_rules_are_found_by_words_and_by_their_place_in_the_rule_document(ask: Ask, run: Run) -> None:
    assert ask("rules", "robinson", "Attack", "2")["number"] == "RC-43"
    assert (
        "(Atacando outro jogador; fonte: documento, Atacando outro jogador 2; decisão nossa)"
        in run("rules", "robinson", "RC-43", "--language", "pt").output
    )
    found = ask("rules", "root", "ferry")["rules"]
    assert "RO-16.2.2-V" in {rule["number"] for rule in found}
    assert len(found) < 20
    assert "has no rule xyzzy" in run("rules", "root", "xyzzy", code=2).stderr


def test_a_judges_rule_says_why_in_the_language_of_its_text(ask: Ask, run: Run) -> None:
    told = run("rules", "freeform", "FF-6", "--language", "de").output
    assert "FF-6 (Plätze; Quelle: von uns)" in told
    assert "Dem Schiedsrichter überlassen: Wir wissen nicht, wie dieses Spiel gewonnen wird." in told
    assert ask("rules", "freeform", "FF-6", "--language", "de")["reason"].startswith("Wir wissen nicht")
    (rule,) = (one for one in ask("rules", "freeform", "--language", "de")["rules"] if one["number"] == "FF-6")
    assert rule["reason"].startswith("Wir wissen nicht")


def test_a_language_without_rule_texts_is_said_and_english_shown(run: Run) -> None:
    told = run("rules", "freeform", "FF-3", "--language", "fr")
    assert "none in fr: shown in English" in told.stderr
    assert "A die shows one of its sides" in told.stdout


def test_an_empty_ledger_says_how_to_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.cli.terminal.state.default_ledger", lambda: str(tmp_path / "new" / "ledger.db"))
    first, then = (
        CliRunner().invoke(cli, words, env={"TABLESCRIBE_LEDGER": None})
        for words in (["matches"], ["verify", "--json"])
    )
    assert "tablescribe play --new ultime" in first.output
    assert json.loads(then.output)["matches"] == {}


def test_a_ledger_that_is_not_there_is_told(run: Run) -> None:
    assert "there is no ledger at" in run("show", "x", code=4).stderr


def test_pictures_and_views(run: Run, ask: Ask, match_id: str, tmp_path: Path) -> None:
    ask("move", match_id, "skip")
    picture = tmp_path / "board.svg"
    assert "Picture written to" in run("show", match_id, "--seat", "2", "--svg", str(picture)).output
    assert picture.read_text("utf-8").lstrip().startswith("<svg")
    assert "To play: Ben (yellow)" in run("show", match_id, "--spectator").output
    assert run("log", match_id, "--seat", "2").output
    assert run("log", match_id, "--spectator").output


def test_judges_notes_and_the_end(run: Run, ask: Ask, match_id: str) -> None:
    ask("move", match_id, "skip")
    assert "Noted" in run("note", match_id, "a note", "--about", "1").output
    ruled = run("ruling", match_id, "--clause", "UP-50", "--reason", "miscounted", "--fact", "set score:1 5")
    assert "the judge rules by UP-50: miscounted" in ruled.output
    assert "missed" in run("missed", match_id, "--moves", "2", "--fact", "set score:2 4", "--fact", "set turn 3").output
    assert ask("show", match_id)["values"] | {"score:1": 5, "score:2": 4, "turn": 3} == ask("show", match_id)["values"]
    assert "closed: abandoned" in run("close", match_id, "--abandoned").output
    assert ask("move", match_id, "skip", "--seat", "3", code=3)["error"]["code"] == "match.closed"
    assert ask("matches")[0]["state"] == "abandoned"


def test_a_ruling_in_place_of_a_move_says_that_it_no_longer_counts(run: Run, ask: Ask, match_id: str) -> None:
    for words in SUPPLY[:3]:
        ask("move", match_id, *words)
    ask("move", match_id, *SUPPLY[3], "--outcome", "movement:5", "--outcome", "movement:17")
    words = ("ruling", match_id, "--clause", "c", "--reason", "r", "--replaces", "3", "--fact", "set score:1 1")
    gone = "Move 3 and all moves after it no longer count."
    assert gone in run(*words, "--preview").output
    said = run(*words).output
    assert said.startswith("Move 5: the judge rules by c: r\n")
    assert gone in said
    assert ask("show", match_id)["values"]["score:1"] == 1
    assert [one["counts"] for one in ask("log", match_id) if one["move"]] == [True, True, False, False, True]
    alone = ("ruling", match_id, "--clause", "c", "--reason", "r", "--fact", "set score:1 2")
    assert "no longer" not in run(*alone).output, "nothing is replaced"
    assert ask(*alone)["replaces"] is None


def test_a_match_goes_by_file_to_another_ledger(run: Run, ask: Ask, match_id: str, tmp_path: Path) -> None:
    ask("move", match_id, "skip")
    file = str(tmp_path / "match.json")
    assert "Written to" in run("export", match_id, "-o", file).output
    assert ask("verify", file)["events"] == 2
    assert "all sound" in run("verify", file).output
    assert "1 match, sound." in run("verify").output
    assert run("verify", "--match", match_id).output
    assert ask("audit", file)["clean"]
    other = ["--ledger", str(tmp_path / "other.db")]
    from click.testing import CliRunner

    taken = CliRunner().invoke(cli, [*other, "import", file])
    assert "2 events imported" in taken.output
    text = Path(file).read_text("utf-8")
    Path(file).write_text(text.replace("skip", "slip"), "utf-8")
    assert ask("verify", file, code=5)["error"]["code"] == "ledger.damaged"
    assert "event 2" in run("verify", file, code=5).stderr


def test_a_person_is_forgotten(
    run: Run, ask: Ask, match_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))  # never those of whoever runs the tests
    assert "Aborted" in run("people", "erase", "Ben", stdin="n\n", code=1).output
    assert "Ben erased" in run("people", "erase", "Ben", stdin="y\n").output
    assert ask("matches")[0]["seats"] == ["Ada", "seat 2", "Cleo"]
    told = {"erased": 1, "keys": {}, "finished": False, "boxes": [], "photos": [], "still": [], "words": []}
    assert ask("people", "erase", "Ada") == told
    assert ask("verify")


def test_a_tables_own_catalogue(run: Run, ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "name: mine\nedition: '1'\norigin: house\nsource: ours\npieces: {meeple: 3}\n"
        "decks: {loot: {gold: 2, dust: 1}}\ndice: {d2: [1, 2]}\n"
    )
    match = ask("new", "freeform", "Ada", "Ben", "--catalogue", str(file))["id"]
    ask("move", match, "move", "piece=meeple", "src=box", "dst=3")
    ask("move", match, "draw", "deck=loot", "to=table", "--outcome", "loot:gold")
    assert ask("move", match, '{"do": "roll", "die": "d2"}', "--outcome", "2")["moves"]
    shown = ask("show", match)
    assert (shown["zones"]["3"], shown["zones"]["table"]) == ({"meeple": 1}, {"loot:gold": 1})
    file.write_text("name: mine")
    assert ask("new", "freeform", "Ada", "--catalogue", str(file), code=2)["error"]["code"] == "game.options"


def test_as_a_program_of_its_own(process: Callable[..., "subprocess.CompletedProcess[str]"]) -> None:
    opened = process("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1", "--json")
    assert (opened.returncode, opened.stderr) == (0, "")
    match_id = json.loads(opened.stdout)["id"]
    assert process("move", match_id, "skip", "--seat", "2").returncode == 3
    wrong = process("move", match_id, "play_movement", "card=movement:2", "pawn=1", "at=9", "use=circle")
    assert (wrong.returncode, "Traceback" in wrong.stderr) == (4, False)
    assert process("audit", match_id).returncode == 0
    assert process("--version").stdout.startswith("tablescribe, version")


def test_our_own_defects_are_not_hidden(run: Run, match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.ledger.read_models.queries.Queries.matches", lambda *told, **more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("matches", "--person", "Ada")
    monkeypatch.setattr(
        "tablescribe.ledger.read_models.queries.Queries.matches",
        lambda *told, **more: Path("/nowhere").read_text("utf-8"),
    )
    assert "No such file" in run("matches", "--person", "Ada", code=2).stderr
