"""Events that upgrades and secret moves wait for (TR-85, TR-87 to TR-90)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.playing import NoUse
from tablescribe.domain.games.tomb_raider.board import is_alive, options_of, saved
from tablescribe.domain.games.tomb_raider.cards import in_play, is_unread, might_hold, power, raider_card
from tablescribe.domain.games.tomb_raider.components import Moment, SecretMove, Upgrade
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, latest, settled
from tablescribe.domain.games.tomb_raider.windows import MOMENT
from tablescribe.domain.rules.hand import lay
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say


@action.step("moment")
def moment(play: Play, *, seat: int, event: str, ability: str, result: int, sort: str) -> None:
    """Ask a player who may have an upgrade or secret move for the event that just happened (TR-87)."""
    if not is_alive(play.table, seat):
        return
    opening, table = play.opening, play.table
    held = [card.play_when for card in might_hold(opening, table, seat, Upgrade) if may_rise(play, seat, card)]
    secret = list(might_hold(opening, table, seat, SecretMove))
    moves = [*(None for card in secret if is_unread(opening, card)), *(card.requirement for card in secret)]
    moves += [card.requirement for _, card in in_play(opening, table, seat) if isinstance(card, SecretMove)]
    if any(one is None or meets(one, event, ability, result, sort) for one in (*held, *moves)):
        play.cite("TR-87")
        ask_by(play, "moment", MOMENT, seat, seat=seat, event=event, ability=ability, result=result, sort=sort)


def meets(wanted: Moment, event: str, ability: str, result: int, sort: str) -> bool:
    """Return whether an event is the one a card waits for."""
    fits = wanted.event == event and wanted.ability in (None, ability) and wanted.sort in (None, sort)
    return fits and result >= wanted.least


def fits_now(play: Play, seat: int, wanted: Moment | None) -> bool:
    """Return whether the current event is the one a card waits for."""
    if wanted is None or wanted.event == "any":
        return True
    step = latest(play, "moment")
    if step is None or step.arguments["seat"] != seat:
        return False
    what = step.arguments
    return meets(wanted, what["event"], what["ability"], what["result"], what["sort"])


@action(NoUse)
def no_use(play: Play, seat: int, act: NoUse) -> None:
    """Play no upgrade or secret move at this event (TR-87)."""
    play.cite("TR-87")
    play.checked()
    settled(play, "moment", seat)


# --- upgrades ---------------------------------------------------------------------------------


def may_rise(play: Play, seat: int, card: Upgrade) -> bool:
    """Return whether an upgrade's power is at most one above the raider's (TR-88), and it is not in play (TR-89)."""
    fits = (card.power or 2) <= power(play.opening, play.table, seat) + 1
    return fits and all(one.id != card.id for _, one in in_play(play.opening, play.table, seat))


def check_upgrade(play: Play, seat: int, piece: str, card: Upgrade) -> None:
    """Require an upgrade's condition (TR-87), a power at most one step up (TR-88), and no second copy (TR-89)."""
    now = power(play.opening, play.table, seat)
    play.require("TR-92", is_alive(play.table, seat), say("a dead raider can play only actions and obstacles"))
    play.require("TR-87", fits_now(play, seat, card.play_when), say("the upgrade's requirement is not met"))
    why = say(
        "its power is {power} and the raider's is {now}: an upgrade can be at most one higher",
        power=card.power or 2,
        now=now,
    )
    play.require("TR-88", (card.power or 2) <= now + 1, why)
    other = all(one.id != card.id for _, one in in_play(play.opening, play.table, seat))
    play.require("TR-89", other, say("the raider has this upgrade already"))
    if options_of(play.opening).upgrade_names and card.for_raider is not None:
        mine = raider_card(play.opening, play.table, seat)
        fits = mine is not None and mine.name.startswith(card.for_raider)
        play.require("TR-87", fits, say("the upgrade is for another raider"))


def played_upgrade(play: Play, seat: int, piece: str) -> None:
    """Put an upgrade in the saved row (TR-90); the raider's power is the highest of its upgrades (TR-88)."""
    play.cite("TR-90")
    lay(play, seat, piece, saved(seat))
