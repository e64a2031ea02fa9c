"""Playing cards at any time, using cards in play, and cancelling (TR-82, TR-85, TR-92, TR-102, TR-103)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.playing import Judged, NoCancel, PlayCard, UseCard
from tablescribe.domain.games.tomb_raider.board import (
    FIRST,
    card_id,
    draw_deck,
    is_alive,
    is_up_to_third_edition,
    saved,
    unsaved,
    used,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import card_of, effects_of
from tablescribe.domain.games.tomb_raider.components import Action, AnyCard, Discovery, SecretMove, Treasure, Upgrade
from tablescribe.domain.games.tomb_raider.effects import Search
from tablescribe.domain.games.tomb_raider.rules.core import action, answered, ask_by, close, settled
from tablescribe.domain.games.tomb_raider.rules.effects.use import fits
from tablescribe.domain.games.tomb_raider.rules.moments import check_upgrade, fits_now, played_upgrade
from tablescribe.domain.games.tomb_raider.rules.offering import discard_of
from tablescribe.domain.games.tomb_raider.rules.reading import need, refuse_unread
from tablescribe.domain.games.tomb_raider.rules.searching import check_may_search
from tablescribe.domain.games.tomb_raider.rules.timing import asked, in_time, might_play
from tablescribe.domain.games.tomb_raider.windows import CANCEL, JUDGE
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck_of, discard, who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say


@action(PlayCard)
def play_card(play: Play, seat: int, act: PlayCard) -> None:
    """Play a card from the hand: an action when it fits (TR-103), other cards at their event."""
    card = card_of(play.opening, play.table, act.card)
    if deck_of(act.card) != draw_deck(seat) or not isinstance(card, Action | Upgrade | SecretMove):
        raise Impossible(say("{seat} cannot play {card} this way", card=Thing(act.card), seat=who(seat)))
    begun = play.table.get(FIRST) is not None
    play.require("TR-103", begun, say("cards can be played only after the first turn has begun"))
    if isinstance(card, Action):
        check_action(play, seat, card)
    elif isinstance(card, Upgrade):
        check_upgrade(play, seat, act.card, card)
    else:
        check_secret_move(play, seat, card)
    refuse_too_late(play, seat, card)
    must_hold(play, seat, act.card)
    refuse_unread(play, act.card)
    play.checked()
    close(play)
    if need(play, seat, act.card):
        return  # it is played once it has been read
    if isinstance(card, Upgrade):
        played_upgrade(play, seat, act.card)
        return
    keeps = isinstance(card, SecretMove)
    lay(play, seat, act.card, saved(seat) if keeps else discard(draw_deck(seat)))
    if keeps:
        play.cite("TR-85")
        play.cite("TR-90")
    take_effect(play, seat, act.card)


def check_action(play: Play, seat: int, card: Action) -> None:
    """Require an action's timing, if the card says when (TR-103); dead players can play actions (TR-92)."""
    if any(isinstance(effect, Search) for effect in effects_of(card)):
        check_may_search(play, seat)
        play.require("TR-69", in_time(play, seat, card), say("play it instead of the normal search"))
    play.require("TR-103", in_time(play, seat, card), say("this card cannot be played now"))
    play.require("TR-103", fits_all(play, seat, card), say("this card would have no effect now"))
    if not is_alive(play.table, seat):
        play.cite("TR-92")


def check_secret_move(play: Play, seat: int, card: SecretMove) -> None:
    """Require a secret move's condition (TR-85)."""
    play.require("TR-92", is_alive(play.table, seat), say("a dead raider can play only actions and obstacles"))
    play.require("TR-85", fits_now(play, seat, card.requirement), say("the secret move's requirement is not met"))
    play.require("TR-103", fits_all(play, seat, card), say("this card would have no effect now"))


def refuse_too_late(play: Play, seat: int, card: AnyCard) -> None:
    """Refuse healing and extra health while a blow falls; only reducing the damage helps (TR-96)."""
    raises = any(effect.do in ("heal", "extra_health", "ability_bonus") for effect in effects_of(card))
    if raises and asked(play, seat, "hit") and not is_up_to_third_edition(play.opening):
        play.require("TR-96", False, say("the damage is being dealt: it is too late to heal or to add health"))


def fits_all(play: Play, seat: int, card: AnyCard) -> bool:
    """Return whether all of a card's effects are possible now; a blank card is read first."""
    return all(fits(play, seat, effect) for effect in effects_of(card))


@action(UseCard)
def use_card(play: Play, seat: int, act: UseCard) -> None:
    """Use a card in a row: by discarding it, once a turn, or at will, as it says (TR-72, TR-82)."""
    card = card_of(play.opening, play.table, act.card)
    row = next((zone for zone in (unsaved(seat), saved(seat)) if play.table.count(zone, act.card)), "")
    if not row or not isinstance(card, Discovery | Treasure | SecretMove) or card.use is None:
        raise Impossible(say("{card} is not in a row where it can be used", card=Thing(act.card)))
    play.require("TR-92", is_alive(play.table, seat), say("a dead raider cannot use cards"))
    fresh = play.table.get(used(seat, card_id(act.card))) is None
    play.require("TR-103", fresh, say("it has already been used this turn"))
    if isinstance(card, SecretMove):
        play.require("TR-85", fits_now(play, seat, card.requirement), say("the secret move's requirement is not met"))
    play.require("TR-103", fits_all(play, seat, card), say("this card would have no effect now"))
    refuse_too_late(play, seat, card)
    refuse_unread(play, act.card)
    play.checked()
    close(play)
    if need(play, seat, act.card):
        return
    play.cite("TR-72")
    if card.use == "discard":
        play.cite("TR-82")
        play.move(act.card, 1, row, discard_of(act.card))
    elif card.use == "once_a_turn":
        play.set(used(seat, card_id(act.card)), True)
    take_effect(play, seat, act.card)


def take_effect(play: Play, seat: int, card: str) -> None:
    """Let a played card take effect unless it is cancelled at once (TR-103)."""
    play.then("card", seat=seat, card=card, zone=where(play.table, seat))
    play.then("cancel", seat=seat, card=card, waiting=play.opening.clockwise_from(seat)[1:])


@action.step("card")
def carry_out(play: Play, *, seat: int, card: str, zone: str) -> None:
    """Carry out a card; all rules that it does not change still apply (TR-102)."""
    shown = card_of(play.opening, play.table, card)
    effects = [effect.model_dump(mode="json") for effect in effects_of(shown)] if shown else []
    play.then("effects", seat=seat, card=card, effects=effects, zone=zone, played=True)


# --- cancelling -------------------------------------------------------------------------------


@action.step("cancel")
def ask_to_cancel(play: Play, *, seat: int, card: str, waiting: list[int]) -> None:
    """Ask for a card that cancels; it is played at once or not at all (TR-103)."""
    play.cite("TR-103")
    able = [
        one for one in waiting
        if any(True for _ in might_play(play, one, "response_cancel"))
    ]  # fmt: skip
    if able:
        ask_by(play, "cancel", CANCEL, *able, seat=seat, card=card, waiting=able)


@action(NoCancel)
def no_cancel(play: Play, seat: int, act: NoCancel) -> None:
    """Do not cancel; the card takes effect (TR-103)."""
    play.cite("TR-103")
    play.checked()
    answered(play, "cancel", seat)


# --- what the vocabulary cannot say, in the first edition: see `texts.py` --------------------------


@action.step("judge")
def ask_the_table(play: Play, *, seat: int, says: str) -> None:
    """Let the table carry out a card and record it as a ruling (TR-102); going on skips it."""
    ask_by(play, "judge", JUDGE, seat, seat=seat, says=says)


@action(Judged)
def judged(play: Play, seat: int, act: Judged) -> None:
    """Confirm that the card has been carried out (TR-102)."""
    play.checked()
    settled(play, "judge", seat)
