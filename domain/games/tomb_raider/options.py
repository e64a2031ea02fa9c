"""What is agreed on before a match of Tomb Raider."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from tablescribe.domain.games.tomb_raider.components import Power
from tablescribe.domain.rules.setting import Options


def _as_number(told: Any) -> Any:
    """Return the number of a card as it is printed, where it was told as a plain number: `19` is card 019."""
    return f"{told:03}" if isinstance(told, int) and not isinstance(told, bool) else told


Numbers = Annotated[str, BeforeValidator(_as_number), Field(max_length=400)]
"""Numbers of cards for each seat: a comma between seats, a space between cards."""

Decks = Annotated[str, Field(max_length=20_000)]
"""Decks in their text form, `---` between one and the next."""


class TombRaiderOptions(Options):
    """What is agreed on before a match; where tables differ, the first reading is the default.

    Attributes:
        level: which level is played (TR-134); `None`: the introductory one, or Trapped in the Tombs from three raiders.
        starter: which starter the introductory level and the learning game are played with (TR-6, TR-107).
        power: the power of a level that has several (TR-112, TR-115); `None`: its first.
        short: the short version of Freestyle (TR-112).
        entrances: where an even number of raiders begin, if the level leaves it open (TR-108).
        raiders: the raider card of each seat, with commas between (TR-22); who names none has the catalogue's.
        decks: the draw deck of each seat in its text form, `---` between (TR-24); who brings none has the catalogue's.
        level_decks: the level decks that people bring, in the same form; none: all cards that the level takes.
        bonus: the upgrade or treasure that each seat begins with, where one is granted, with commas between (TR-86).
        builder_bonus: Freestyle as TR-113 has it: all but seat 1, who built the level, may begin with something.
        room_power: what bounds the power of a treasure room in Parallel Pick-up (TR-115): the level, or the raider.
        spares: spare locations are kept for Snoop Ahead in Death by Design (TR-111).
        objective: another aim than the level's own (TR-118, TR-119).
        trap_points: Bounty Hunter: points for a removed trap (TR-119).
        rerolls: whether dice may be rolled again by consent (TR-103).
        saving: whether saving may be declined (TR-79).
        upgrade_names: whether an upgrade must bear the raider's name (TR-87).
        most_resets, most_turns, search_all, clear: what else is to be reached alone (TR-106).
        series, episode: the series that this match is part of, and which level of it this is (TR-120, TR-128).
        follows: the head hash of the match before.
        carry, series_won: what is carried over in a linked series, and what wins it (TR-122).
        carried: what each seat brings from the match before: numbers of cards, a comma between seats (TR-125).
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
