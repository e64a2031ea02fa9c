"""Decisions in a fight: bonuses, the palisade, the reward, the claim on the dead (RC-47 to RC-51, RC-57)."""

from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class UseInFight(Action):
    """Raise your weapon level for this fight (RC-B83).

    Attributes:
        what: a starting item, or `ability:<name>`.
    """

    answers = "bonus"
    do: Literal["use_in_fight"] = "use_in_fight"
    what: str
    sentence = say("uses {what} in the fight", what=Thing("{what}"))
    points_at = ("{what}",)


class NoBonus(Action):
    """Fight without a bonus."""

    answers = "bonus"
    do: Literal["no_bonus"] = "no_bonus"
    sentence = say("fights without a bonus")


class UsePalisade(Action):
    """Add your palisade level to your weapon level for this fight (RC-47)."""

    answers = "palisade"
    do: Literal["use_palisade"] = "use_palisade"
    sentence = say("fights behind the palisade")


class NoPalisade(Action):
    """Fight in the open."""

    answers = "palisade"
    do: Literal["no_palisade"] = "no_palisade"
    sentence = say("fights in the open")


class TakeReward(Action):
    """Take one of the scenario's rewards (RC-49, RC-50)."""

    answers = "reward"
    do: Literal["take_reward"] = "take_reward"
    reward: str
    sentence = say("takes the reward: {reward}", reward=Thing("reward:{reward}"))


class NoReward(Action):
    """Take no reward."""

    answers = "reward"
    do: Literal["no_reward"] = "no_reward"
    sentence = say("takes no reward")


class TakeGood(Action):
    """Take one resource from the loser's stock (RC-87)."""

    answers = "raid"
    do: Literal["take_good"] = "take_good"
    good: Literal["food", "preserved", "wood", "fur"]
    sentence = say("takes 1 {good}", good=Thing("{good}"))
    points_at = ("{good}",)


class EnoughTaken(Action):
    """Take no more."""

    answers = "raid"
    do: Literal["enough_taken"] = "enough_taken"
    sentence = say("takes no more")


class StealInvention(Action):
    """Steal any one invention from the loser (RC-51)."""

    answers = "steal"
    do: Literal["steal"] = "steal"
    invention: str
    sentence = say("steals {card}", card=Thing("{invention}"))
    points_at = ("{invention}",)


class ClaimAll(Action):
    """Take all resources and cards of the dead character (RC-57)."""

    answers = "claim"
    do: Literal["claim_all"] = "claim_all"
    sentence = say("takes everything the dead character had")


class ClaimNothing(Action):
    """Leave what the dead character had (RC-57)."""

    answers = "claim"
    do: Literal["claim_nothing"] = "claim_nothing"
    sentence = say("leaves what the dead character had")


ACTIONS = (
    UseInFight | NoBonus | UsePalisade | NoPalisade | TakeReward | NoReward | TakeGood | EnoughTaken
    | StealInvention | ClaimAll | ClaimNothing
)  # fmt: skip
