"""In every game, sentences for people name the person in a seat; JSON, and readers without names, use the seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import GAMES
from tablescribe.domain.table.names import seat
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.reading.reader import Reader

GOLDEN = Path(__file__).parent.parent.parent / "matches"
WHO = ("Zoë", "Yves", "Xaver", "Wanda")
"""Names that no game uses for anything."""


def run(ledger: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(cli, ["--ledger", str(ledger), *words])
    assert done.exit_code == code, done.output
    return done.stdout


@pytest.fixture(params=list(GAMES))
def begun(request: Any, tmp_path: Path) -> tuple[Path, str]:
    """The first moves of a match of a game, with people at the seats."""
    record = min((GOLDEN / request.param).glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))
    opening, *moves = record.read_text("utf-8").splitlines()[:4]
    new = json.loads(opening)
    new["new"]["seats"] = [WHO[k] if name != "Automa" else name for k, name in enumerate(new["new"]["seats"])]
    lines = tmp_path / "moves.jsonl"
    lines.write_text("\n".join([json.dumps(new), *(line for line in moves if '"seat"' in line)]), "utf-8")
    ledger = tmp_path / "ledger.db"
    return ledger, json.loads(run(ledger, "record", str(lines), "--json"))["match"]


def labels(ledger: Path, match: str) -> list[str]:
    """Return the game's names of the seats."""
    opened = open_ledger(str(ledger))
    opening = opened.match(match).opening
    opened.close()
    return [Reader(opening).name(seat(k)) for k in opening.all_seats]


def is_named(line: str, label: str, person: str) -> bool:
    """Return whether a sentence begins with a person, followed by the seat if the seat has a name."""
    return line.startswith((f"{person} ({label}) ", f"{person} ")) or person.casefold() in label.casefold().split()


def test_sentences_begin_with_people_and_json_with_seats(begun: tuple[Path, str]) -> None:
    ledger, match = begun
    called, data = labels(ledger, match), json.loads(run(ledger, "log", match, "--json"))
    people = json.loads(run(ledger, "matches", "--json"))[0]["seats"]
    moves = {line["move"]: line for line in data if line["type"] == "Played"}
    told = {int(line[:4]): line[6:] for line in run(ledger, "log", match).splitlines() if line[:4].strip().isdecimal()}
    steps = run(ledger, "replay", match, "--plain")
    by_name = any(label == person for label, person in zip(called, people, strict=True))
    for number, move in moves.items():
        at = next(k for k, label in enumerate([*called, *people]) if move["words"].startswith(f"{label} "))
        if at >= len(called):
            by_name = True  # a game that only numbers its seats
            at -= len(called)
        assert is_named(told[number], called[at], people[at]), told[number]
        assert f"{number:>4}  {told[number]}" in steps
    assert moves
    assert by_name == (json.loads(run(ledger, "matches", "--json"))[0]["game"] == "freeform")
    for words in (["log"], ["legal"], ["replay"], ["show"]):
        printed = run(ledger, *words, match, "--json")
        assert by_name or not any(name in printed for name in WHO), words


def test_the_table_and_what_is_legal_name_people(begun: tuple[Path, str]) -> None:
    ledger, match = begun
    called = labels(ledger, match)
    people = json.loads(run(ledger, "matches", "--json"))[0]["seats"]
    acting = json.loads(run(ledger, "show", match, "--json"))["to_act"]
    shown, legal = run(ledger, "show", match), run(ledger, "legal", match).splitlines()
    if not acting:  # a match that is over
        assert any(name in shown for name in people)
        return
    at = acting[0] - 1
    assert is_named(shown.partition("To play: ")[2].replace(".", " "), called[at], people[at])
    assert is_named(legal[0], called[at], people[at])


def test_a_reader_who_is_not_told_the_names_reads_the_seats(begun: tuple[Path, str], tmp_path: Path) -> None:
    ledger, match = begun
    run(ledger, "bundle", match, "-o", str(tmp_path / "a.bundle"), "--keys", str(tmp_path / "keys"))
    other = tmp_path / "other.db"
    run(other, "import", str(tmp_path / "a.bundle"))
    for words in (["log"], ["legal"], ["replay", "--plain"], ["show"]):
        printed = run(other, *words, match)
        assert not any(name in printed for name in WHO), words
    label = labels(other, match)[0]
    assert label in run(other, "log", match)


def test_an_audit_names_people_and_its_json_the_seats(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.db"
    match = json.loads(run(ledger, "new", "morris", "Zoë", "Yves", "--json"))["id"]
    run(ledger, "move", match, "place", "to=c4", "--seat", "2", "--as-played")
    assert "it is Zoë (white)'s turn" in run(ledger, "audit", match, code=1)
    assert "it is white's turn" in run(ledger, "audit", match, "--json", code=1)
    refused = CliRunner().invoke(cli, ["--ledger", str(ledger), "move", match, "place", "to=c4", "--seat", "1"])
    assert "Zoë" in refused.stderr
    assert "white" in refused.stderr
