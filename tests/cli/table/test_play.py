"""`tablescribe play`: what a person types at the table, what is recorded, and what is shown."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tablescribe.cli.table.prompt import Complete
from tablescribe.cli.table.session import Session
from tablescribe.cli.table.situation import Situation
from tablescribe.domain.match.events import Noted, Played
from tablescribe.domain.table.table import Changed, Moved
from tests.cli.at_table import ATTACK, SUPPLY, Table, script
from tests.cli.conftest import Run


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def last(table: Table) -> Played:
    match = table.match()
    move = match.moves[match.head]
    assert isinstance(move, Played)
    return move


# --- choosing what to do ----------------------------------------------------------------------


def test_a_card_and_a_way_are_enough_where_one_legal_action_fits(table: Table) -> None:
    shown = table.play("2 circle")
    assert last(table).action == {
        "do": "play_movement", "card": "movement:2", "pawn": 1, "at": 2, "use": "circle",
    }  # fmt: skip
    assert "   1  Ada (blue) plays movement card 2 [own +1 □1]" in shown
    assert "blue pawn moves from 2 (village Frost) to 3" in shown


def test_the_beginning_of_a_word_is_enough(table: Table) -> None:
    table.play("sk")
    assert last(table).action == {"do": "skip"}


def test_a_long_list_is_chosen_from_step_by_step(table: Table) -> None:
    """First the kind of action; then the card, by its own number; then the way, with where it leads."""
    shown = table.play("", "2.", "12", "2.")
    assert " 2.  play movement (66)  e.g. " in shown
    assert "     which movement card?" in shown
    assert " 12  [own +6 □1]" in shown
    assert (
        " 2.  blue pawn on 2 (village Frost), straight to the square  (blue pawn moves from 2 (village Frost) to 1"
        in shown
    )
    assert last(table).action["card"] == "movement:12"
    assert last(table).action["use"] == "square"


def test_a_number_from_the_list_means_its_line_and_nothing_else(table: Table) -> None:
    """The second line of the first list, where a card has the number 2, too; another word says the card."""
    for typed in ("2", "2."):
        assert "which movement card?" in table.play("", typed)
        assert table.match().head == 0
    assert "movement card 2 [own +1 □1]" in table.play("", "card=2")


@pytest.mark.parametrize("line", ["99", "0"])
def test_a_number_that_is_no_line_does_nothing_without_a_list(line: str, table: Table) -> None:
    assert f"The list has no line {line}. Enter shows the whole list again." in table.play(line)
    assert table.match().head == 0


def test_a_number_that_is_nothing_else_needs_no_dot(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.record(*ATTACK).play("", "1", "4", "7")
    assert table.match().head == 5


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("note", "`note` is used like this: note TEXT: add a note"),
        ("undo x", "`undo` is used like this: undo the last move; undo 3: the last three"),
        ("log 5", "`log` takes no other words: show what happened so far"),
        ("close now", "`close` takes no other words: close the match with its result"),
    ],
)
def test_a_word_that_was_typed_wrongly_is_told_how_it_is_typed(line: str, told: str, table: Table) -> None:
    shown = table.play(line)
    assert told in shown
    assert "nothing legal" not in shown


def test_words_that_fit_several_actions_list_them(table: Table) -> None:
    shown = table.play("6 yellow")
    assert (
        " 1.  yellow pawn on 6 (village Dune), using the circle  "
        "(yellow pawn moves from 6 (village Dune) to 8 (pickaxe)" in shown
    )
    assert (
        " 2.  yellow pawn on 6 (village Dune), straight to the square  (yellow pawn moves from 6 (village Dune) to 3"
        in shown
    )
    assert table.match().head == 0


def test_an_action_can_be_typed_in_full_or_as_json(table: Table) -> None:
    table.play("play_movement card=movement:2 pawn=1 at=2 use=circle", json.dumps({"do": "skip"}))
    match = table.match()
    assert match.head == 2
    assert last(table).seat == 2


def test_a_card_that_lies_elsewhere_is_said_to_lie_there(table: Table) -> None:
    shown = table.record(SUPPLY[0]).play("2 circle")
    assert "`2` matches no legal action now: movement card 2 [own +1 □1] lies in the movement discard pile" in shown


def test_a_place_that_no_pawn_can_play_to_is_refused_by_a_rule(table: Table) -> None:
    assert "Not recorded: UP-11" in table.play("12 circle 9")
    assert table.match().head == 0


# --- chance -----------------------------------------------------------------------------------


def test_cards_are_asked_for_and_may_be_named_by_their_number(table: Table) -> None:
    shown = table.record(*SUPPLY).play("14 2 circle", "5", "movement:17")
    assert "Ada (blue) draws from the movement deck (Ada (blue)'s pawn is redistributed): which one?" in shown
    assert last(table).outcomes[:2] == ("movement:5", "movement:17")
    assert table.match().table.number("score:1") == 2


def test_an_impossible_card_is_asked_for_again(table: Table) -> None:
    shown = table.record(*SUPPLY).play("14 2 circle", "2", "5", "17")
    assert "2 cannot come up. Possible: 1, " in shown
    assert table.match().head == 4


@pytest.mark.parametrize("answers", [[""], ["5", ""]])
def test_no_answer_cancels_the_move_and_nothing_is_recorded(table: Table, answers: list[str]) -> None:
    before = table.record(*SUPPLY).match().version
    assert "Not recorded." in table.play("14 2 circle", *answers)
    assert table.match().version == before


def test_the_end_of_the_input_cancels_the_move(table: Table) -> None:
    table.record(*SUPPLY).play("14 2 circle", "5")
    assert table.match().head == 3


# --- an open window ---------------------------------------------------------------------------


def test_the_victim_of_an_attack_is_told_what_may_be_answered(table: Table) -> None:
    shown = table.record(*ATTACK).play("decline", "4", "7")
    assert (
        "Cleo (red) may decide whether to play Defence: `decline`. Or play on." in shown
    )  # without a power card no Defence
    assert last(table).action == {"do": "decline"}
    assert not last(table).implied


def test_the_name_of_an_action_never_stands_for_another(table: Table) -> None:
    """Red holds no power card, so `defend` is refused; that `decline` reads "does not defend" is no reason to do it."""
    before = table.record(*ATTACK).match().version
    assert "Not recorded: " in table.play("defend", "4", "7")
    assert table.match().version == before


def test_json_answers_a_window(table: Table) -> None:
    table.record(*ATTACK).play('{"do": "decline"}', "4", "7")
    assert not last(table).implied


def test_a_move_that_comes_after_the_end_is_told_so(table: Table) -> None:
    """Nobody defends against the attack that wins: what was typed after it cannot be played any more."""
    with table.scribe() as scribe:
        scribe.missed(table.id, [Changed("score:1", 0, 11)], moves=9)
    shown = table.record(*ATTACK).play("skip", "skip", "blue: skip")
    assert "The game ended because nobody responded. Your line was not recorded." in shown
    assert "the game is over after move 6: close the match, or undo a move" in shown
    assert table.match().table.text("winners") == "1"


def test_going_on_closes_the_window_together_with_what_follows(table: Table) -> None:
    shown = table.record(*ATTACK).play("skip", "4", "7")
    match = table.match()
    closing, following = match.moves[5], match.moves[6]
    assert isinstance(closing, Played)
    assert isinstance(following, Played)
    assert (closing.seat, closing.action, closing.implied) == (3, {"do": "decline"}, True)
    assert (following.seat, following.action, following.implied) == (2, {"do": "skip"}, False)
    assert "Cleo (red) does not defend (no one responded)" in shown


def test_going_on_with_a_move_from_where_the_redistribution_put_a_pawn(table: Table) -> None:
    """Card 4 leads blue to 4, card 7 yellow to 6; only then is it clear that yellow's card 13 goes from 6 twice."""
    table.record(*ATTACK).play("13 6 circle", "4", "7")
    assert last(table).action["at"] == 6
    assert table.match().table.count("terrain:5", "pawn:2") == 1


@pytest.mark.parametrize("typed", ["skp", "purple 3", "blue:"])
def test_a_mistyped_word_does_not_close_the_window_nor_ask_for_cards(table: Table, typed: str) -> None:
    before = table.record(*ATTACK).match().version
    assert "which one?" not in table.play(typed)
    assert table.match().version == before


def test_a_window_stays_open_when_what_follows_is_refused(table: Table) -> None:
    before = table.record(*ATTACK).match().version
    shown = table.play("blue: skip", "4", "7")
    assert "Not recorded: UP-9: it is Ben (yellow)'s turn" in shown
    assert table.match().version == before


def test_what_was_refused_after_a_window_can_be_recorded_with_the_cards_told(table: Table) -> None:
    table.record(*ATTACK).play("blue: skip", "4", "7", "anyway")
    match = table.match()
    assert [type(match.moves[n]) for n in (5, 6)] == [Played, Played]
    assert [one.rule for one in last(table).irregularities] == ["UP-9"]


# --- refusals ---------------------------------------------------------------------------------


def test_a_refusal_shows_the_rule_and_what_would_be_legal_and_can_be_recorded_anyway(table: Table) -> None:
    shown = table.play("play_movement card=12 pawn=2 at=6 use=circle", "anyway")
    assert "Not recorded: UP-11: this card's grey arrow moves only your own pawns" in shown
    assert "  UP-11: A grey arrow pointing down moves one of your own pawns" in shown
    assert "legal actions: Ada (blue) plays movement card 12 [" in shown, "what is near: the same card, one's own pawn"
    assert "breaks UP-11: this card's grey arrow moves only your own pawns" in shown
    assert [one.rule for one in last(table).irregularities] == ["UP-11"]


def test_another_seat_acts_by_name(table: Table) -> None:
    table.play("yellow: skip", "anyway")
    assert last(table).seat == 2
    assert [one.rule for one in last(table).irregularities] == ["UP-9"]


def test_anyway_records_nothing_when_nothing_was_refused(table: Table) -> None:
    assert "no move was refused" in table.play("anyway")
    assert "no move was refused" in table.play("yellow: skip", "skip", "anyway")
    assert table.match().head == 1


# --- take-backs -------------------------------------------------------------------------------


def test_a_take_back_past_a_card_needs_everybody_and_can_be_restored(table: Table) -> None:
    shown = table.play("2 circle", "undo", "y", "redo")
    assert "Ada (blue), Ben (yellow) and Cleo (red) must agree" in shown
    match = table.match()
    assert match.head == 1
    assert [type(event).__name__ for event in match.take_backs] == ["TakenBack", "Restored"]


def test_a_take_back_without_consent_does_not_happen(table: Table) -> None:
    assert "Nothing was taken back." in table.play("2 circle", "undo", "n")
    assert table.match().head == 1


def test_several_moves_are_taken_back_at_once(table: Table) -> None:
    table.play("skip", "skip", "skip", "undo 3", "yes")
    assert table.match().head == 0


# --- notes, rules, the end --------------------------------------------------------------------


def test_notes_rules_the_board_and_the_log_are_a_word_away(table: Table) -> None:
    shown = table.play(
        "note the deck was recounted", "rule up-9", "rule UP-99", "rules", "skip", "board", "log", "help"
    )
    assert "UP-9   A random player begins" in shown
    assert "there is no rule UP-99" in shown
    assert "UP-54  " in shown
    assert shown.count("   1  Ada (blue) skips and draws two movement cards") == 2
    (few,) = re.findall(r"^(\d+ (?:circle|square)) +any words that match one legal action", shown, re.M)
    assert "3: skip" in shown
    table.play(few)
    assert last(table).action["card"] == f"movement:{few.split()[0]}", "the help's own example can be typed"
    match = table.match()
    assert [note.text for note in match.notes if isinstance(note, Noted)] == ["the deck was recounted"]


def test_a_refusal_says_how_to_look_its_rule_up_and_the_rule_lists_its_moves(table: Table) -> None:
    shown = table.play("2 circle", "1: skip", "anyway", "rules up9", "rules supply of villages")
    assert "`rules UP-9` shows the moves that cite the rule" in shown
    assert re.search(
        r"^UP-9   A random player begins.*\n +1  Ada \(blue\) plays .*\n +2  Ada \(blue\) skips", shown, re.M
    )
    assert "UP-27" in shown


def test_a_judges_rule_says_at_the_prompt_why_it_is_the_judges(run: Run) -> None:
    shown = run("play", "--new", "chess", "Ann", "Ben", "--language", "de", stdin="rules CH-4.1\n").output
    assert "CH-4.1 Ein Zug wird mit einer Hand ausgeführt." in shown
    assert "Dem Schiedsrichter überlassen: Mit welcher Hand gezogen wird, ist nicht aufgezeichnet." in shown


def test_a_log_of_nothing_says_so(table: Table) -> None:
    shown = table.play("log", "skip", "log")
    assert shown.count("no moves yet") == 1


def test_the_last_move_shows_the_result_and_offers_to_close(tmp_path: Path) -> None:
    opening, *lines = script("three_players")
    table = Table(tmp_path, **{key: value for key, value in opening["new"].items() if key not in ("game", "seats")})
    with table.scribe() as scribe:
        for line in lines[:-1]:
            if "undo" in line:
                scribe.undo(table.id, **line["undo"])
            else:
                action = {key: value for key, value in line.items() if key not in ("seat", "outcomes")}
                scribe.play(table.id, line["seat"], action, line.get("outcomes", ()))
    final = {key: value for key, value in lines[-1].items() if key not in ("seat", "outcomes")}
    shown = table.play(json.dumps(final), *map(str, lines[-1].get("outcomes", ())), "skip", "", "n", "close", "y")
    assert "The game is over: " in shown
    assert "won (UP-51)" in shown
    assert "Enter closes the match." in shown
    assert "The match stays open." in shown
    assert "closed: " in shown
    assert table.match().closed is not None


# --- two recorders, one seat ------------------------------------------------------------------


def test_what_somebody_else_recorded_is_told_and_the_move_asked_again(table: Table) -> None:
    typed = iter(["skip", "skip", "quit"])

    def ask(prompt: str, complete: Complete) -> str:
        line = next(typed)
        if prompts == []:
            table.record({"seat": 1, "do": "skip"})
        prompts.append(prompt)
        return line

    prompts: list[str] = []
    with table.scribe() as scribe:
        Session(scribe, table.id, ask, None).run()
    assert [prompt.split(">")[0] for prompt in map(plain, prompts)] == ["Ada (blue)", "Ben (yellow)", "Cleo (red)"]
    assert [move.seat for move in table.match().moves[1:] if isinstance(move, Played)] == [1, 2]


def plain(text: str) -> str:
    from click import unstyle

    return unstyle(text)


def test_without_colours_the_board_says_whose_pawn_it_is(table: Table) -> None:
    """A pawn is its seat's number, which stands beside the seat's name, too."""
    shown = table.play("2 circle")
    assert "2 ⌂ 1 " in shown
    assert re.search(r"▶ 2 Ben \(yellow\) +0 ", shown)
    assert re.search(r" 1 Ada \(blue\) +0 ", shown)


def test_one_seat_is_not_shown_what_the_others_hold(tmp_path: Path) -> None:
    """With open hands the program knows blue's two cards; yellow is offered all that blue may hold."""
    table = Table(tmp_path, chance="open", options={"first_player": 1}, outcomes=[f"movement:{n}" for n in range(1, 7)])
    held = table.match().table.pieces("hand:1")
    assert len(held) == 2
    everything = table.play("")
    yellow = table.play("", "2.", seat=2)
    assert sum("plays movement card" in line for line in everything.splitlines()) < 16
    assert " 24  [own -6 (-5, -1) □7]" in yellow
    assert "Seats are 1 to 3" in table.run("play", table.id, "--seat", "4").output


def test_one_seat_is_not_shown_hidden_points_in_what_it_may_do(tmp_path: Path) -> None:
    """Scores are hidden. Strength gives two points: blue is told from which to which, yellow is not."""
    table = Table(tmp_path, options={})
    with table.scribe() as scribe:
        scribe.missed(table.id, [Moved("?power", 1, "deck:power", "hand:1"), Changed("score:1", 0, 5)], moves=3)
    match = table.match()
    told = {}
    for viewer in (1, 2):
        now = Situation(match, viewer)
        (strength,) = now.fitting(["strength"], None)
        told[viewer] = now.consequence(strength)
    assert told == {1: "Strength: blue +2", 2: "Strength: blue +2"}  # what the card gives is known to all
    assert "5 → 7" not in table.play("strength", seat=2)


def complete(table: Table, words: Sequence[str]) -> dict[str, str]:
    with table.scribe() as scribe:
        return Session(scribe, table.id, lambda prompt, complete: "", None).complete(words)


def test_completion_leads_from_card_to_way_and_says_what_each_word_means(table: Table) -> None:
    first = complete(table, [])
    assert first["12"] == "movement card 12 [own +6 □1]"
    assert "undo" in first
    assert complete(table, ["12"]) == {"circle": "use circle", "square": "use square"}
    assert complete(table, ["6"])["2"] == "yellow pawn"
    assert complete(table, ["12", "circle"]) == {}


# --- on a terminal ----------------------------------------------------------------------------


def test_on_a_terminal_words_complete_and_a_killed_session_loses_nothing(table: Table) -> None:
    child = table.terminal("play", table.id)
    child.expect("quit` leaves")
    child.expect("blue")
    child.send("1")
    child.expect(r"movement card 12 \[own \+6")  # the menu of completions
    child.send("2 square\r")
    child.expect("blue pawn moves from 2")
    child.expect("yellow")
    child.kill(9)
    child.close(force=True)
    assert last(table).action["card"] == "movement:12"
    table.play("skip")
    assert table.match().head == 2


def test_on_a_terminal_control_c_cancels_a_move_and_control_d_leaves(table: Table) -> None:
    child = table.record(*SUPPLY).terminal("play", table.id)
    child.expect("quit` leaves")
    child.send("14 2 circle\r")
    child.expect("which[?]")
    child.send("\x03")
    child.expect("Not recorded")
    child.send("\x04")
    child.expect("is recorded up to move 3")
    child.close()
    assert table.match().head == 3
