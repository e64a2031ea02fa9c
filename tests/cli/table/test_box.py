"""A table's own copy of a game: created without a file, filled by declarations in matches, shared as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.box.blanks import told_by
from tablescribe.domain.games import game
from tests.cli.conftest import Run

AXE = {"id": "b01", "kind": "item", "name": "Axe", "power": 2, "worker": "red", "ability": {"do": "vanquish"},
       "ongoing": {"move_range": 1}, "origin": "printed"}  # fmt: skip


def set_up(*cards: str) -> list[str]:
    """Return the outcomes of Expeditions' set-up, with these cards in the five slots."""
    drawn = ["tatanka", "p1", *(f"south:{n}" for n in range(1, 7)), *(f"card:{card}" for card in cards), "1"]
    return [word for outcome in drawn for word in ("--outcome", outcome)]


@pytest.fixture
def evening(ask: Any) -> Any:
    """Open a match of Expeditions with the box "ours"; the named cards lie in the slots."""

    def evening(*cards: str) -> str:
        return str(ask("new", "expeditions", "Ada", "Automa", "--box", "ours", *set_up(*cards))["id"])

    return evening


BLANKS = ("b01", "b02", "b03", "b04", "b05")


def test_a_table_starts_with_its_own_box_by_two_commands_and_no_file(ask: Any, evening: Any) -> None:
    made = ask("box", "new", "expeditions", "ours")
    kinds = {kind["kind"]: (kind["all"], kind["blank"], kind["house"]) for kind in made["kinds"]}
    assert kinds == {"cards": (60, 60, 0), "tiles": (20, 20, 0), "mechs": (5, 3, 0), "people": (12, 12, 0)}
    evening(*BLANKS)
    command = "new expeditions Ada Automa --box ours"
    assert len("tablescribe box new expeditions ours" + command) < 80, "keys"


def test_what_is_declared_on_the_first_evening_is_known_on_the_second(ask: Any, evening: Any, run: Run) -> None:
    ask("box", "new", "expeditions", "ours")
    first = evening(*BLANKS)
    ask("move", first, json.dumps({"do": "declare", "card": "card:b01", "says": AXE}), "--seat", "1")
    tile = told_by(game("expeditions").blanks, game("expeditions").catalogue)["south:1"]
    ask("move", first, json.dumps({"do": "declare_tile", "says": tile}), "--seat", "1")
    mech = {"do": "declare_mech", "says": {"id": "tatanka", "name": "Tatanka", "ability": {"tuck_limit": 5}}}
    assert ask("move", first, json.dumps(mech), "--seat", "1", code=3)["error"]["rule"] == "EX-105", "it is printed"
    closed = ask("close", first, "--abandoned")
    assert closed["boxes"] == [{"name": "ours", "added": 2, "contradicted": []}]
    shown = ask("box", "show", "ours")
    assert [one["match"] for one in shown["revisions"]] == ["", first]
    (known,) = (card for card in shown["catalogue"]["cards"] if card["kind"] != "blank")
    assert {key: known[key] for key in ("id", "name", "power", "worker", "origin")} == {
        "id": "b01", "name": "Axe", "power": 2, "worker": "red", "origin": "printed",
    }  # fmt: skip
    second = evening(*BLANKS)
    assert "Axe" in run("show", second).output
    again = json.dumps({"do": "declare", "card": "card:b01", "says": AXE})
    assert "already" in ask("move", second, again, "--seat", "1", code=3)["error"]["message"], "nothing is asked again"
    assert run("audit", first).exit_code == 0, "no audit needs the box"


def test_closing_a_match_says_what_its_box_learnt(ask: Any, evening: Any, run: Run) -> None:
    ask("box", "new", "expeditions", "ours")
    first = evening(*BLANKS)
    ask("move", first, json.dumps({"do": "declare", "card": "card:b01", "says": AXE}), "--seat", "1")
    assert "The box ours knows 1 component more." in run("close", first, "--abandoned").output
    assert "ours: expeditions, 94 still blank" in run("box").output


def test_a_close_that_is_told_before_the_box_has_learnt_says_the_same(
    ask: Any, evening: Any, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever follows a match hears of its end at once; its box learns a moment later."""
    ask("box", "new", "expeditions", "ours")
    first = evening(*BLANKS)
    ask("move", first, json.dumps({"do": "declare", "card": "card:b01", "says": AXE}), "--seat", "1")
    with monkeypatch.context() as early:
        early.setattr("tablescribe.ledger.matches.boxes.learn", lambda *_: [])
        assert ask("close", first, "--abandoned")["boxes"] == [{"name": "ours", "added": 1, "contradicted": []}]
    assert ask("box", "show", "ours")["revision"] == 1
    run("box", "learn", first)
    assert ask("box", "show", "ours")["revision"] == 2


def test_what_was_taken_back_is_not_learnt(ask: Any, evening: Any) -> None:
    ask("box", "new", "expeditions", "ours")
    first = evening(*BLANKS)
    ask("move", first, json.dumps({"do": "declare", "card": "card:b01", "says": AXE}), "--seat", "1")
    ask("undo", first)
    assert ask("close", first, "--abandoned")["boxes"] == []
    assert ask("box", "show", "ours")["revision"] == 1


def test_two_matches_of_one_evening_teach_one_box_and_a_contradiction_is_told(ask: Any, evening: Any, run: Run) -> None:
    ask("box", "new", "expeditions", "ours")
    here, there = evening(*BLANKS), evening(*BLANKS)
    rope = AXE | {"name": "Rope", "power": 1}
    for match, card in ((here, AXE), (there, rope)):
        ask("move", match, json.dumps({"do": "declare", "card": "card:b01", "says": card}), "--seat", "1")
    other = json.dumps({"do": "declare", "card": "card:b02", "says": AXE | {"power": 9}})
    ask("move", there, other, "--seat", "1")
    ask("close", here, "--abandoned")
    assert ask("close", there, "--abandoned")["boxes"] == [
        {"name": "ours", "added": 1, "contradicted": ["card:b02"]}
    ]  # fmt: skip
    cards = {card["name"]: card for card in ask("box", "show", "ours")["catalogue"]["cards"]}
    assert (cards["Axe"]["power"], cards["Rope"]["id"]) == (2, "b02"), "the first one stands; Rope is another card"
    assert ask("box", "check", "ours")["changed"] == []


@pytest.mark.parametrize("key", ["expeditions", "robinson", "tomb_raider"])
def test_a_box_is_shared_as_a_file(ask: Any, key: str, tmp_path: Path) -> None:
    file = str(tmp_path / "ours.json")
    made = ask("box", "new", key, "ours", "--blank", "all")
    ask("box", "export", "ours", file)
    brought = ask("box", "import", file, "--name", "club")
    assert (brought["blank"], brought["kinds"]) == (made["blank"], made["kinds"])
    assert ask("box", "import", file)["added"] == [], "into the one that is there: nothing is new"
    assert [one["name"] for one in ask("box")] == ["club", "ours"]


def test_a_file_of_another_club_fills_what_is_blank_here(ask: Any, evening: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "club.json")
    ask("box", "new", "expeditions", "ours")
    first = evening(*BLANKS)
    ask("move", first, json.dumps({"do": "declare", "card": "card:b01", "says": AXE}), "--seat", "1")
    ask("close", first, "--abandoned")
    ask("box", "export", "ours", file)
    ask("box", "new", "expeditions", "theirs")
    assert ask("box", "import", file, "--name", "theirs")["added"][0] == "card:b01"


def test_play_opens_a_match_with_a_box(run: Run, ask: Any) -> None:
    ask("box", "new", "expeditions", "ours")
    words = ("play", "--new", "expeditions", "Ada", "Automa", "--box", "ours", *set_up(*BLANKS))
    run(*words, stdin="quit\n")
    (match,) = ask("matches")
    assert "b02, b03, b04, b05" in run("play", match["id"], stdin="quit\n").output


def test_what_goes_wrong_is_told_with_the_way_out(ask: Any, tmp_path: Path) -> None:
    assert ask("box") == []
    unknown = ask("box", "show", "ours", code=2)["error"]
    assert (unknown["code"], "box new" in unknown["message"]) == ("box.unknown", True)
    ask("box", "new", "robinson", "ours")
    assert ask("box", "new", "robinson", "ours", code=2)["error"]["code"] == "box.bad"
    assert "there are ours. Did you mean ours?" in ask("box", "show", "hours", code=2)["error"]["message"]
    assert "one of Robinson" in ask("new", "expeditions", "A", "B", "--box", "ours", code=2)["error"]["message"]
    kinds = ask("box", "new", "robinson", "mine", "--blank", "mechs", code=2)["error"]["message"]
    assert "tiles, beasts, inventions, items, tokens" in kinds
    assert (
        "no components that can be blank"
        in ask("box", "new", "ultime", "mine", "--blank", "cards", code=2)["error"]["message"]
    )
    (tmp_path / "x.yaml").write_text("name: x", "utf-8")
    assert "is not a box" in ask("box", "import", str(tmp_path / "x.yaml"), code=2)["error"]["message"]
    both = ask("new", "robinson", "A", "B", "--box", "ours", "--catalogue", "x.yaml", code=2)["error"]["message"]
    assert "not both" in both
    for other in (("--box", "ours"), ("--catalogue", "x.yaml")):
        told = ask("new", "freeform", "A", "B", "--template", "grid", *other, code=2)["error"]["message"]
        assert "use only one of --box, --template and --catalogue" in told, "the template is not passed over in silence"
