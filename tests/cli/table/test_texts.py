"""Texts that only people can read are resolved at the prompt with facts; a judge rules there, too; names complete."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.cli.table.fact_prompt import completed
from tablescribe.domain.rules.typed_facts import BadFact
from tablescribe.domain.table.table import Moved
from tablescribe.ledger.matches.fact_checks import read_facts
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.reader import Reader
from tests.domain.expeditions.table import SLOTS, SOUTH, given, house
from tests.domain.robinson.blank import PRINTED
from tests.domain.robinson.table import opened, set_up_outcomes


@pytest.fixture
def solo(tmp_path: Any) -> tuple[str, str]:
    """Return a ledger, and a match in which Smoke Market, at S3, has an effect that only people can read."""
    data = house()
    data["locations"][2]["gather"] = {"do": "judge", "text": "take what you like"}
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    options = {"mech": "tatanka", "pair": "p1", "first_player": 1}
    match = Scribe(ledger).new(
        "expeditions", ["Ada", "Automa"], options=options, catalogue=data, outcomes=[*SOUTH, *SLOTS]
    )
    ledger.close()
    return path, match.id


def play(solo: tuple[str, str], *lines: str) -> str:
    """Type lines into `play`."""
    path, match = solo
    typed = "\n".join(lines) + "\n"
    return CliRunner().invoke(cli, ["--ledger", path, "play", match, "--plain"], input=typed).output


def test_a_text_is_told_where_it_is_asked_for(solo: tuple[str, str]) -> None:
    shown = play(
        solo, "move to=S3", "gather", "play card=starter:p1-character", "tell", "move card:m20 1 deck:card hand:1",
        "dance", "set coins 3", "", "play card=starter:p1-character",
    )  # fmt: skip
    in_order = [
        "EX-95: first record what this did, or that it did nothing: take what you like",
        "What did it do? Enter one fact per line. An empty line ends the list, `cancel` goes back.",
        "'dance' is not a fact: write `move PIECE N FROM TO`",
        "Ada (the human) plays ",
        "is recorded up to move 4",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, in_order[at.index(-1)]
    assert at == sorted(at)


def test_a_judge_rules_in_the_prompt(solo: tuple[str, str]) -> None:
    shown = play(solo, "ruling EX-72 a coin was forgotten", "set nonsense 5", "set coinz 1", "set coins 1", "", "")
    assert "What does the ruling change?" in shown
    assert "'nonsense' is not in this game" in shown
    assert "Did you mean coins?" in shown
    assert shown.index("nothing is recorded yet") < shown.index("is recorded up to move 1")
    assert "is recorded up to move 1" in shown


def test_a_judge_goes_back_after_the_preview(solo: tuple[str, str]) -> None:
    shown = play(solo, "ruling EX-72 a coin was forgotten", "set coins 1", "", "cancel")
    assert "nothing is recorded yet" in shown
    assert "is recorded up to move 1" not in shown


def test_the_command_line_shows_what_a_ruling_would_change(solo: tuple[str, str]) -> None:
    path, match = solo
    told = ["--ledger", path, "ruling", match, "--clause", "EX-72", "--reason", "miscounted"]
    wrong = CliRunner().invoke(cli, [*told, "--fact", "set nonsense 5", "--json"])
    assert json.loads(wrong.output)["error"]["code"] == "fact.form"
    seen = json.loads(CliRunner().invoke(cli, [*told, "--fact", "set coins 1", "--preview", "--json"]).output)
    assert (seen["preview"], seen["version"], len(seen["changes"])) == (True, None, 1)
    done = json.loads(CliRunner().invoke(cli, [*told, "--fact", "set coins 1", "--json"]).output)
    assert done["move"] == seen["move"] == 1


def test_a_ruling_on_a_finished_game_says_how_its_result_is_decided_again(solo: tuple[str, str]) -> None:
    """No game counts its end again when coins are corrected; the judge is told what to do, in the preview too."""
    path, match = solo
    told = ["--ledger", path, "ruling", match, "--clause", "EX-72", "--reason", "miscounted"]

    def ruled(fact: str, *more: str) -> str:
        done = CliRunner().invoke(cli, [*told, "--fact", fact, *more])
        assert done.exit_code == 0, done.output
        return " ".join(done.output.split())

    hint = "this ruling does not change its ending or its winners"
    assert hint not in ruled("set winner 2"), "this one ends the game"
    shown = [ruled("set coins 30", "--preview"), ruled("set coins 30")]
    assert all(hint in one and f"tablescribe correct {match}" in one for one in shown)
    assert "--replaces 1" in shown[0]
    assert hint not in ruled("set winner 1"), "this one changes the winner"
    assert hint not in ruled("set coins 30", "--replaces", "1"), "this one takes the end back"


def test_the_prompt_says_it_before_the_ruling_is_recorded(solo: tuple[str, str]) -> None:
    shown = play(
        solo, "ruling EX-72 the end", "set winner 2", "", "", "ruling EX-72 miscounted", "set coins 30", "", ""
    )
    hint = shown.find("does not change its ending or its winners")
    assert shown.find("is recorded up to move 1") < hint < shown.rfind("Press Enter to record the ruling")


def test_on_the_command_line_facts_are_said_one_by_one(solo: tuple[str, str]) -> None:
    path, match = solo

    def run(*words: str) -> Any:
        return CliRunner().invoke(cli, ["--ledger", path, "move", match, *words, "--json"])

    run("move", "to=S3")
    run("gather")
    told = run("tell", "benefit=take_what_you_like", "fact=set coins 2", "fact=move card:m20 1 deck:card hand:1")
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["moves"]


def test_pieces_and_zones_complete() -> None:
    match = given()
    next_words = partial(completed, Reader(match.opening), match.table, ["swept"])
    assert set(next_words(())) == {"move", "turn", "set"}
    assert "card:i01" in next_words(("move",))
    assert next_words(("move", "card:i01", "1")) == {"slot:M1": "slot M1"}
    assert {"hand:1", "swept"} <= next_words(("move", "card:i01", "1", "slot:M1")).keys(), "an empty zone, too"
    assert next_words(("turn", "slot:M1")).keys() == {"card:i01"}
    assert "coins" in next_words(("set",))
    assert next_words(("set", "coins", "3", "4")) == {}


# --- a ruling leaves no card drawable -----------------------------------------------------------


def drawn_by_ruling(*facts: str) -> Any:
    """Return a match after a ruling said so, recorded as the scribe does."""
    from tablescribe.ledger.matches.fact_checks import check_playable
    from tests.support import STAMP

    match = given()
    told = read_facts(match.table, facts)
    match.rule(told, STAMP, clause="EX-95", reason="test")
    check_playable(match, told)
    return match


@pytest.mark.parametrize(
    "facts",
    [
        ("move card:m20 1 deck:card hand:1",),
        ("move ?card 1 deck:card hand:1", "turn hand:1 ?card card:m20 1"),
        ("move ?card 1 deck:card hand:1", "turn hand:1 ?card card:m20 1", "turn unseen:card card:m20 ?card 1"),
    ],
)
def test_a_ruling_that_draws_a_card_leaves_it_undrawable(facts: tuple[str, ...]) -> None:
    match = drawn_by_ruling(*facts)
    assert match.table.where("card:m20") == ["hand:1"]
    assert match.table.count("deck:card") == match.table.count("unseen:card") - match.table.count(
        "unseen:card", "?card"
    )


def test_a_card_that_goes_back_can_be_drawn_again() -> None:
    match = drawn_by_ruling("move card:i01 1 slot:M1 deck:card")
    assert match.table.count("unseen:card", "card:i01") == 1


def test_facts_that_leave_a_card_drawable_are_refused() -> None:
    with pytest.raises(BadFact, match="would be face up and still be drawn from deck:card"):
        drawn_by_ruling("move ?card 1 deck:card hand:1", "move card:m20 1 unseen:card hand:1")
    match = given()
    raw = [Moved("card:m20", 1, "unseen:card", "hand:1")]
    from tablescribe.ledger.matches.fact_checks import check_playable
    from tests.support import STAMP

    match.rule(raw, STAMP, clause="EX-95", reason="test")
    with pytest.raises(BadFact):
        check_playable(match, raw)


# --- Robinson Crusoe: several seats, and items --------------------------------------------------------


@pytest.fixture
def castaways(tmp_path: Any) -> tuple[str, str]:
    """Return a ledger, and a match in which only people can read the effect of seat 1's Biscuits."""
    data = PRINTED.plain() | {"name": "texts"}
    item = next(one for one in data["starting_items"] if one["id"] == "biscuits")
    item["effect"] = {"do": "judge", "text": "take what you like"}
    fixed = opened(catalogue=data).opening
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    match = Scribe(ledger).new(
        "robinson", ["Ada", "Ben"], options={"scenario": "idols"}, catalogue=data, outcomes=set_up_outcomes(fixed)
    )
    ledger.close()
    return path, match.id


def test_a_text_of_an_item_is_told_in_the_same_prompt(castaways: tuple[str, str]) -> None:
    shown = play(
        castaways, "use_item item=starting:biscuits", "rest", "tell", "move food 2 supply stock:1", "dance",
        "set determination:1 4", "", "undo", "redo", "rest",
    )  # fmt: skip
    in_order = [
        "RC-B97: Ada must first decide what the text did, or that it did nothing",
        "What did it do? Enter one fact per line. An empty line ends the list, `cancel` goes back.",
        "'dance' is not a fact: write `move PIECE N FROM TO`",
        "2  Ada records what this did: take what you like (2 × food: the supply → the stock of Ada; "
        "the determination of Ada: 4)",
        "Ada gains 2 food and 3 determination",
        "is recorded up to move 3",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, (in_order[at.index(-1)], shown)
    assert at == sorted(at), shown


def test_what_a_text_of_an_item_did_is_said_on_the_command_line(castaways: tuple[str, str]) -> None:
    path, match = castaways

    def run(*words: str) -> Any:
        return CliRunner().invoke(cli, ["--ledger", path, *words])

    run("move", match, "use_item", "item=starting:biscuits")
    refused = run("move", match, "tell", "benefit=take_what_you_like", "fact=set turn 2")
    assert refused.exit_code, refused.output
    assert "a text cannot change turn" in refused.output
    told = run("move", match, "tell", "benefit=take_what_you_like", "fact=move food 2 supply stock:1")
    assert told.exit_code == 0, told.output
    assert "gains 2 food" in told.output
    assert run("audit", match).exit_code == 0


# --- Tomb Raider: cards and obstacles -------------------------------------------------------------------


def riddle(tmp_path: Any, edition: str = "") -> tuple[str, str]:
    """Return a ledger, and a match in which seat 1 holds the Riddle, whose effect only people can read."""
    from tests.domain.tomb_raider.box import BOX

    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    options = {"level": "hall", "rerolls": False}
    match = Scribe(ledger).new("tomb_raider", ["Ada"], options=options, catalogue=BOX, edition=edition)
    ledger.close()
    return path, match.id


DEALT = ("ruling TR-102 it was dealt", "move draw1:riddle 1 deck:draw1 hand:1", "", "", "play_card card=draw1:riddle")


def test_a_text_of_a_card_of_tomb_raider_is_told_in_the_same_prompt(tmp_path: Any) -> None:
    shown = play(
        riddle(tmp_path), *DEALT, "stay", "tell", "move marker:damage 1 box raider:1", "dance", "set extra_steps:1 2",
        "", "stay",
    )  # fmt: skip
    in_order = [
        "the table resolves: everybody sings",
        "Ada must decide what the text did, or that it did nothing: `tell`",
        "TR-135: Ada must first decide what the text did",
        "What did it do? Enter one fact per line. An empty line ends the list, `cancel` goes back.",
        "'dance' is not a fact: write `move PIECE N FROM TO`",
        "3  Ada records what this did: everybody sings (damage: the box → the raider of Ada; "
        "the extra steps of Ada: 2)",
        "Ada takes 1 damage",
        "4  Ada stays",
        "is recorded up to move 4",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, (in_order[at.index(-1)], shown)
    assert at == sorted(at), shown


def test_what_a_text_of_a_card_did_is_said_on_the_command_line(tmp_path: Any) -> None:
    path, match = riddle(tmp_path)
    play((path, match), *DEALT)

    def run(*words: str) -> Any:
        return CliRunner().invoke(cli, ["--ledger", path, *words])

    refused = run("move", match, "stay")
    assert (refused.exit_code, "TR-135" in refused.output) == (3, True), refused.output
    refused = run("move", match, "tell", "benefit=everybody_sings", "fact=set turn 2")
    assert "a text cannot change turn" in refused.output
    assert "everybody sings" in run("show", match).output, "the text stands where the table is shown"
    told = run("move", match, "tell", "benefit=everybody_sings", "fact=move marker:stuck 1 box raider:1")
    assert told.exit_code == 0, told.output
    assert "Ada is stuck" in told.output
    assert run("audit", match).exit_code == 0


def test_a_judge_rules_in_tomb_raider_where_play_stopped_for_a_text(tmp_path: Any) -> None:
    shown = play(
        riddle(tmp_path), *DEALT, "ruling TR-102 everybody sings", "move marker:damage 1 box raider:1", "", "",
        "tell", "",
    )  # fmt: skip
    assert "3  the judge rules, by TR-102: everybody sings" in shown
    assert "4  Ada records what this did: everybody sings" in shown
    assert "is recorded up to move 4" in shown


def test_a_match_of_the_first_edition_goes_on_without_a_word(tmp_path: Any) -> None:
    shown = play(riddle(tmp_path, "1"), *DEALT, "stay")
    assert "Ada may decide what the card does: `judged`. Or play on." in shown
    assert "Ada has resolved the card (no one responded)" in shown
    assert "is recorded up to move 4" in shown


def test_what_a_text_did_need_not_be_told_at_once(castaways: tuple[str, str]) -> None:
    """Who came there by a word that meant something else goes back, and nothing is recorded."""
    shown = play(
        castaways, "use_item item=starting:biscuits", "help", "tell", "set determination:1 4", "cancel", "board"
    )
    assert "take_what_you_like []" not in shown, "the help shows nothing that nobody would type"
    assert "Not recorded." in shown
    assert "is recorded up to move 1" in shown
