"""Hireling abilities: what they change for all players, and what demoted ones give their controllers (RO-16.4.2-II)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Ban, Fight, Journey, Loss, faction_of
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.hirelings import NoTreat, Plunder, Rob, Treat
from tablescribe.domain.games.root.board import (
    BIRDSONG_START,
    CARD,
    CLEARINGS,
    DAYLIGHT,
    EVENING_START,
    TURN_END,
    Board,
    clearing,
    is_by_fifth_edition,
    items,
    path,
    supply,
    this,
    under,
)
from tablescribe.domain.games.root.cards import card_of, held
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import HIRELINGS, HUNDREDS, RUIN, kind_of, owner_of, pawn, warrior
from tablescribe.domain.games.root.reign import is_controllers, is_demoted
from tablescribe.domain.games.root.rules import exile, hoard
from tablescribe.domain.games.root.rules.birdsong import begin_birdsong
from tablescribe.domain.games.root.rules.cards import take_random_card
from tablescribe.domain.games.root.rules.control import enter as end_turn
from tablescribe.domain.games.root.rules.control import has_demoted, is_promoted, scored
from tablescribe.domain.games.root.rules.employ import PATROL_CARD, can_employ
from tablescribe.domain.games.root.rules.fights import key as of_battle
from tablescribe.domain.games.root.rules.hand import must_spend, pile_of, spend
from tablescribe.domain.games.root.rules.placing import bring_back
from tablescribe.domain.games.root.rules.removal import may_remove_one, remove_alone
from tablescribe.domain.games.root.rules.ruling import can_place
from tablescribe.domain.games.root.rules.tasks import PLACE, line_up
from tablescribe.domain.games.root.rules.turn import action, awaiting, in_phase
from tablescribe.domain.games.root.windows import PHYSICIANS
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import face_down, hand, in_state, numbered, state_of
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

SMUGGLED = "smugglers:"
"""Prefix of the sources of moves and battles for a discarded card: `smugglers:card:anvil`."""

PAID = "card:"
"""Prefix of `Fight.how` for a battle against the Spring Uprising, which costs a card."""


# --- rule, moving, placing ------------------------------------------------------------------------


def joins(board: Board, owner: str, origin: int) -> Iterator[tuple[int, str]]:
    """Riverfolk Flotilla: it moves along rivers (RO-H-FLOTILLA-B)."""
    if owner == "flotilla":
        yield from ((to, "river") for to in land(board.setting).rivers(origin))


def ignores_rule(board: Board, owner: str, origin: int, to: int) -> bool:
    """Otter Divers: the controller moves to and from rivers regardless of who rules (RO-H-DIVERS)."""
    rivers = land(board.setting).river_clearings
    return is_controllers(board, owner, "flotilla") and (origin in rivers or to in rivers)


def forbids_leaving(board: Board, owner: str, at: int, n: int) -> Ban | None:
    """Popular and Street Band: enemies cannot leave on the turn in which they moved in (RO-H-BAND-A).

    Those that were there before may. In the first four editions, all might if one was.
    """
    came = board.done(f"band:{at}:{owner}")
    leaving = n if is_by_fifth_edition(board.setting) else 1
    if came and board.at(at, "band:warrior") and board.count(owner, at, "warrior", "pawn") - came < leaving:
        return Ban("RO-H-BAND-A", say("the Popular Band keeps them there this turn"))
    return None


def forbids_placing(board: Board, owner: str, at: int) -> Ban | None:
    """Furious Protector: enemies cannot place pieces in its clearing (RO-H-PROTECTOR-A)."""
    there = is_promoted(board, "protector") and board.at(at, "protector:pawn")
    if there and board.are_enemies("protector", owner):
        return Ban("RO-H-PROTECTOR-A", say("the Furious Protector is there"))
    return None


def moved(play: Play, journey: Journey) -> None:
    """Record enemies that enter the band's clearing, and let bandits rob moves (RO-H-BAND-A, RO-H-BANDITS-A)."""
    board = Board(play.opening, play.table)
    if board.at(journey.to, "band:warrior") and board.are_enemies("band", journey.owner):
        play.cite("RO-H-BAND-A")
        all_count = not is_by_fifth_edition(play.opening)  # relics that warriors carry, too
        came = sum(n for piece, n in journey.pieces.items() if all_count or kind_of(piece) in ("warrior", "pawn"))
        play.add(this(f"band:{journey.to}:{journey.owner}"), came)
    if journey.owner in HIRELINGS and board.at(journey.to, "alliance:sympathy"):
        play.cite("RO-16.4.3-VII")
    if ignores_rule(board, journey.owner, journey.origin, journey.to):
        play.cite("RO-H-DIVERS")
    if journey.way == "path" and play.table.count(path(journey.origin, journey.to), "bandits:warrior"):
        play.cite("RO-H-BANDITS-A")
        meet_bandits(play, board, journey)


def meet_bandits(play: Play, board: Board, journey: Journey) -> None:
    """Highway Bandits: an enemy loses one moving piece; the controller may place a warrior (RO-H-BANDITS-A)."""
    seat = board.seat_of("bandits")
    mover = board.faction(journey.seat)  # the pieces that it moves need not be its own
    if journey.company and is_by_fifth_edition(play.opening) and board.are_enemies("bandits", mover):
        return  # the Vagabond's own item is what this move loses
    if board.are_enemies("bandits", journey.owner):
        if pawn(journey.owner) in journey.pieces and board.seat_of(journey.owner) and journey.owner not in HIRELINGS:
            play.then("items_hit", seat=board.seat_of(journey.owner), n=1)
        for piece in sorted(journey.pieces, key=lambda one: one != warrior(journey.owner))[:1]:
            if may_remove_one(board, piece, "bandits", journey.to):
                remove_alone(play, Loss(piece, 1, journey.to, "bandits", "effect"))
    elif seat and journey.owner == board.faction(seat) and board.left(journey.owner):
        more = {"where": "anywhere", "at": [journey.to], "pieces": {warrior(journey.owner): 1}}
        line_up(play, {"seat": seat, "key": "bandits", "what": PLACE, "rule": "RO-H-BANDITS-A", **more})


# --- battles --------------------------------------------------------------------------------------


def forbids_battle(board: Board, attacker: str, defender: str, at: int) -> Ban | None:
    """Forbid battles against some hirelings, and against the controller's pieces at the Stoic Protector (RO-H)."""
    if defender == "flotilla":
        return Ban("RO-H-FLOTILLA-A", say("the Flotilla cannot be battled"))
    if defender == "protector":
        rule = "RO-H-PROTECTOR-A" if is_promoted(board, "protector") else "RO-H-STOIC-A"
        return Ban(rule, say("the Protector cannot be battled"))
    if board.at(at, "protector:pawn") and is_controllers(board, defender, "protector"):
        return Ban("RO-H-STOIC-A", say("the Stoic Protector defends them"))
    if defender == "bandits" and is_demoted(board, "bandits"):
        mine = board.seat_of("bandits") and board.count(board.faction(board.seat_of("bandits")), at)
        return Ban("RO-H-GANGS-A", say("the Bandit Gangs are protected there")) if mine else None
    return None


def shelters(board: Board, piece: str, at: int, by: str) -> bool:
    """Stoic Protector: enemies cannot remove the controller's faction pieces there (RO-H-STOIC-A)."""
    owner = owner_of(piece)
    kept = bool(board.at(at, "protector:pawn")) and is_controllers(board, owner, "protector")
    return kept and board.are_enemies(by, owner)


def keeps_standing(board: Board, piece: str, by: str, cause: str) -> bool:
    """The Flotilla and the Protector cannot be removed (RO-H-FLOTILLA-A, RO-H-PROTECTOR-A, RO-H-STOIC-A)."""
    return piece in ("flotilla:pawn", "protector:pawn")


def extra_hits(board: Board, fight: Fight, side: str) -> int:
    """Raven Sentries: the controller deals an extra hit where they have a building or token (RO-H-SENTRIES)."""
    return 1 if is_controllers(board, side, "spies") and board.count(side, fight.at, "building", "token") else 0


def rolled(play: Play, fight: Fight) -> None:
    """Cite the rules of hits that hirelings add or limit."""
    board = Board(play.opening, play.table)
    for side in (fight.attacker, fight.defender):
        if side == "flotilla":
            play.cite("RO-H-FLOTILLA-A")
        if extra_hits(board, fight, side):
            play.cite("RO-H-SENTRIES")


def ignores_first_hit(board: Board, fight: Fight, side: str) -> str | None:
    """Badger Bodyguards: the controller ignores the first hit (RO-H-BODYGUARDS)."""
    return "RO-H-BODYGUARDS" if is_controllers(board, side, "vault") else None


def effects(board: Board, fight: Fight, seat: int, when: str) -> Iterator[str]:
    """Rabbit Scouts can be used before the roll (RO-H-SCOUTS)."""
    mine = is_controllers(board, fight.defender, "uprising") and board.seat_of(fight.defender) == seat
    if when == "before" and mine and board.hand(seat) and not board.table.get(of_battle("higher")):
        yield "scouts"


def use(play: Play, fight: Fight, seat: int, name: str, card: str) -> None:
    """Rabbit Scouts: spend a card of the clearing's suit to use the higher die (RO-H-SCOUTS)."""
    if name == "scouts":
        must_spend(play, seat, "RO-H-SCOUTS", card, *Board(play.opening, play.table).suits(fight.at))
        play.checked()
        spend(play, seat, card)
        play.set(of_battle("higher"), True)


def lost(play: Play, losses: tuple[Loss, ...]) -> None:
    """Put one removed patrol on its card (RO-H-PATROL-A), and offer the Feline Physicians (RO-H-PHYSICIANS)."""
    board = Board(play.opening, play.table)
    if any(loss.piece == "patrol:warrior" for loss in losses):
        play.cite("RO-H-PATROL-A")
        play.move("patrol:warrior", min(1, board.left("patrol")), supply("patrol"), PATROL_CARD)
    seat = board.seat_of("patrol")
    if not has_demoted(board, seat, "patrol"):
        return
    fallen: dict[int, int] = {}
    for loss in losses:
        if loss.piece == warrior(board.faction(seat)):
            fallen[loss.at] = fallen.get(loss.at, 0) + loss.n
    for at, n in sorted(fallen.items(), reverse=True):
        play.then("physicians", seat=seat, at=at, n=n)


@action.step("physicians")
def ask_for_physicians(play: Play, *, seat: int, at: int, n: int) -> None:
    """Ask whether to spend a card for the removed warriors (RO-H-PHYSICIANS)."""
    board = Board(play.opening, play.table)
    if board.hand(seat) and board.where_is(board.faction(seat)):
        play.then("treated", seat=seat, at=at, n=n)
        play.ask(PHYSICIANS, seat)


@action.step("treated")
def treated(play: Play, *, seat: int, at: int, n: int) -> None:
    """Do nothing; the step's arguments identify the removed warriors for `Treat`."""


@action(Treat)
def treat(play: Play, seat: int, act: Treat) -> None:
    """Feline Physicians: spend a card of the clearing's suit to return the removed warriors (RO-H-PHYSICIANS)."""
    board, rule = Board(play.opening, play.table), "RO-H-PHYSICIANS"
    waiting = awaiting(play.table, "treated")
    if not waiting or act.to not in CLEARINGS:
        raise Impossible(say("there are no removed warriors to save"))
    must_spend(play, seat, rule, act.card, *board.suits(int(waiting["at"])))
    mine = board.faction(seat)
    play.require(rule, board.count(mine, act.to), say("choose a clearing with your pieces"))
    play.require(rule, can_place(board, mine, act.to), say("nothing can be placed there"))
    play.checked()
    spend(play, seat, act.card)
    bring_back(play, warrior(mine), int(waiting["n"]), act.to)
    play.answered(seat)


@action(NoTreat)
def no_treat(play: Play, seat: int, act: NoTreat) -> None:
    """Do not save the removed warriors."""
    play.checked()
    play.answered(seat)


# --- costs of battling the Uprising, and the Smugglers --------------------------------------------


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Rat Smugglers: a card that shows an item allows a move or battle in Daylight (RO-H-SMUGGLERS)."""
    if deed in ("move", "battle") and board.phase == DAYLIGHT and has_demoted(board, seat, "flame"):
        yield from (SMUGGLED + card for card in held(board, seat) if has_item(board, card))


def has_item(board: Board, card: str) -> bool:
    """Return whether a card shows an item."""
    found = card_of(board.setting, card)
    return found is not None and found.item is not None


def permits(play: Play, seat: int, act: Action) -> bool:
    """Require the card for battling the Uprising (RO-H-UPRISING-A), or for smugglers' actions (RO-H-SMUGGLERS)."""
    board = Board(play.opening, play.table)
    if isinstance(act, Battle) and act.defender == "uprising":
        play.require("RO-H-UPRISING-A", act.how.startswith(PAID), say("spend a card of the clearing's suit"))
        if act.how.startswith(PAID):
            must_spend(play, seat, "RO-H-UPRISING-A", act.how, *board.suits(act.at))
    if not isinstance(act, Move | Battle) or not act.by.startswith(SMUGGLED):
        return False
    in_phase(play, seat, "RO-H-SMUGGLERS", DAYLIGHT)
    card = act.by.removeprefix(SMUGGLED)
    play.require("RO-H-SMUGGLERS", has_demoted(board, seat, "flame"), say("you have no Rat Smugglers"))
    must_spend(play, seat, "RO-H-SMUGGLERS", card)
    play.require("RO-H-SMUGGLERS", has_item(board, card), say("spend a card with an item"))
    if isinstance(act, Battle) and act.how.startswith(PAID):
        must_hold_both(board, seat, card, act.how)
    return True


def must_hold_both(board: Board, seat: int, one: str, other: str) -> None:
    """Require that a seat holds both cards when two are spent at once."""
    lacking = sum(not board.table.count(hand(seat), card) for card in (one, other))
    if one == other or lacking > board.table.count(hand(seat), face_down(CARD)):
        raise Impossible(say("you have too few cards"))


def spends(play: Play, seat: int, act: Action) -> None:
    """Discard the cards that a battle or move costs."""
    if isinstance(act, Battle) and act.defender == "uprising" and act.how.startswith(PAID):
        spend(play, seat, act.how)
    if isinstance(act, Move | Battle) and act.by.startswith(SMUGGLED):
        play.cite("RO-H-SMUGGLERS")
        spend(play, seat, act.by.removeprefix(SMUGGLED))


# --- crafted cards, ruins, robbery ----------------------------------------------------------------


artisans = numbered("artisans:")  # the zone of cards crafted with the Mole Artisans, which return to the hand


def crafted(play: Play, seat: int, card: str) -> None:
    """Mole Artisans: reveal a crafted card that shows an item; it returns to the hand (RO-H-ARTISANS)."""
    board = Board(play.opening, play.table)
    if has_demoted(board, seat, "expedition") and has_item(board, card):
        play.cite("RO-H-ARTISANS")
        play.move(card, 1, pile_of(play, card), artisans(seat))


@action(Plunder)
def plunder(play: Play, seat: int, act: Plunder) -> None:
    """The Brigand: once in Daylight, take an item from a ruin with one's faction pieces (RO-H-BRIGAND-D)."""
    board, rule = in_phase(play, seat, "RO-H-BRIGAND-D", DAYLIGHT), "RO-H-BRIGAND-D"
    play.require(rule, has_demoted(board, seat, "exile"), say("you have no Brigand"))
    play.require(rule, not board.done("plundered"), say("it has already done that this turn"))
    play.require(rule, board.count(board.faction(seat), act.at), say("you have no pieces there"))
    lying = list(play.table.pieces(under(act.at)))
    if not lying or act.at not in CLEARINGS:
        raise Impossible(say("there is no ruin"))
    play.checked()
    play.add(this("plundered"), 1)
    play.cite("RO-16.6.25")
    found = play.turn_up(under(act.at), lying[0], seat, say("what lies under the ruin"))
    thing = f"item:{found.partition(':')[2]}"
    play.turn(under(act.at), found, thing)
    if board.faction(seat) == HUNDREDS and is_by_fifth_edition(play.opening):
        hoard.receive(play, seat, under(act.at), thing)
    else:
        play.move(thing, 1, under(act.at), items(seat))
    if not play.table.count(under(act.at)):
        play.move(RUIN, play.table.count(clearing(act.at), RUIN), clearing(act.at), BOX)


@action(Rob)
def rob(play: Play, seat: int, act: Rob) -> None:
    """The Brigand: once, exhaust a crafted item to take a random card from a player nearby (RO-H-BRIGAND-D)."""
    board, rule = in_phase(play, seat, "RO-H-BRIGAND-D", DAYLIGHT), "RO-H-BRIGAND-D"
    play.require(rule, has_demoted(board, seat, "exile"), say("you have no Brigand"))
    play.require(rule, not board.done("robbed"), say("it has already done that this turn"))
    if act.victim not in play.opening.all_seats or act.victim == seat:
        raise Impossible(say("choose another player in this match"))
    mine, theirs = board.faction(seat), board.faction(act.victim)
    shared = any(board.count(mine, at) and board.count(theirs, at) for at in CLEARINGS)
    play.require(rule, shared, say("you share no clearing with {seat}", seat=Thing(f"seat:{act.victim}")))
    if state_of(act.item) or not play.table.count(items(seat), act.item):
        raise Impossible(say("you have no such item ready"))
    play.checked()
    play.add(this("robbed"), 1)
    play.turn(items(seat), act.item, in_state(act.item, exile.EXHAUSTED))
    play.cite(rule)
    take_random_card(play, seat, act.victim, say("the card robbed"))


# --- stages of a turn -----------------------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Start hirelings' Birdsong actions; at the end of a turn pass hirelings on and gain new ones (RO-16.4.1)."""
    if stage == BIRDSONG_START:
        begin_birdsong(play, seat)
    if stage == EVENING_START:
        exile.refresh(play)
    if stage == TURN_END:
        for card in list(play.table.pieces(artisans(seat))):
            play.move(card, play.table.count(artisans(seat), card), artisans(seat), f"hand:{seat}")
    end_turn(play, seat, stage)


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether a hireling still has an unused Daylight action."""
    return stage == faction_of(board, seat).daylight[-1] and can_employ(board, seat)


def take_part(play: Play, loss: Loss) -> None:
    """Score nothing for what a hireling removes (RO-16.4.3-VI); its controller suffers Outrage."""
    if loss.by in HIRELINGS:
        play.cite("RO-16.4.3-VI")
        if owner_of(loss.piece) == "alliance":
            play.cite("RO-16.4.3-VII")


def declares(board: Board, fight: Fight) -> bool:
    """Allow a battle against the Uprising that names the card it costs (RO-H-UPRISING-A)."""
    return fight.defender == "uprising" and fight.how.startswith(PAID)


ABILITIES = Abilities(
    declares=declares,
    joins=joins, ignores_rule=ignores_rule, forbids_leaving=forbids_leaving,
    forbids_placing=forbids_placing, moved=moved, forbids_battle=forbids_battle, keeps_standing=keeps_standing,
    shelters=shelters,
    cap=exile.cap, more_cap=exile.more_cap, defenceless=exile.defenceless, targets=exile.targets, hit=exile.hit,
    extra_hits=extra_hits, rolled=rolled, ignores_first_hit=ignores_first_hit, effects=effects, use=use, lost=lost,
    removed=take_part, sources=sources, permits=permits,
    spends=spends, crafted=crafted, scored=scored, enter=enter,
    pauses=pauses,
)  # fmt: skip
