"""Windows, due steps, and the checks of a game when it is built."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import structs
from pydantic import Field

from tablescribe.domain.match.commuting import commutes
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.secrecy import told_action, told_data
from tablescribe.domain.rules.action import Action, Hidden, hidden_fields
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.chance import NoChance, ScriptedChance
from tablescribe.domain.rules.deciding import decide, may
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Options
from tablescribe.domain.rules.view import view
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Changed, Impossible, Table
from tablescribe.domain.words.text import Text, say
from tests.depth import times
from tests.support import (
    BLOCK,
    STAMP,
    TOY,
    Block,
    Let,
    Push,
    RollOn,
    Step,
    Take,
    ToyOptions,
    do,
    toy_match,
    toy_opening,
)

OTHER = Window("other", "TT-5", say("something else"))
BIDS = Window("bids", "TT-4", say("the bids"), simultaneous=True, secret=True)


def playing(*, as_played: bool = False) -> Play:
    return Play(toy_opening(3), Table(), NoChance(), as_played=as_played)


# --- opening and closing ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(), (1, 1), (2, 1, 2)])
def test_a_window_asks_somebody_and_nobody_twice(seats: tuple[int, ...]) -> None:
    play = playing()
    with pytest.raises(ValueError, match="each seat once, and at least one"):
        play.ask(BLOCK, *seats)
    assert not play.facts


def test_a_window_is_not_asked_over_an_open_one_unless_the_table_did() -> None:
    play = playing()
    play.ask(BLOCK, 1, 2)
    with pytest.raises(ValueError, match="other cannot be asked while block is open"):
        play.ask(OTHER, 3)
    late = playing(as_played=True)
    late.ask(BLOCK, 1, 2)
    late.ask(OTHER, 3)
    assert (late.table.get(AWAITS), awaited(late.table)) == ("other", (3,))


def test_seats_answer_in_the_order_in_which_they_are_asked_or_all_at_once() -> None:
    one, all_ = playing(), playing()
    one.ask(BLOCK, 3, 1)
    all_.ask(BIDS, 3, 1)
    assert (awaited(one.table), awaited(all_.table)) == ((3, 1), (1, 3))
    assert not one.answered(3)
    assert one.answered(1)
    assert not one.table.values


def test_what_does_not_answer_is_refused_with_the_windows_rule_and_noted_as_played() -> None:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    for seat, act in ((3, Block()), (1, Let())):
        with pytest.raises(Illegal, match="TT-5: seat 2 must first decide whether the push is blocked"):
            decide(match.opening, match.table, seat, act, NoChance())
    decision = decide(match.opening, match.table, 3, Block(), NoChance(), as_played=True)
    assert [broken.rule for broken in decision.irregularities] == ["TT-5"]


def test_an_answer_to_what_nobody_asked_is_refused_and_cannot_even_be_played() -> None:
    match = toy_match()
    with pytest.raises(Illegal, match="TT-5: no one is being asked whether the push is blocked"):
        do(match, 2, Block())
    with pytest.raises(Impossible, match="no one is being asked"):
        do(match, 2, Block(), as_played=True)
    assert match.head == 0


class Swap(Action):
    answers: ClassVar[str | None] = "other"
    do: Literal["swap"] = "swap"

    def text(self) -> Text:
        return say("swaps fields")


def swapping(start: int = 0) -> Match:
    """Open a match of a toy game in which a seat on field 0 is not asked for a swap (TT-3)."""
    rules = deepcopy(TOY.rules)
    rules(Swap)(lambda play, seat, act: None)
    rules.passed_over(Swap)(
        lambda play, seat, act: play.require("TT-3", play.table.number(f"field:{seat}"), say("it is on field 0"))
    )
    kinds = Annotated[Step | RollOn | Take | Push | Block | Let | Swap, Field(discriminator="do")]
    toy = replace(TOY, rules=rules, actions=kinds, windows=(BLOCK, OTHER))
    opening = Opening(toy, 2, ToyOptions(start=start), TOY.catalogue)
    return Match.open("m", opening, toy_match().opened.seats, STAMP)


def test_who_is_passed_over_is_told_by_which_rule_also_after_a_window_of_their_own_closes() -> None:
    """A push lets seat 2 fall by one field: onto field 0, where nobody swaps, or below it, where nothing forbids it."""
    with pytest.raises(Illegal, match="TT-3: it is on field 0"):
        do(swapping(), 2, Swap())
    for start, why in ((1, "TT-3: it is on field 0"), (0, "TT-5: no one is being asked something else")):
        match = swapping(start)
        do(match, 1, Push(seat=2))
        with pytest.raises(Illegal, match=why):
            do(match, 2, Swap())
        assert match.head == 1, "nothing is recorded of what is refused"


# --- who keeps the table, and who only sits at it ---------------------------------------------


def test_a_seat_that_records_for_itself_closes_no_window_that_is_open_for_others() -> None:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    before = match.table.copy()
    with pytest.raises(Illegal, match="TT-5: seat 2 must first decide whether the push is blocked"):
        do(match, 1, RollOn(), 3, keeper=False)
    assert (match.table, match.head) == (before, 1)
    assert do(match, 2, Let(), keeper=False)


def test_a_seat_may_go_on_past_a_window_that_only_it_was_asked() -> None:
    match = toy_match(2)
    do(match, 1, Push(seat=2))
    closing, move = do(match, 2, Step(fields=1), keeper=False)
    assert (closing.implied, move.implied) == (True, False)


def test_dice_that_come_after_an_open_window_are_for_the_keeper_to_tell() -> None:
    match = toy_match(3)
    with pytest.raises(Exception, match="no die or card is needed for 3"):
        do(match, 1, Push(seat=2), 3, keeper=False)
    assert match.head == 0


# --- what is due ------------------------------------------------------------------------------

action = Rules()


class Begin(Action):
    do: Literal["begin"] = "begin"

    def text(self) -> Text:
        return say("begins")


class Answer(Action):
    answers: ClassVar[str | None] = "question"
    do: Literal["answer"] = "answer"

    def text(self) -> Text:
        return say("answers")


class Declare(Action):
    """Anybody may say this at any time, and no window closes by it."""

    beside: ClassVar[bool] = True
    do: Literal["declare"] = "declare"

    def text(self) -> Text:
        return say("declares something")


class Secretly(Action):
    do: Literal["secretly"] = "secretly"
    amount: Hidden[int]

    def text(self) -> Text:
        return say("puts {amount} aside", amount=self.amount)


QUESTION = Window("question", "TT-1", say("the answer"))
ACTIONS = Annotated[Begin | Answer | Declare | Secretly, Field(discriminator="do")]


@action(Begin)
def begin(play: Play, seat: int, act: Begin) -> None:
    play.then("last", said="last")
    play.then("outer")


@action.step("outer")
def outer(play: Play) -> None:
    play.then("log", said="after the inner ones")
    play.then("inner", seat=2)
    play.then("inner", seat=1)


@action.step("inner")
def inner(play: Play, *, seat: int) -> None:
    play.then("log", said=f"after {seat}")
    play.ask(QUESTION, seat)


@action.step("log")
@action.step("last")
def log(play: Play, *, said: str) -> None:
    play.set("log", f"{play.table.text('log')}{said}; ")


@action(Answer)
def answer(play: Play, seat: int, act: Answer) -> None:
    play.answered(seat)


@action(Declare)
def declare(play: Play, seat: int, act: Declare) -> None:
    play.add("declared", 1)


@action(Secretly)
def secretly(play: Play, seat: int, act: Secretly) -> None:
    play.require("TT-2", act.amount > 0, say("something must be put aside"))
    play.checked()
    play.seal(seat, "aside", act.amount)
    if act.amount == 7:
        play.unseal(seat, "aside")
    play.roll("d6", {1: 1, 2: 1}, seat, say("what follows"))


@action.at_rest
def at_rest(play: Play) -> None:
    play.add("rests", 1)


STEPS = replace(
    TOY, rules=action, actions=ACTIONS, windows=(QUESTION,), in_turn=lambda setting, table: (1, 2),
    offers=lambda setting, table, seat: (Begin(), Answer(), Declare()), result=lambda setting, table: None,
)  # fmt: skip


def stepping() -> Match:
    opening = Opening(STEPS, 2, TOY.options(), TOY.catalogue)
    return Match.open("m", opening, toy_match().opened.seats, STAMP)


def test_steps_come_latest_first_and_wait_while_somebody_is_asked() -> None:
    match = stepping()
    do(match, 1, Begin())
    assert (match.to_act, [step.do for step in due(match.table)]) == ((1,), ["last", "log", "inner", "log"])
    assert match.table.get("rests") is None, "nothing rests while somebody is asked"
    do(match, 1, Answer())
    assert (match.to_act, match.table.get("log")) == ((2,), "after 1; ")
    do(match, 2, Answer())
    assert match.table.get("log") == "after 1; after 2; after the inner ones; last; "
    assert (due(match.table), match.table.get("rests")) == ([], 1)


def test_steps_are_taken_back_with_what_put_them_there() -> None:
    match = stepping()
    tables = [match.table.copy()]
    for seat, act in ((1, Begin()), (1, Answer()), (2, Answer())):
        do(match, seat, act)
        tables.append(match.table.copy())
    for to in (2, 1, 0):
        match.take_back(to, STAMP, judge=True)
        assert match.table == tables[to]
    match.restore(3, STAMP)
    assert match.table == tables[3]


def test_what_may_be_said_beside_a_window_leaves_it_open() -> None:
    match = stepping()
    do(match, 1, Begin())
    (move,) = do(match, 2, Declare(), keeper=False)
    assert not move.irregularities
    assert (match.to_act, match.table.get("declared")) == ((1,), 1)


def test_asking_ends_where_a_rule_says_that_all_is_checked() -> None:
    match = stepping()
    assert may(match.opening, match.table, 1, Secretly(amount=1))
    assert not may(match.opening, match.table, 1, Secretly(amount=0))
    play = Play(match.opening, match.table, ScriptedChance([1]))
    action.carry_out(play, 1, Secretly(amount=1))
    assert play.is_checked
    play.take_back()


# --- what is decided in secret ----------------------------------------------------------------


def test_what_is_sealed_only_its_seat_sees_until_it_is_opened() -> None:
    match = stepping()
    do(match, 1, Secretly(amount=3), 1)
    key = "sealed:1:aside"
    assert [view(match.opening, match.table, viewer).get(key) for viewer in (1, 2, None)] == [3, "?", "?"]
    play = Play(match.opening, match.table, NoChance())
    assert play.unseal(1, "aside") == 3
    assert (match.table.get("aside"), match.table.get(key)) == (3, None)
    assert play.unseal(2, "aside") is None


def test_a_hidden_field_is_withheld_until_what_it_sealed_is_opened() -> None:
    assert hidden_fields(Secretly) == {"amount"}
    match = stepping()
    (move,) = do(match, 1, Secretly(amount=3), 1)
    for viewer in (2, None):
        told = told_action(STEPS, match.moves, move, viewer)
        assert told is not None
        assert str(told.text()) == "puts ? aside"
        assert told_data(STEPS, match.moves, move, viewer) == {"do": "secretly"}
    assert told_data(STEPS, match.moves, move, 1) == {"do": "secretly", "amount": 3}
    (open_,) = do(match, 2, Secretly(amount=7), 1)
    assert told_action(STEPS, match.moves, open_, 1) == Secretly(amount=7), "opened by the very move"
    match.miss([Changed("sealed:1:aside", 3, None), Changed("aside", 7, 3)], STAMP, moves=1)
    assert told_action(STEPS, match.moves, move, 2) == Secretly(amount=3)


# --- answers that commute ---------------------------------------------------------------------


def test_no_answer_is_in_time_for_a_window_in_which_seats_take_turns() -> None:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    seen = match.version
    match.note("hm", STAMP)
    assert not commutes(match, seen, 2, Let())
    assert not commutes(match, seen, 2, Step(fields=1))


# --- a game looks after itself ----------------------------------------------------------------


class Stray(Action):
    answers: ClassVar[str | None] = "nowhere"
    do: Literal["stray"] = "stray"


class Hedge(Action):
    answers: ClassVar[str | None] = "block"
    do: Literal["hedge"] = "hedge"
    fields: int


def hedged() -> dict[str, Any]:
    """Return parts of a game whose window is closed by an action that needs a number."""
    rules = deepcopy(TOY.rules)
    rules(Hedge)(lambda play, seat, act: None)
    kinds = Annotated[Step | RollOn | Take | Push | Block | Let | Hedge, Field(discriminator="do")]
    return {"rules": rules, "actions": kinds, "windows": (structs.replace(BLOCK, unused="hedge"),)}


NAMES = TOY.action_names

BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"windows": (BLOCK, BLOCK)}, "windows declared twice: block"),
    ({"windows": ()}, "Block answers 'block', which is no declared window"),
    ({"windows": (structs.replace(BLOCK, rule="TT-99"),)}, "the window block names the unknown rule TT-99"),
    (
        {"windows": (structs.replace(BLOCK, unused="roll_on"),)},
        "what closes the window block unused does not answer it",
    ),
    (
        {"windows": (structs.replace(BLOCK, unused="nothing"),)},
        "what closes the window block unused does not answer it",
    ),
    (hedged(), "what closes the window block unused needs more to be said"),
    ({"windows": (BLOCK, OTHER)}, "no action answers the window other"),
    (
        {"actions": Annotated[Step | RollOn | Block | Let | Push, Field(discriminator="do")]},
        "no action of the union: Take",
    ),
    ({"actions": ACTIONS}, "Begin has no rule"),
    ({"rules": Rules()}, "Step has no rule: put @action"),
    ({"names_ahead": (*NAMES[:-1], "hop")}, "names given ahead are not those of the actions: hop, let"),
    ({"names_ahead": NAMES[::-1]}, "names given ahead are not those of the actions: their order"),
]


@pytest.mark.parametrize(("changes", "why"), BROKEN)
def test_a_game_whose_parts_do_not_fit_together_is_not_built(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^toy: .*{why}"):
        replace(TOY, **changes)


def test_a_rule_or_step_that_is_there_twice_is_an_error() -> None:
    twice = Rules()
    twice(Stray)(lambda play, seat, act: None)
    with pytest.raises(ValueError, match="Stray has two rules"):
        twice(Stray)(lambda play, seat, act: None)
    twice.step("x")(lambda play: None)
    with pytest.raises(ValueError, match="two steps are named x"):
        twice.step("x")(lambda play: None)


def test_the_agenda_of_a_play_is_that_of_its_table() -> None:
    """The play keeps what it has read: whatever happens to steps, in whatever order, the table says the same."""
    chance, play = random.Random(1), playing()
    for _ in range(times(300, 5000)):
        match chance.randrange(7):
            case 0 | 1:
                play.then("step", n=chance.randrange(3), of=[1, {"a": None}])
            case 2 if play.dues:
                play.drop(chance.choice(play.dues))
            case 3 if play.dues:
                step = chance.choice(play.dues)
                play.go_on_with(step, **{**step.arguments, "again": True})
            case 4 if play.dues:
                play.set(chance.choice(play.dues).key, None)
            case 5:
                play.set("turn", chance.randrange(5))
            case 6 if chance.random() < 0.1:
                play.take_back()
            case _:
                play.set(f"due:{chance.randrange(1, 9)}", '{"do":"other"}')
        assert list(play.dues) == due(play.table)


@pytest.mark.parametrize("of", ["whom", lambda arguments: [arguments["whom"]]])
def test_a_step_that_needs_a_seat_out_of_play_is_dropped_wherever_it_waits(of: Any) -> None:
    """Seat 2 dies by the step that comes first: of what waits below, only what needs seat 2 falls away."""
    rules, done = Rules(), list[str]()

    @rules.gone
    def is_dead(play: Play, seat: int) -> bool:
        return play.table.get(f"dead:{seat}") is not None

    @rules.step("arrived", of=of)
    def arrived(play: Play, *, whom: int) -> None:
        done.append(f"{whom} arrives")

    @rules.step("counted")
    def counted(play: Play, *, whom: int) -> None:
        done.append(f"{whom} is counted")

    @rules.step("killed")
    def killed(play: Play, *, whom: int) -> None:
        play.set(f"dead:{whom}", True)
        assert [step.do for step in play.dues] == ["arrived", "arrived", "counted"]

    play = playing()
    for step, whom in (("arrived", 2), ("arrived", 3), ("counted", 2), ("killed", 2)):
        play.then(step, whom=whom)
    rules.go_on(play)
    assert done == ["2 is counted", "3 arrives"]
    assert not play.dues


def test_options_are_no_more_than_a_game_has() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        Options.model_validate({"speed": 1})
