"""Root: war and crafting in the woodland, with different rules for each faction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.root import abilities, board, labels, panels, scoring
from tablescribe.domain.games.root.board import FIRST_EDITION, FOURTH_EDITION, SECOND_EDITION, THIRD_EDITION
from tablescribe.domain.games.root.components import RootCatalogue, RootOptions
from tablescribe.domain.games.root.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting
from tablescribe.domain.rules.sheet import by_rules

if TYPE_CHECKING:
    from tablescribe.domain.rules.notation import Notation
    from tablescribe.domain.rules.setting import Setting
    from tablescribe.domain.table.table import Table
    from tablescribe.domain.words.text import Text


def notations() -> tuple[Notation, ...]:
    """Return the notations of this game. They are imported only when one is read or written."""
    from tablescribe.domain.games.root.rootlog.notation import ROOTLOG

    return (ROOTLOG,)


def how_far(setting: Setting, table: Table) -> list[Text]:
    """Return the part of the turn and the actions left. The rules that count them are imported only during play."""
    from tablescribe.domain.games.root.progress import progress

    return progress(setting, table)


def answering() -> abilities.Tables:
    """Return the abilities of factions, hirelings, landmarks and cards. They are imported only when somebody acts."""
    from tablescribe.domain.games.root.factions import FACTIONS, OTHERS

    return abilities.Tables({one.key: one for one in FACTIONS}, OTHERS)


abilities.filled_by(answering)


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.root import factions, offers, setup, telling
    from tablescribe.domain.games.root.rootlog import recording
    from tablescribe.domain.games.root.rules import action

    _ = (factions, recording)  # importing them registers their rules
    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.root.actions import ACTIONS

    return ACTIONS


ACTION_NAMES = (
    "go_on", "settle", "move", "battle", "ambush", "no_ambush", "foil", "no_foil", "use_effect", "no_effect",
    "remove", "craft", "discard", "dominate", "take_dominance", "put_piece", "royal_claim", "stand_and_deliver",
    "tax_collector", "burrow_bank", "break_codes", "sabotage", "propaganda", "false_orders", "charm", "swap_meet",
    "give_back", "inform", "no_inform", "shed", "no_shed", "build", "recruit", "overwork", "hasten", "take_wood",
    "heal", "no_heal", "crown", "decree", "new_roost", "muster", "roost", "revolt", "spread", "pay_supporter",
    "mobilize", "train", "rally", "organize", "yield", "show_hand", "drop_supporter", "no_supporter", "become",
    "camp", "refresh", "slip", "roam", "explore", "take_find", "aid", "quest", "strike", "repair", "carry",
    "mend", "damage", "drop", "coalition", "steal", "day_labor", "hideout", "instigate", "scorched_earth",
    "glide", "choose_outcast", "convert", "sanctify", "plant_garden", "gather", "score_gardens", "sacrifice",
    "moor", "set_price", "keep_prices", "buy", "no_service", "pay_item", "fetch", "export", "enlist", "open_post",
    "commit_fund", "lose_fund", "raise", "levy", "dig", "bank", "proclaim", "sway", "back", "dismiss", "alight",
    "flip", "flock", "plot", "trick", "expose", "admit", "deny", "spring_raid", "no_raid", "raze_item",
    "place_mob", "anoint", "choose_mood", "squander", "fortify", "lead", "incite", "revel", "no_revel",
    "keep_item", "sell_item", "drop_item", "take_loot", "encamp", "decamp", "enlist_warriors", "march_out",
    "venture", "delve", "no_delve", "recover", "lay_relic", "join", "shift", "take_hireling", "hand_on", "employ",
    "hire_move", "hire_battle", "hire_place", "hire_take", "hire_pass", "treat", "no_treat", "outfit", "plunder",
    "rob", "envoy", "open_path", "trade", "raise_landmark", "hire", "station", "choose", "scatter", "put_back",
    "logged", "kept_words", "log_ends",
)  # fmt: skip
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="root",
    title="Root",
    edition="5",
    earlier=(FIRST_EDITION, SECOND_EDITION, THIRD_EDITION, FOURTH_EDITION),
    seats=(2, 3, 4, 5, 6),
    rulebook=rulebook_of("tablescribe.domain.games.root"),
    options=RootOptions,
    catalogue=catalogue_of(RootCatalogue, "tablescribe.domain.games.root"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_on=labels.label_on,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    notations=notations,
    progress=how_far,
    sheet=by_rules(wins=("RO-3.1", "RO-3.3.1", "RO-3.3.1-I", "RO-3.3.1-II"), scores=("RO-3.2.1", "RO-3.2.2")),
    windows=WINDOWS,
    **loaded_for_acting(acting, union, ACTION_NAMES),
)
