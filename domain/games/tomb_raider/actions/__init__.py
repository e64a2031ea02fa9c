"""What a seat may say in Tomb Raider CCG."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.domain.games.tomb_raider.actions import choosing, keeping, moving, playing, prizes, start, testing

ACTIONS = Annotated[
    moving.RollOrder
    | moving.MoveFirst
    | moving.LetBegin
    | moving.Step
    | moving.Stay
    | moving.Offer
    | moving.NoOffer
    | moving.Attack
    | moving.NoAttack
    | testing.Face
    | testing.RollNow
    | testing.Accept
    | testing.TakeHit
    | keeping.Search
    | keeping.NoSearch
    | keeping.Discover
    | keeping.EndSearch
    | keeping.Discard
    | keeping.Draw
    | keeping.Redraw
    | keeping.KeepHand
    | keeping.Reset
    | keeping.PlayOn
    | playing.PlayCard
    | playing.UseCard
    | playing.NoUse
    | playing.NoCancel
    | playing.AskReroll
    | playing.AllowReroll
    | playing.RefuseReroll
    | playing.Judged
    | playing.Tell
    | playing.Declare
    | prizes.TakeTreasure
    | prizes.NoTreasure
    | prizes.Save
    | prizes.NoSave
    | choosing.Choose
    | choosing.Throw
    | choosing.PutOnTop
    | choosing.Sink
    | choosing.LeaveOrder
    | start.ChooseEntrance
    | start.KeepCard
    | start.TakeHand,
    Field(discriminator="do"),
]

WINDOWS = (
    moving.FIRST_MOVER, moving.MOVEMENT, moving.OFFER, moving.ATTACK,
    testing.FACE, testing.BEFORE_ROLL, testing.AFTER_ROLL, testing.HIT,
    keeping.SEARCH, keeping.FIND, keeping.DRAW, keeping.BAD_HAND, keeping.RESET,
    start.ENTERING, start.CHOOSING,
    playing.MOMENT, playing.CANCEL, playing.CONSENT, playing.JUDGE, playing.TEXT, playing.READ,
    prizes.PRIZE, prizes.SAVING,
    choosing.CHOICE, choosing.THROW, choosing.ARRANGE,
)  # fmt: skip
