"""Windows: decisions that interrupt play, asked of other seats or of the seat in turn."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import ENTRANCE, FIRST_HAND, OFFERING
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

FIRST_MOVER = Window("first_mover", "TR-37", say("who moves first"), unused="move_first")
MOVEMENT = Window("movement", "TR-36", say("how to move"))
OFFER = Window(OFFERING, "TR-46", say("which obstacles to offer"), unused="no_offer", simultaneous=True, secret=True)
ATTACK = Window("attack", "TR-36", say("whether to attack"), unused="no_attack")

FACE = Window("face", "TR-55", say("which obstacles of the location to face"))
BEFORE_ROLL = Window("before_roll", "TR-103", say("which cards to play before the roll"), unused="roll_now")
AFTER_ROLL = Window("after_roll", "TR-103", say("which cards to play after the roll"), unused="accept")
HIT = Window("hit", "TR-96", say("whether to reduce the damage"), unused="take_hit")

SEARCH = Window("search", "TR-65", say("whether to search"), unused="no_search")
FIND = Window("find", "TR-71", say("what the search finds"), unused="end_search")
DRAW = Window("draw", "TR-36", say("which cards to discard before drawing"), unused="draw")
BAD_HAND = Window("bad_hand", "TR-15", say("whether to keep the first hand"), unused="keep_hand")
RESET = Window("reset", "TR-78", say("whether to reset"), unused="play_on")

ENTERING = Window(ENTRANCE, "TR-22", say("which entrance to choose"))
CHOOSING = Window(
    FIRST_HAND, "TR-25", say("which cards to keep in the first hand"), unused="take_hand", simultaneous=True
)  # fmt: skip

MOMENT = Window("moment", "TR-87", say("whether to play an upgrade or a secret move"), unused="no_use")
CANCEL = Window("cancel", "TR-103", say("whether to cancel the card"), unused="no_cancel", simultaneous=True)
CONSENT = Window("consent", "TR-103", say("whether to allow a reroll"), unused="refuse_reroll", simultaneous=True)
JUDGE = Window("judge", "TR-102", say("what the card does"), unused="judged")
TEXT = Window("text", "TR-135", say("what the text did, or that it did nothing"))
READ = Window("read", "TR-5", say("what is printed on the card"))

PRIZE = Window("prize", "TR-86", say("which treasure to take"))
SAVING = Window("save", "TR-79", say("whether to save"), unused="save")

CHOICE = Window("choice", "TR-103", say("what the card affects"))
THROW = Window("throw", "TR-103", say("which card to discard"))
ARRANGE = Window("arrange", "TR-103", say("in which order to return the cards"), unused="leave_order")

WINDOWS: tuple[Window, ...] = (
    FIRST_MOVER, MOVEMENT, OFFER, ATTACK, FACE, BEFORE_ROLL, AFTER_ROLL, HIT, SEARCH, FIND, DRAW, BAD_HAND,
    RESET, ENTERING, CHOOSING, MOMENT, CANCEL, CONSENT, JUDGE, TEXT, READ, PRIZE, SAVING, CHOICE, THROW,
    ARRANGE,
)  # fmt: skip
