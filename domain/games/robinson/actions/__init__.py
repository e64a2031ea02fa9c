"""What a seat may say in Robinson Crusoe."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.domain.games.robinson.actions import effects, scenario, using
from tablescribe.domain.games.robinson.actions.declaring import (
    DECLARATION,
    DeclareBeast,
    DeclareInvention,
    DeclareItem,
    DeclareTile,
    DeclareToken,
    LeaveBlank,
)
from tablescribe.domain.games.robinson.actions.effects import (
    ChooseSide,
    Exhaust,
    KeepToken,
    LayIdea,
    LayShortcut,
    PutBack,
    PutBeast,
    TakeFrom,
    Tell,
)
from tablescribe.domain.games.robinson.actions.fights import (
    BONUS,
    CLAIM,
    PALISADE,
    RAID,
    REWARD,
    STEAL,
    ClaimAll,
    ClaimNothing,
    EnoughTaken,
    NoBonus,
    NoPalisade,
    NoReward,
    StealInvention,
    TakeGood,
    TakeReward,
    UseInFight,
    UsePalisade,
)
from tablescribe.domain.games.robinson.actions.night import (
    CAMP,
    COOKING,
    SOFTEN,
    CookInTheNight,
    MoveCamp,
    NoCooking,
    Stay,
    TakeTheWeather,
)
from tablescribe.domain.games.robinson.actions.placing import (
    Arrange,
    Attack,
    Build,
    Explore,
    Gather,
    Hunt,
    Invent,
    NoMorePawns,
    Rest,
)
from tablescribe.domain.games.robinson.actions.resolving import (
    ORDER,
    REROLL,
    SPECIAL_EVENT,
    AsTheyStand,
    CarryOut,
    KeepDice,
    MeetEvent,
    NoEvent,
    RollAgain,
)
from tablescribe.domain.games.robinson.actions.scenario import FeedPyre, LeavePyre, RollWeatherNow, WaitForWeather
from tablescribe.domain.games.robinson.actions.using import (
    GatherMore,
    NoMoreGathered,
    SoftenWeather,
    UseAbility,
    UseItem,
    UseToken,
)

Placing = Hunt | Attack | Build | Invent | Gather | Explore | Arrange | Rest | NoMorePawns
Resolving = CarryOut | AsTheyStand | RollAgain | KeepDice | MeetEvent | NoEvent
Fighting = (
    UseInFight | NoBonus | UsePalisade | NoPalisade | TakeReward | NoReward | TakeGood | EnoughTaken | StealInvention
    | ClaimAll | ClaimNothing
)  # fmt: skip
Night = TakeTheWeather | CookInTheNight | NoCooking | MoveCamp | Stay

Using = UseAbility | UseItem | UseToken | SoftenWeather | GatherMore | NoMoreGathered
OfEffects = ChooseSide | TakeFrom | PutBack | KeepToken | LayIdea | PutBeast | Exhaust | LayShortcut | Tell
OfScenario = FeedPyre | LeavePyre | RollWeatherNow | WaitForWeather

Declaring = DeclareTile | DeclareBeast | DeclareInvention | DeclareItem | DeclareToken | LeaveBlank

ACTIONS = Annotated[
    Placing | Resolving | Fighting | Night | Using | OfEffects | OfScenario | Declaring, Field(discriminator="do")
]

WINDOWS = (
    ORDER, REROLL, SPECIAL_EVENT, BONUS, PALISADE, REWARD, RAID, STEAL, CLAIM, SOFTEN, COOKING, CAMP,
    DECLARATION, *effects.WINDOWS, *scenario.WINDOWS, *using.WINDOWS,
)  # fmt: skip
