"""Windows: decisions that interrupt play, asked of other seats or of the seat in turn."""

from __future__ import annotations

from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

ORDER = Window("order", "RC-25", say("which of their actions to resolve next"), unused="as_they_stand")
REROLL = Window("reroll", "RC-B74", say("whether to reroll a die"), unused="keep_dice")
SPECIAL_EVENT = Window("special_event", "RC-37", say("whether to resolve the special event"), unused="no_event")

BONUS = Window("bonus", "RC-84", say("which fight bonuses to use"), unused="no_bonus")
PALISADE = Window("palisade", "RC-47", say("whether to use the palisade"), unused="no_palisade")
REWARD = Window("reward", "RC-49", say("whether to take the reward"), unused="no_reward")
RAID = Window("raid", "RC-49", say("what to take from the fight"), unused="enough_taken")
STEAL = Window("steal", "RC-51", say("which invention to steal"))
CLAIM = Window("claim", "RC-57", say("whether to take everything the dead character had"), unused="claim_nothing")

SOFTEN = Window("soften", "RC-75", say("how to soften the weather"), unused="take_the_weather")
COOKING = Window("cooking", "RC-B87", say("what to cook in the night"), unused="no_cooking")
CAMP = Window("camp", "RC-33", say("whether to move the camp"), unused="stay")

DECLARATION = Window("declaration", "RC-B96", say("what is printed on it"), volunteered=True)

SIDE = Window("side", "RC-S9", say("which side of the effect to take"))
RICHER = Window("richer", "RC-S9", say("from whom to take something"))
PUT_BACK = Window("put_back", "RC-B80", say("how to put back the tiles"))
KEEP_TOKEN = Window("keep_token", "RC-B81", say("which discovery token to keep"))
IDEA = Window("idea", "RC-B76", say("which invention to put on the board"))
TRACKED = Window("tracked", "RC-B82", say("where the beast goes"))
CORRAL = Window("corral", "RC-B90", say("which source with a parrot to exhaust"))
SHORTCUT = Window("shortcut", "RC-B89", say("where the Shortcut leads"))
JUDGE = Window("judge", "RC-B97", say("what the text did, or that it did nothing"))

FEED = Window("feed", "RC-S4", say("how much wood to add to the pyre"), unused="leave_pyre")
FORECAST = Window("forecast", "RC-B91", say("whether to roll the weather dice now"), unused="wait_for_weather")

MORE = Window("more", "RC-B86", say("whether to gather one more"), unused="no_more_gathered")

WINDOWS: tuple[Window, ...] = (
    ORDER, REROLL, SPECIAL_EVENT, BONUS, PALISADE, REWARD, RAID, STEAL, CLAIM, SOFTEN, COOKING, CAMP,
    DECLARATION, SIDE, RICHER, PUT_BACK, KEEP_TOKEN, IDEA, TRACKED, CORRAL, SHORTCUT, JUDGE, FEED, FORECAST,
    MORE,
)  # fmt: skip
