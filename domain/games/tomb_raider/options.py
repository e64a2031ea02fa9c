"""The options of a match of Tomb Raider."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from tablescribe.domain.games.tomb_raider.components import Power
from tablescribe.domain.rules.setting import Options


def _as_number(told: Any) -> Any:
    """Return the printed number of a card entered as a plain number: `19` is card 019."""
    return f"{told:03}" if isinstance(told, int) and not isinstance(told, bool) else told


Numbers = Annotated[str, BeforeValidator(_as_number), Field(max_length=400)]
"""Numbers of cards for each seat: a comma between seats, a space between cards."""

Decks = Annotated[str, Field(max_length=20_000)]
"""Decks in their text form, separated by `---`."""


class TombRaiderOptions(Options):
    """The options of a match. Where tables differ, the first reading is the default.

    Attributes:
        level: the level (TR-134); `None`: the introductory one, or Trapped in the Tombs from three raiders.
        starter: the starter for the introductory level and the learning game (TR-6, TR-107).
        power: the power of a level with several (TR-112, TR-115); `None`: its first.
        short: whether to play the short version of Freestyle (TR-112).
        entrances: where an even number of raiders start, if the level leaves it open (TR-108).
        raiders: the raider card of each seat, separated by commas (TR-22); by default the catalogue's.
        decks: the draw deck of each seat in text form, separated by `---` (TR-24); by default the catalogue's.
        level_decks: the level decks that players bring, in the same form; empty: all cards that the level allows.
        bonus: the upgrade or treasure each seat starts with, if one is granted, separated by commas (TR-86).
        builder_bonus: whether in Freestyle all but seat 1, who built the level, may start with a bonus (TR-113).
        room_power: what limits the power of a treasure room in Parallel Pick-up (TR-115): the level, or the raider.
        spares: whether spare locations are kept for Snoop Ahead in Death by Design (TR-111).
        objective: an objective other than the level's own (TR-118, TR-119).
        trap_points: the points for a removed trap in Bounty Hunter (TR-119).
        rerolls: whether another player may allow a reroll (TR-103).
        saving: whether saving is optional (TR-79).
        upgrade_names: whether an upgrade must bear the raider's name (TR-87).
        most_resets, most_turns, search_all, clear: additional goals in a solo level (TR-106).
        series, episode: the series of this match, and the number of its level (TR-120, TR-128).
        follows: the head hash of the previous match.
        carry, series_won: what is carried over in a linked series, and what wins the series (TR-122).
        carried: the cards each seat brings from the previous match: numbers, with a comma between seats (TR-125).
    """

    level: str | None = None
    starter: Literal["tomb", "cave"] = "tomb"
    power: Power | None = None
    short: bool = False
    entrances: Literal["corners", "middle"] = "corners"
    raiders: Numbers = ""
    decks: Decks = ""
    level_decks: Decks = ""
    bonus: Numbers = ""
    builder_bonus: bool = False
    room_power: Literal["level", "raider"] = "level"
    spares: bool = False
    objective: Literal["treasure", "recovery", "bounty"] | None = None
    trap_points: Annotated[int, Field(ge=0, le=3)] = 0
    rerolls: bool = True
    saving: Literal["always", "choice"] = "always"
    upgrade_names: bool = False
    most_resets: Annotated[int, Field(ge=0, le=99)] | None = None
    most_turns: Annotated[int, Field(ge=1, le=999)] | None = None
    search_all: bool = False
    clear: Literal["nothing", "creatures", "obstacles"] = "nothing"
    series: Literal["none", "timed", "linked", "pick_up"] = "none"
    episode: Annotated[int, Field(ge=1, le=9)] = 1
    follows: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    carry: Literal["treasures", "all"] = "treasures"
    series_won: Literal["most", "last"] = "most"
    carried: Numbers = ""
