"""A refusal must not reveal unrecorded dice: what closing a window drew from a seal stays recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import Field

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, say
from tests.support import STAMP, TOY, do, toy_match

tempting = Rules()


class Dare(Action):
    do: Literal["dare"] = "dare"

    def text(self) -> Text:
        return say("dares")


class Pass(Action):
    answers: ClassVar[str | None] = "dared"
    do: Literal["pass"] = "pass"

    def text(self) -> Text:
        return say("passes")


DARED = Window("dared", "TT-3", say("whether to pass"), unused="pass")


@tempting(Dare)
def dare(play: Play, seat: int, act: Dare) -> None:
    play.require("TT-2", not play.table.get("dared"), say("one dare a game"))
    play.set("dared", 1)
    play.ask(DARED, 2)


@tempting(Pass)
def pass_(play: Play, seat: int, act: Pass) -> None:
    play.answered(seat)
    play.set("shown", int(play.roll("d6", dict.fromkeys(range(1, 7), 1), seat, say("the dare"))))


TEMPTING = replace(
    TOY, rules=tempting, actions=Annotated[Dare | Pass, Field(discriminator="do")], windows=(DARED,),
    in_turn=lambda setting, table: (1,), offers=lambda setting, table, seat: (Dare(), Pass()),
)  # fmt: skip
SEED = b"temptation" * 4


def dared() -> Match:
    opening = Opening(TEMPTING, 2, TOY.options(), TOY.catalogue)
    match = Match.open("m", opening, toy_match().opened.seats, STAMP, chance="sealed", seed=SEED)
    match.play(1, Dare(), match.chance(seed=SEED), STAMP)
    return match


def test_a_closing_that_drew_from_a_seal_stays_recorded_though_what_came_after_it_is_refused() -> None:
    match = dared()
    with pytest.raises(Illegal, match="TT-2: one dare a game") as refused:
        match.play(1, Dare(), match.chance(seed=SEED), STAMP)
    (closing,) = refused.value.recorded
    assert closing == match.moves[match.head]
    assert match.table.number("shown") in range(1, 7)
    assert match._pending[-1] == closing, "it is saved with the next events"
    with pytest.raises(Illegal) as again:
        match.play(1, Dare(), match.chance(seed=SEED), STAMP)
    assert not again.value.recorded


def test_what_people_tell_is_not_kept_when_the_move_is_refused() -> None:
    opening = Opening(TEMPTING, 2, TOY.options(), TOY.catalogue)
    match = Match.open("m", opening, toy_match().opened.seats, STAMP)
    do(match, 1, Dare())
    with pytest.raises(Illegal) as refused:
        do(match, 1, Dare(), 4)
    assert (refused.value.recorded, match.head) == ((), 1)
