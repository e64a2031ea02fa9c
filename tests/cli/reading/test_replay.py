"""`tablescribe replay`: a match step by step, printed or with keys."""

import asyncio
import json
from pathlib import Path

import pexpect
import pytest

from tablescribe.cli.reading.replay import StepPrinter, StepScreen, all_lines
from tests.cli.at_table import SUPPLY, Table
from tests.depth import a_few


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Three moves; a fourth, out of turn, taken back and replaced."""
    table = Table(tmp_path).record(*SUPPLY, {"seat": 1, "do": "skip"})
    with table.scribe() as scribe:
        scribe.undo(table.id, agreed=(1, 2, 3), reason="a second thought")
        scribe.play(table.id, 2, {"do": "skip"}, as_played=True)
    return table


def by_keys(table: Table) -> StepScreen:
    match = table.match()
    return StepScreen(StepPrinter(match, "everything"), all_lines(match, 0, None), 1.0)


def test_all_steps_are_printed_where_nobody_presses_keys(table: Table) -> None:
    shown = table.run("replay", table.id).output
    assert [line for line in shown.splitlines() if line.startswith("Move ")] == [
        "Move 0 of 5", "Move 1 of 5", "Move 2 of 5", "Move 3 of 5", "Move 5 of 5",
    ]  # fmt: skip
    assert "  red pawn moves from 10 (village Ember) to 12 (pickaxe)" in shown
    assert "  taken back from here: move 4" in shown
    assert "      breaks UP-9: it is Ada (blue)'s turn" in shown
    assert "  breaks UP-9\n" in shown
    assert "\x1b" not in shown


def test_rules_obeyed_are_in_the_order_of_the_rulebook_without_the_broken_ones(table: Table) -> None:
    last = table.run("replay", table.id, "--from", "5").output
    assert "  obeys  UP-21 UP-22 UP-25 UP-41 UP-51\n" in last


def test_a_stretch_can_be_chosen(table: Table) -> None:
    shown = table.run("replay", table.id, "--from", "2", "--to", "3").output
    assert "Move 2 of 5" in shown
    assert "Move 1 of 5" not in shown
    assert "Move 5 of 5" not in shown
    nothing = table.run("replay", table.id, "--from", "9")
    assert nothing.exit_code == 2
    assert "there are no moves 9 to" in nothing.output


def test_json_has_every_step_with_its_table_changes_and_rules(table: Table) -> None:
    steps = json.loads(table.run("replay", table.id, "--json").output)
    assert [step["move"] for step in steps] == [0, 1, 2, 3, 5]
    assert steps[1]["zones"]["terrain:3"] == {"pawn:1": 1}
    assert "blue pawn moves from 2 (village Frost) to 3" in steps[1]["changes"]
    assert steps[4]["irregularities"] == [{"rule": "UP-9", "why": "it is blue's turn"}]


def test_a_seat_sees_only_what_it_may(tmp_path: Path) -> None:
    """With hidden scores yellow does not see blue's."""
    table = Table(tmp_path, options={}).record(
        *SUPPLY,
        {"seat": 1, "do": "play_movement", "card": "movement:14", "pawn": 1, "at": 2, "use": "circle",
         "outcomes": ["movement:5", "movement:17"]},
    )  # fmt: skip
    points = {}
    for seat in (None, 1, 2):
        words = ("replay", table.id, *(["--seat", str(seat)] if seat else []), "--from", "4")
        (step,) = json.loads(table.run(*words, "--json").output)
        points[seat] = step["values"]["score:1"]
        assert "Supply at Frost: blue +2" in step["changes"]  # what the rules give is known to all
    assert points == {None: 2, 1: 2, 2: "?"}
    assert table.run("replay", table.id, "--seat", "4").exit_code == 2


def test_keys_go_on_back_and_to_a_move(table: Table) -> None:
    shown = by_keys(table)
    shown.go(shown.at + 1)
    assert shown.text().startswith("\x1b[1mMove 1 of 5")
    shown.go(-3)
    assert shown.at == 0
    shown.go(99)
    assert shown.numbers[shown.at] == 5
    shown.typed = "2"
    assert "go to move 2" in shown.footer()
    shown.go_to_typed()
    assert shown.numbers[shown.at] == 2
    shown.typed = "4"  # was taken back: the nearest one of this line
    shown.go_to_typed()
    assert shown.numbers[shown.at] in (3, 5)


def test_variations_are_switched_where_they_part(table: Table) -> None:
    shown = by_keys(table)
    shown.switch()
    assert shown.numbers == [0, 1, 2, 3, 4]
    assert shown.numbers[shown.at] == 4
    assert shown.text().startswith("Variation 1 of 1, taken back · ")
    shown.switch()
    assert shown.numbers[shown.at] == 5
    assert "Variation" not in shown.text()


def test_the_texts_of_rules_are_shown_on_demand(table: Table) -> None:
    shown = by_keys(table)
    shown.go(99)
    assert "A random player begins" not in shown.text()
    shown.rule_texts = True
    assert "UP-9: " in shown.text()
    assert "A random player begins" in shown.text()


def test_it_plays_by_itself_to_the_end_and_stops_there(table: Table) -> None:
    shown = by_keys(table)
    shown.pace, shown.running = 0.001, True

    async def watch() -> None:
        playing = asyncio.create_task(shown.play_on())
        while shown.running:
            await asyncio.sleep(0.001)
        playing.cancel()

    asyncio.run(asyncio.wait_for(watch(), timeout=60))
    assert shown.numbers[shown.at] == 5


@pytest.mark.parametrize(
    ("keys", "last"),
    a_few(
        [
            ("n\x1b[Cnp", "Move 2 of 5"), ("\x1b[F\x1b[H", "Move 0 of 5"), ("3\r", "Move 3 of 5"),
            ("v", "Variation 1 of 1, taken back · .*Move 4 of 5"),
        ],
        2,
    ),
)  # fmt: skip
def test_on_a_terminal_keys_step_and_the_last_step_stays_on_the_screen(table: Table, keys: str, last: str) -> None:
    child = table.terminal("replay", table.id)
    child.expect("q: quit")
    child.send(keys)
    child.send("q")
    child.expect(r"\?1049l.*" + last)  # after the full screen is left
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
