"""Robinson Crusoe, by the Versus Rules: castaways compete on one island."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.robinson import board, labels, panels, progress, scoring, sheet
from tablescribe.domain.games.robinson.blanks import BLANKS
from tablescribe.domain.games.robinson.board import FIRST_EDITION, SECOND_EDITION, THIRD_EDITION
from tablescribe.domain.games.robinson.components import RobinsonCatalogue, RobinsonOptions
from tablescribe.domain.games.robinson.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.robinson import offers, setup, telling
    from tablescribe.domain.games.robinson.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.robinson.actions import ACTIONS

    return ACTIONS


ACTION_NAMES = (
    "hunt", "attack", "build", "invent", "gather", "explore", "arrange", "rest", "no_more_pawns", "carry_out",
    "as_they_stand", "roll_again", "keep_dice", "meet_event", "no_event", "use_in_fight", "no_bonus",
    "use_palisade", "no_palisade", "take_reward", "no_reward", "take_good", "enough_taken", "steal", "claim_all",
    "claim_nothing", "take_the_weather", "cook", "no_cooking", "move_camp", "stay", "use_ability", "use_item",
    "use_token", "soften", "gather_more", "no_more_gathered", "choose_side", "take_from", "put_back",
    "keep_token", "lay_idea", "put_beast", "exhaust", "lay_shortcut", "tell", "feed_pyre", "leave_pyre",
    "roll_weather_now", "wait_for_weather", "declare_tile", "declare_beast", "declare_invention", "declare_item",
    "declare_token", "leave_blank",
)  # fmt: skip
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="robinson",
    title="Robinson Crusoe (versus)",
    edition="4",
    earlier=(FIRST_EDITION, SECOND_EDITION, THIRD_EDITION),
    seats=(2, 3, 4),
    rulebook=rulebook_of("tablescribe.domain.games.robinson"),
    options=RobinsonOptions,
    catalogue=catalogue_of(RobinsonCatalogue, "tablescribe.domain.games.robinson"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    progress=progress.progress,
    panels=panels.panels,
    face=panels.face,
    blanks=BLANKS,
    sheet=sheet.sheet,
    windows=WINDOWS,
    **loaded_for_acting(acting, union, ACTION_NAMES),
)
