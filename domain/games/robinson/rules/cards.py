"""Effects of inventions, abilities and items at other events: phases, works, fights, the weather."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.robinson.actions.using import GatherMore, How, NoMoreGathered, SoftenWeather
from tablescribe.domain.games.robinson.board import FOOD, SIDES, Board, Work, camp_token, items, softened, tokens, used
from tablescribe.domain.games.robinson.cards import Invention
from tablescribe.domain.games.robinson.effects import Arrange, Choose, Fight, Gain, Reroll, Soften
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.marks import arranging, shown
from tablescribe.domain.games.robinson.rules import effects, using
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.dice import sides
from tablescribe.domain.games.robinson.rules.gains import gain, gain_determination, heal
from tablescribe.domain.games.robinson.rules.one_offs import camp_moved, flip_back, revert, take_the_shortcut_away
from tablescribe.domain.games.robinson.rules.tokens import discovered
from tablescribe.domain.games.robinson.windows import MORE
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

__all__ = [
    "arrange", "camp_moved", "can_reroll", "can_soften", "discovered", "fight_bonuses", "flip_back", "gathered",
    "has_cure", "helpers", "keeps_food", "morale", "pay_for_reroll", "production", "rest", "revert", "snow_taken_off",
    "spend_in_fight", "take_the_shortcut_away",
]  # fmt: skip

ARRANGED, RESTED = 2, 1  # determination for arranging the camp, wounds healed by rest (RC-B16)


def serving(board: Board, seat: int) -> Iterator[tuple[str, Invention]]:
    """Yield the inventions that a seat can use now."""
    for piece in board.items(seat):
        card = board.invention(piece)
        if card is not None and board.serves(seat, piece):
            yield piece, card


# --- permanent effects ----------------------------------------------------------------------------


def helpers(board: Board, seat: int) -> list[str]:
    """Return the neutral pawns that a seat's inventions give each round (RC-B17)."""
    return [card.helper for _, card in serving(board, seat) if card.pawn]


def has_cure(board: Board, seat: int) -> bool:
    """Return whether a seat has a Cure against the wounds of a beast's last line (RC-B32)."""
    return any(card.prevents_wounds for _, card in serving(board, seat))


def keeps_food(board: Board, seat: int) -> bool:
    """Return whether a seat's food is not lost at night (RC-B51)."""
    return any(card.keeps_food for _, card in serving(board, seat))


def snow_taken_off(board: Board, seat: int) -> int:
    """Return the number of snow clouds that a seat's inventions remove (RC-B93)."""
    return sum(card.snow for _, card in serving(board, seat))


# --- phases ---------------------------------------------------------------------------------------


def morale(play: Play, seat: int) -> None:
    """Diary and Drums: gain more determination in the morale phase (RC-B93)."""
    n = sum(card.determination for _, card in serving(Board(play.opening, play.table), seat))
    if n:
        play.cite("RC-B93")
        gain_determination(play, seat, n)


def production(play: Play, seat: int) -> None:
    """Gain what the camp's tokens, the Pit and the Shortcut produce (RC-B88 to RC-B90)."""
    if n := play.table.number(camp_token(seat, FOOD)):
        play.cite("RC-B90")
        gain(play, seat, FOOD, n)
    board = Island(play.opening, play.table)
    for _, card in serving(board, seat):
        if card.pit:
            play.cite("RC-B88")
            faces = sides(board.catalogue.dice.build.wound)
            if play.roll("die:build_wound", faces, seat, say("for the Pit")) == "wound":
                gain(play, seat, FOOD, card.pit)
    if (there := board.shortcut_of(seat)) is not None:
        play.cite("RC-B89")
        _over_the_shortcut(play, board, seat, there)


def _over_the_shortcut(play: Play, board: Island, seat: int, there: int) -> None:
    """Gain one resource from the tile of the Shortcut, unless an enemy camp is there (RC-B89)."""
    found = {good for side in SIDES if (good := board.source(there, side))}
    if board.enemies_on(there, seat) or not found:
        return
    if len(found) == 1:
        gain(play, seat, found.pop(), 1)
    else:
        sides = (Gain(do="gain", food=1), Gain(do="gain", wood=1))
        effects.apply(play, seat, Choose(do="choose", of=sides))


# --- rest, and arranging the camp -----------------------------------------------------------------


def rest(play: Play, seat: int, n: int) -> None:
    """Rest with a number of pawns; better with a Bed (RC-B16, RC-B92)."""
    play.cite("RC-B16")
    bed = next((card.rest for _, card in serving(Board(play.opening, play.table), seat) if card.rest), None)
    if bed is not None:
        play.cite("RC-B92")
        gain_determination(play, seat, n * bed.determination)
    heal(play, seat, n * (bed.heal if bed is not None else RESTED))


def arrange(play: Play, seat: int, n: int) -> None:
    """Arrange the camp with a number of pawns; a Bible improves one (RC-B16, RC-B92). Morale stays (RC-66)."""
    play.cite("RC-B16")
    play.cite("RC-66")
    item = play.table.get(arranging(seat))
    if item is not None:
        play.set(arranging(seat), None)
        effect = Board(play.opening, play.table).starting_card(str(item)).effect
        if isinstance(effect, Arrange):
            play.cite("RC-B92")
            gain_determination(play, seat, effect.determination - ARRANGED)
            heal(play, seat, effect.heal)
    gain_determination(play, seat, n * ARRANGED)


# --- gathering one more ---------------------------------------------------------------------------


def gathered(play: Play, seat: int, good: str) -> None:
    """Offer a Basket or Sack to add one more of a gathered resource (RC-B86)."""
    if baskets(Board(play.opening, play.table), seat):
        play.then("more", seat=seat, good=good)


def baskets(board: Board, seat: int) -> list[str]:
    """Return the inventions with which a seat can gather one more, each once a round."""
    return [piece for piece, card in serving(board, seat) if card.more_gathered and not board.table.get(used(piece))]


@action.step("more", of="seat")
def ask_for_more(play: Play, *, seat: int, good: str) -> None:
    """Ask whether to gather one more, while an item can add it (RC-B86)."""
    if Board(play.opening, play.table).is_alive(seat) and baskets(Board(play.opening, play.table), seat):
        play.then("gathered", seat=seat, good=good)
        play.ask(MORE, seat)


@action.step("gathered", of="seat")
def nothing_more(play: Play, *, seat: int, good: str) -> None:
    """Do nothing; the step's arguments identify the resource for the answer."""


def must_serve(play: Play, seat: int, piece: str) -> None:
    """Require an invention of the seat (RC-41) that was not built in this phase (RC-72).

    The first two editions cite RC-41 for both.
    """
    board = Board(play.opening, play.table)
    serves = board.serves(seat, piece)
    if not serves and play.table.count(items(seat), piece) and not board.before_third_edition:
        play.require("RC-72", False, say("an invention can be used only after the phase in which it is built"))
    else:
        play.require("RC-41", serves, say("only its owner can use it"))


@action(GatherMore)
def gather_more(play: Play, seat: int, act: GatherMore) -> None:
    """Gather one more of the same resource, once a round with each item (RC-B86, RC-B62)."""
    board = Board(play.opening, play.table)
    step = waiting(play.table, "gathered")
    card = board.invention(act.invention)
    if step is None or card is None or not card.more_gathered:
        raise Impossible(say("{card} adds nothing to what was gathered", card=Thing(act.invention)))
    must_serve(play, seat, act.invention)
    play.require("RC-B62", not play.table.get(used(act.invention)), say("it has already been used this round"))
    play.cite("RC-B86")
    play.checked()
    play.set(used(act.invention), True)
    gain(play, seat, str(step.arguments["good"]), 1)
    play.answered(seat)
    play.drop(step)
    play.then("more", seat=seat, good=step.arguments["good"])


@action(NoMoreGathered)
def no_more_gathered(play: Play, seat: int, act: NoMoreGathered) -> None:
    """Gather no more (RC-B86)."""
    play.checked()
    play.answered(seat)


# --- fights and dice ------------------------------------------------------------------------------


def fight_bonuses(board: Board, seat: int) -> dict[str, int]:
    """Return what can raise a seat's weapon level for one fight, and by how much (RC-B83)."""
    found = {
        f"ability:{one.id}": one.effect.weapon
        for one in using.abilities(board, seat, Fight) if isinstance(one.effect, Fight)
    }  # fmt: skip
    for item in using.starting_items(board, seat, Fight):
        effect = board.starting_card(item).effect
        if isinstance(effect, Fight):
            found[item] = effect.weapon
    return found


def spend_in_fight(play: Play, seat: int, what: str) -> None:
    """Spend a marker or determination to raise the weapon level (RC-B71, RC-B73)."""
    one = using.ability(Board(play.opening, play.table), seat, what.removeprefix("ability:"))
    if one is not None and what.startswith("ability:"):
        using.pay_for(play, seat, one)
    else:
        using.take_a_marker(play, seat, what)


def can_reroll(board: Board, seat: int, work: Work) -> bool:
    """Return whether a seat can reroll a die of this kind of action (RC-B74)."""
    found = using.abilities(board, seat, Reroll)
    return any(isinstance(one.effect, Reroll) and one.effect.kind == work for one in found)


def pay_for_reroll(play: Play, seat: int, work: Work) -> None:
    """Pay for rerolling a die of this kind of action (RC-B73)."""
    for one in using.abilities(Board(play.opening, play.table), seat, Reroll):
        if isinstance(one.effect, Reroll) and one.effect.kind == work:
            using.pay_for(play, seat, one)
            return


# --- the weather ----------------------------------------------------------------------------------


def softeners(board: Board, seat: int) -> list[tuple[str, How]]:
    """Return the items with which a seat can soften this round's weather, and how (RC-75, RC-B79)."""
    turned = board.table.number(softened(seat, "snow_to_rain"))
    sky = shown(board.table)
    rain = sky.get("rain", 0) + turned > board.table.number(softened(seat, "rain"))
    snow = sky.get("snow", 0) - snow_taken_off(board, seat) > turned
    found: list[tuple[str, How]] = []
    for one in using.abilities(board, seat, Soften):
        found += [(f"ability:{one.id}", "rain")] if rain else []
        turns = isinstance(one.effect, Soften) and one.effect.snow_to_rain
        found += [(f"ability:{one.id}", "snow_to_rain")] if snow and turns else []
    for token in using.tokens_that(board, seat, Soften):
        found += [(token, "rain")] if rain else []
    return found


def can_soften(board: Board, seat: int) -> bool:
    """Return whether a seat can soften this round's weather (RC-75)."""
    return bool(softeners(board, seat))


@action(SoftenWeather)
def soften_weather(play: Play, seat: int, act: SoftenWeather) -> None:
    """Remove a rain cloud or turn a snow cloud into rain, for this seat alone (RC-75, RC-B79)."""
    board = Board(play.opening, play.table)
    one = using.ability(board, seat, act.by.removeprefix("ability:")) if act.by.startswith("ability:") else None
    if one is None and not play.table.count(tokens(seat), act.by):
        raise Impossible(say("{item} is not yours", item=Thing(act.by)))
    able = (act.by, act.how) in softeners(board, seat)
    play.require("RC-75", able, say("there is no such cloud left, or you cannot pay for this"))
    play.checked()
    if one is not None:
        play.cite("RC-B79")
        using.pay_for(play, seat, one)
    else:
        play.cite("RC-B72")
        play.move(act.by, 1, tokens(seat), BOX)
    play.add(softened(seat, act.how), 1)
    if not can_soften(Board(play.opening, play.table), seat):
        play.answered(seat)
