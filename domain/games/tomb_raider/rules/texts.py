"""Free texts that people carry out: play stops until the table records what they did (TR-135).

What people enter is accepted if the pieces exist and the game can go on. Cards that others know, but the seat that
enters it does not, cannot be mentioned: a refusal would reveal them.
"""

from __future__ import annotations

from typing import TypeGuard

from tablescribe.domain.games.tomb_raider.actions.playing import Tell
from tablescribe.domain.games.tomb_raider.board import ENDING, RAIDER, draw_deck, is_alive, is_of_level, where
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, latest
from tablescribe.domain.games.tomb_raider.rules.decks import draw_hand
from tablescribe.domain.games.tomb_raider.rules.harm import check_death
from tablescribe.domain.games.tomb_raider.rules.movement import relocate
from tablescribe.domain.games.tomb_raider.rules.reading import need
from tablescribe.domain.games.tomb_raider.rules.tellable import Told, must_be_playable
from tablescribe.domain.games.tomb_raider.rules.winning import reach_goals
from tablescribe.domain.games.tomb_raider.windows import TEXT
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.typed_facts import left_drawable, make_true, read_told, still_drawable
from tablescribe.domain.table.names import deck_of
from tablescribe.domain.table.table import Fact, Impossible, Moved, Table
from tablescribe.domain.words.text import say


@action.step("text")
def ask(play: Play, *, seat: int, card: str, says: str) -> None:
    """Ask what a text did before play goes on (TR-135)."""
    play.cite("TR-135")
    ask_by(play, "text", TEXT, seat, seat=seat, card=card, says=says)


def name_of(text: str) -> str:
    """Return a text as one word, as actions name it."""
    return "_".join(text.split())


def asked_of(table: Table) -> str:
    """Return the pending text as one word; the empty string if there is none."""
    step = waiting(table, "text")
    return name_of(str(step.arguments["says"])) if step is not None else ""


@action(Tell)
def tell(play: Play, seat: int, act: Tell) -> None:
    """Record what a text did, as people enter it (TR-135)."""
    step = latest(play, "text")
    if step is None or act.benefit != name_of(str(step.arguments["says"])):
        raise Impossible(say("no benefit called {name} is available now", name=act.benefit))
    facts, draws = _checked(play, seat, act.facts)
    play.cite("TR-135")
    play.checked()
    close(play)
    play.drop(step)
    walks = {fact.piece: fact.dst for fact in facts if _is_a_walk(fact)}
    make_true(play, (fact for fact in facts if not _is_a_walk(fact)))
    for fact in draws:
        owner = int(fact.dst.partition(":")[2])
        draw_hand(play, draw_deck(owner), owner, fact.n, say("a card"), "TR-77")
    _what_follows(play, seat, facts, walks)


def _checked(play: Play, seat: int, texts: tuple[str, ...]) -> tuple[list[Fact], list[Moved]]:
    """Return the entered words as facts, and last the draws, whose cards chance decides.

    Raises:
        Impossible: they cannot be true, the game could not go on, or they concern what others know and the seat does
            not.
    """
    told = Told(play.opening, play.table, seat)
    for text in texts:
        told.must_be_sayable(text.split())
    drawn = [told.is_a_draw(text.split()) for text in texts]
    number = sum(drawn)
    if any(drawn[: len(texts) - number]):
        raise Impossible(say("draw unknown cards after all other changes"))
    facts = read_told(play.table, texts)
    if left := left_drawable(play.table, facts):
        raise Impossible(still_drawable(left))
    after = play.table.copy()
    for fact in facts:
        after.apply(fact)
    must_be_playable(play.opening, play.table, after)
    last = len(facts) - number  # a draw is one fact, because it reveals nothing
    return facts[:last], [fact for fact in facts[last:] if isinstance(fact, Moved)]


def _is_a_walk(fact: Fact) -> TypeGuard[Moved]:
    """Return whether a raider's figure goes to another space."""
    return isinstance(fact, Moved) and fact.piece.startswith("figure:")


def _what_follows(play: Play, seat: int, facts: list[Fact], walks: dict[str, str]) -> None:
    """Apply the consequences: raiders without health die, moved raiders arrive, blank cards are read (TR-135)."""
    everybody = play.opening.clockwise_from(seat)
    for one in everybody:
        check_death(play, one)
    reach_goals(play)
    if play.table.get(ENDING) is not None:
        return
    for one in reversed(everybody):
        zone = walks.get(f"figure:{one}", "")
        if zone and is_alive(play.table, one) and zone != where(play.table, one):
            relocate(play, one, zone)
    for fact in facts:
        lies = isinstance(fact, Moved) and fact.dst.partition(":")[0] in ("space", "saved", "unsaved")
        if isinstance(fact, Moved) and lies and not is_of_level(fact.piece) and deck_of(fact.piece) != RAIDER:
            need(play, seat, fact.piece)
