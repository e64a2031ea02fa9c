"""Any game with few keystrokes: shorthand at the table, results of finished matches, a BG Stats export."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tablescribe.cli.table.prompt import Complete, begins
from tablescribe.cli.table.session import Session
from tablescribe.cli.table.situation import Situation
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.auditing.audit import audit

Run = Callable[..., Result]
Ask = Callable[..., Any]

EXPORT = Path(__file__).parents[1] / "BGStatsExport.json"


@pytest.fixture
def catan(ask: Ask) -> str:
    return str(ask("new", "freeform", "Ann", "Ben", "Cleo", "--template", "resources", "--title", "Catan")["id"])


def typed(run: Run, match: str, *lines: str) -> str:
    return run("play", match, stdin="".join(f"{line}\n" for line in lines)).output


# --- at the table -----------------------------------------------------------------------------


def test_an_evening_is_typed_in_few_words(run: Run, ask: Ask, catan: str) -> None:
    shown = typed(run, catan, "roll 4 3", "ore ben 2", "rob ore-8", "wool 1, wood 2, pass", "ann 5", "won ann")
    assert "Catan · match" in shown
    assert "Ann> " in shown
    assert "Ben> " in shown
    assert "rolls 2 × d6" in shown
    values = ask("show", catan)["values"]
    assert (values["rolled:d6"], values["ore:2"], values["wool:1"], values["wood:1"]) == ("4, 3", 2, 1, 2)
    assert (values["score:1"], values["winners"]) == (5, "1")
    assert ask("show", catan)["zones"]["ore-8"] == {"robber": 1}
    assert [line["move"] for line in ask("log", catan) if line["type"] == "Played"] == [1, 2, 3, 4, 5, 6]


def test_a_table_calls_the_sum_of_its_dice(run: Run, ask: Ask, catan: str) -> None:
    shown = run("play", catan, stdin="roll 7\nroll 13\n", code=2).output
    assert "Ann rolls 2 × d6 and reports the total" in shown
    assert "13 is not known here; there are 1, 2, 3, 4, 5, 6" in shown
    assert ask("show", catan)["values"]["rolled:d6"] == 7
    assert "sound" in run("audit", catan).output


@pytest.mark.parametrize("line", ["1", "hand", "ann", "robber", "desert", "h"])
def test_a_word_alone_moves_nothing(run: Run, ask: Ask, catan: str, line: str) -> None:
    """A bare `1` moved the robber into Ann's hand."""
    run("play", catan, stdin=f"{line}\n", code=2)
    assert ask("show", catan)["move"] == 0
    assert ask("show", catan)["zones"]["desert"] == {"robber": 1}


def test_several_things_that_were_one_move_are_taken_back_as_one(run: Run, ask: Ask, catan: str) -> None:
    typed(run, catan, "wool 1, wood 2, pass", "undo")
    values = ask("show", catan)["values"]
    assert (values["wool:1"], values["wood:1"], values["turn"]) == (0, 0, 1)


def test_the_same_words_stand_on_the_command_line(run: Run, ask: Ask, catan: str) -> None:
    run("move", catan, "roll", "4", "3,", "robber", "ore-8")
    run("move", catan, "score", "Ben", "5")
    assert ask("show", catan)["values"]["score:2"] == 5
    assert ask("move", catan, "score", "Zoe", "5", code=2)["error"]["code"] == "action.unclear"
    run("move", catan, "score", "to=1", "points=2")
    assert ask("show", catan)["values"]["score:1"] == 2


def test_the_help_and_completion_speak_of_the_game_at_hand(run: Run, catan: str, ledger: str) -> None:
    shown = typed(run, catan, "help")
    assert "roll 4 3 " in shown
    assert "score ann 5" in shown
    assert "12 circle" not in shown
    opened = open_ledger(ledger)
    offered: list[dict[str, str]] = []

    def leave(prompt: str, complete: Complete) -> str:
        offered.append(complete([]))
        return "quit"

    Session(Scribe(opened), catan, leave, None).run()
    opened.close()
    fits = [word for word, meaning in offered[0].items() if begins(word, meaning, "br")]
    assert {"bring", "brick"} <= set(fits), "and not `anyway`, which says that it breaks a rule"
    assert not begins("anyway", "record the move that was just refused, with the rule it breaks", "br")
    assert "anyway" not in offered[0], "nothing was refused"
    assert {"wool", "settlement", "ann", "robber", "undo"} <= offered[0].keys()


def test_who_speaks_may_be_said_by_name(run: Run, ask: Ask, catan: str) -> None:
    typed(run, catan, "Ben: wool 2")
    assert ask("show", catan)["values"]["wool:2"] == 2


def test_a_situation_without_people_still_hears(ledger: str, catan: str) -> None:
    opened = open_ledger(ledger)
    heard = Situation(opened.match(catan), "everything").heard(["roll", "2"], None)
    opened.close()
    assert heard is not None


def test_the_real_name_stands_everywhere(run: Run, ask: Ask, catan: str) -> None:
    (line,) = ask("matches")["matches"] if isinstance(ask("matches"), dict) else ask("matches")
    assert line["title"] == "Catan"
    assert "Catan" in run("matches").output
    assert "Catan, 3 seats" in run("log", catan).output
    assert [one["title"] for one in ask("stats")["games"]] == ["Catan"]
    assert "Freeform" not in run("stats").output
    assert [one["title"] for one in ask("stats", "--game", "catan")["games"]] == ["Catan"]
    assert "Catan" in run("matches", "--game", "Catan").output
    ask("new", "freeform", "Ann", "Ben", "-o", "title=1830")
    assert {one["title"] for one in ask("stats")["games"]} == {"Catan", "1830"}


def test_an_unknown_template_is_told_with_those_there_are(ask: Ask) -> None:
    wrong = ask("new", "freeform", "Ann", "--template", "poker", code=2)["error"]
    assert wrong["code"] == "game.options"
    assert "points, resources, grid, chess" in wrong["message"]


# --- results ----------------------------------------------------------------------------------


def test_a_result_is_one_command(run: Run, ask: Ask, ledger: str) -> None:
    done = run("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann", "--place", "Club", "--played", "2026-11-20")
    assert "Catan, Ann 10, Ben 7; Ann won." in done.output
    found = ask("matches")
    (line,) = found["matches"] if isinstance(found, dict) else found
    assert (line["title"], line["state"], line["place"]) == ("Catan", "declared", "Club")
    assert line["opened"].startswith("2026-11-20")
    opened = open_ledger(ledger)
    match = opened.match(line["id"])
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((1,), (10, 7))
    assert audit(match).findings == ()
    opened.close()
    (game,) = ask("stats")["games"]
    assert (game["title"], game["finished"]) == ("Catan", 1)


def test_a_retry_of_a_result_is_recorded_once(ask: Ask) -> None:
    words = ("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann", "--command-id", "evening-1")
    first, again = ask(*words), ask(*words)
    assert (first["id"], first["new"], again["new"]) == (again["id"], True, False)
    other = ask("result", "Azul", "Ann", "Ben", "--won", "Ann", "--command-id", "evening-1", code=4)
    assert other["error"]["code"] == "command.reused"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Ann", "10", "Ben", "7"), "Say who won: --won NAME, again for several; or --nobody. If Ann won: tablescribe"),
        (("Ann", "10", "Ben", "--won", "Ann"), "Ben has no points"),
        (("10", "Ann", "--won", "Ann"), "10 does not follow a name"),
        (("Ann", "Ben", "--won", "Zoe"), "Zoe did not play"),
        (("Ann", "Ann", "--won", "Ann"), "have the same name"),
        (("Ann", "--nobody", "--played", "someday"), "someday is not a day"),
        (("Ann", "--nobody", "--played", "2999-01-01"), "2999-01-01 is in the future"),
    ],
)
def test_a_result_that_makes_no_sense_records_nothing(
    run: Run, ask: Ask, ledger: str, words: tuple[str, ...], why: str
) -> None:
    done = run("result", "Catan", *words, code=3 if why in ("Zoe did not play", "have the same name") else 2)
    assert why in done.output
    if Path(ledger).exists():
        assert ask("matches") == []
    else:
        assert ask("matches", code=4)["error"]["code"] == "ledger.unavailable"


# --- BG Stats ---------------------------------------------------------------------------------


def test_an_export_of_bg_stats_becomes_matches_once(run: Run, ask: Ask, ledger: str) -> None:
    told = ask("import", str(EXPORT), "--bgstats", code=6)
    assert (told["plays"], told["new"], told["known"], told["refused"]) == (4, 3, 0, 1)
    lost = {one["play"]: "; ".join(one["lost"]) for one in told["not_kept"]}
    assert lost == {
        "Catan 2025-03-08": "the rating, 8",
        "Catan 2025-02-01": "that it does not count for statistics; points: not every score is a whole number (9.5, 4)",
        "? 2025-02-02": "the file does not contain its game",
    }
    found = ask("matches")
    lines = found["matches"] if isinstance(found, dict) else found
    assert [line["opened"][:10] for line in lines] == ["2025-03-08", "2025-02-01", "2025-01-02"]
    catan = lines[0]
    assert (catan["title"], catan["place"], catan["seats"]) == ("Catan", "Café Central", ["Ann", "Ben"])
    assert (catan["scores"], catan["tags"]) == ([10, 7], ["Catan: Seafarers"])
    opened = open_ledger(ledger)
    match = opened.match(catan["id"])
    assert match.opening.options.model_dump()["minutes"] == 75
    assert [note.text for note in match.notes] == ["The last settlement decided it.\nboard: Islands\nseat 1: Red"]
    assert opened.asking is not None
    opened.close()
    assert lines[2]["seats"] == ["Ann", "guest", "guest 2"]
    again = ask("import", str(EXPORT), "--bgstats", code=6)
    assert (again["new"], again["known"], again["refused"]) == (0, 3, 1)
    assert len(json.dumps(ask("matches"))) == len(json.dumps(found))


def test_what_is_no_export_is_refused(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"plays": 3}', "utf-8")
    assert ask("import", str(file), "--bgstats", code=5)["error"]["code"] == "file.bad"
