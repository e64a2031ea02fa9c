"""Words: hidden information is not named, and any content of a log can be worded."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned
from tablescribe.domain.words.text import Thing, say
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.reading import fact_wording, wording
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.freeform.table import freeform
from tests.domain.freeform.table import say as tell
from tests.domain.ultime.table import card, given, when
from tests.replays.auditing.forging import events_of, played, read_by_all, retold
from tests.support import STAMP, Take, do, toy_match


def say_move(match: Match, number: int, viewer: Viewer = None, cursor: Line | None = None) -> str:
    """Return a move as a viewer reads it in English."""
    return Reader(match.opening).tell(wording.say_move(match, number, viewer, cursor))


def say_event(match: Match, event: AnyEvent) -> str:
    """Return an event as a spectator reads it in English."""
    return Reader(match.opening).tell(wording.say_event(match, event))


def say_facts(opening: Opening, facts: list[Fact], *, reveal: bool = False) -> list[str]:
    """Return facts as they are read in English."""
    return list(map(Reader(opening).tell, fact_wording.say_facts(opening, facts, reveal=reveal)))


def changes(timeline: Timeline, number: int, viewer: Viewer) -> str:
    """Return the changes of a move as a viewer reads them in English."""
    return " ".join(map(Reader(timeline.opening).tell, timeline.changes(number, viewer)))


VIEWERS: tuple[Viewer, ...] = (None, 1, 2, 3, EVERYTHING)


def handed_over() -> Match:
    """Return a match with open hands in which seat 1 drew the fox and hands it to seat 2."""
    match = freeform(3, chance="open")
    tell(match, 1, "draw", "animal:fox", deck="animal")
    tell(match, 1, "move", piece="animal:fox", src="hand:1", dst="hand:2")
    return match


# --- what stays hidden --------------------------------------------------------------------------


@pytest.mark.parametrize(("viewer", "knows"), [(None, False), (1, True), (2, True), (3, False), (EVERYTHING, True)])
def test_a_card_handed_over_is_named_only_to_those_who_saw_it(viewer: Viewer, knows: bool) -> None:
    what = "fox" if knows else "an unknown animal card"
    assert say_move(handed_over(), 2, viewer) == (f"seat 1 moves {what} from the hand of seat 1 to the hand of seat 2")


def test_a_card_that_lay_open_or_comes_to_lie_open_is_named_to_all() -> None:
    match = handed_over()
    tell(match, 2, "move", piece="animal:fox", src="hand:2", dst="row")
    tell(match, 2, "move", piece="animal:fox", src="row", dst="hand:3")
    for number in (3, 4):
        assert all("fox" in say_move(match, number, viewer) for viewer in VIEWERS)


@pytest.mark.parametrize(("viewer", "knows"), [(None, False), (1, True), (2, True), (3, False), (EVERYTHING, True)])
def test_a_reason_names_a_hidden_card_only_to_those_who_know_it(viewer: Viewer, knows: bool) -> None:
    why = say("{seats} know: {card} was held back", seats=say("all"), card=say("the {it}", it=Thing("animal:fox")))
    match = retold(handed_over(), 3, irregularities=(Irregularity("FF-4", why),))
    card = "fox" if knows else "an unknown animal card"
    assert say_move(match, 2, viewer).endswith(f"[breaks FF-4: all know: the {card} was held back]")


def test_a_finished_sentence_of_a_log_of_form_1_is_told_to_judges_and_the_rule_alone_to_others() -> None:
    """Nobody can tell whether it names a hidden card; where no cards are hidden, all may read it."""
    match = retold(handed_over(), 3, irregularities=(Irregularity("FF-4", "the fox was held back"),))
    assert say_move(match, 2, EVERYTHING).endswith("[breaks FF-4: the fox was held back]")
    assert all(say_move(match, 2, viewer).endswith("[breaks FF-4]") for viewer in (None, 1, 2, 3))
    bare = freeform(components={"name": "bare", "edition": "1", "origin": "house", "source": "tests"})
    tell(bare, 1, "pass")
    open_to_all = retold(bare, 2, irregularities=(Irregularity("FF-5", "out of turn"),))
    assert all(say_move(open_to_all, 1, viewer).endswith("[breaks FF-5: out of turn]") for viewer in VIEWERS)


def test_telling_a_move_leaves_the_match_and_a_cursor_of_ones_own_are_used_alike() -> None:
    match, cursor = handed_over(), handed_over().line.cursor()
    before = match.table.digest()
    timeline = Timeline(match)
    for viewer in VIEWERS:
        assert (
            say_move(match, 2, viewer)
            == say_move(match, 2, viewer, cursor)
            == Reader(match.opening).tell(timeline.say(2, viewer))
        )
    assert (match.table.digest(), match.head) == (before, 2)


# --- whatever a log holds -----------------------------------------------------------------------


def test_an_action_that_nobody_knows_any_more_is_told_as_it_stands_to_a_judge_only() -> None:
    match = retold(played(), 2, action={"do": "fly", "card": "card:c"})
    assert say_move(match, 1, EVERYTHING) == (
        'seat 1 does something that the current rules do not have: {"do": "fly", "card": "card:c"}'
    )
    assert say_move(match, 1, 2) == "seat 1 does something that the current rules do not have: fly"
    assert (
        say_move(retold(played(), 2, action={"far": 1}), 1)
        == "seat 1 does something that the current rules do not have: ?"
    )


def test_names_that_the_game_has_not_are_told_in_words() -> None:
    match = given({1: (1, 2)})
    name = Reader(match.opening).name
    for odd in ("seat:99", "terrain:x", "hand:²", "terrain:4000002", "pawn:", "movement:x", ":", ""):
        assert name(odd) == odd.replace(":", " ").strip()
    when(match, 1, card(2, 1, 2), "movement:17", "movement:5")
    there = {"do": "play_movement", "card": "movement:999", "pawn": 99, "at": 4_000_002, "use": "circle"}
    forged = retold(match, 3, seat=99, action=there)
    assert say_move(forged, 2, EVERYTHING) == "seat 99 plays movement 999: pawn 99 on terrain 4000002, using the circle"


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Moved("pawn:99", 10**18, "box", "terrain:x"), ["1000000000000000000 × pawn 99: the box → terrain x"]),
        (Turned("terrain:x", "", ":", 1), ["terrain x: '' turned to ':'"]),
        (Changed("score:99", "x", None), ["score 99: no longer x"]),
        (Changed("winners", None, True), ["the winner: True"]),
        (Turned("hand:1", "movement:1", "?movement", 1), []),
    ],
)
def test_odd_facts_have_words(fact: Fact, words: list[str]) -> None:
    assert say_facts(given().opening, [fact]) == words


def test_a_judge_reads_what_was_turned_up_and_down() -> None:
    opening = given().opening
    turned: list[Fact] = [
        Turned("hand:1", "?movement", "movement:1", 1),
        Turned("hand:1", "movement:1", "?movement", 1),
    ]
    known = Reader(opening).name("movement:1")
    assert say_facts(opening, turned, reveal=True) == [
        f"blue's hand: a movement card is {known}",
        f"blue's hand: {known} turned face down",
    ]
    assert say_facts(opening, turned) == []
    pool: list[Fact] = [Turned("unseen:movement", "movement:1", "?movement", 1)]
    assert say_facts(opening, pool, reveal=True) == []


def test_no_text_of_a_foreign_log_commands_a_terminal() -> None:
    odd = "\x1b[2J\r\x9b\0 tidy"
    match = given()
    match.note(odd, STAMP)
    match.rule([Changed(odd, None, odd)], STAMP, clause=odd, reason=odd)
    match.take_back(0, STAMP, judge=True, reason=odd)
    read_by_all(match)
    assert say_event(match, match.notes[0]) == "note: \\x1b[2J\\x0d\\x9b\\x00 tidy"


ODD_FACTS: dict[str, tuple[Fact, ...]] = {
    "winners that are no seats": (Changed("winners", None, "x"),),
    "a winner who does not play": (Changed("winners", None, "99"),),
    "a window for nobody": (Changed("awaits", None, "defence"), Changed("awaits:x", None, 1)),
    "a window for a stranger": (Changed("awaits", None, "defence"), Changed("awaits:99", None, 1)),
    "a turn that is a text": (Changed("turn", 1, "x"),),
    "no turn": (Changed("turn", 1, None),),
    "points that are a text": (Changed("score:1", 0, "many"),),
    "something that waits, of no form": (Changed("pending", None, "event x"),),
    "a pawn beside the wheel": (Moved("pawn:1", 1, "terrain:2", "terrain:x"),),
    "a pawn in a stranger's hand": (Moved("pawn:1", 1, "terrain:2", "hand:99"),),
    "a card that has no identity": (Turned("hand:1", "?movement", "movement:1", 1),),
    "a card that no deck has": (Turned("hand:1", "?movement", "movement:x", 1),),
    "control characters": (Turned("hand:1", "?movement", "\0\x9b2J", 1), Moved("\0\x9b2J", 1, "hand:1", "\x1b[2J")),
}  # fmt: skip


@pytest.mark.parametrize("facts", ODD_FACTS.values(), ids=ODD_FACTS)
def test_a_table_that_no_rule_leads_to_can_be_read_and_drawn_by_all(facts: tuple[Fact, ...]) -> None:
    match = given()
    match.rule([Changed("hat", None, "on")], STAMP, clause="c", reason="r")
    read_by_all(retold(match, 2, facts=facts))


@pytest.mark.parametrize("match", [given(), toy_match(), freeform()], ids=["ultime", "toy", "freeform"])
def test_a_match_without_a_move_can_be_read(match: Match) -> None:
    if match.opening.game.key != "toy":  # it has no pictures
        read_by_all(match)
    assert str(audit(match).verdict()) == "no moves yet"
    assert Timeline(match).forward() is Timeline(match).back() is False


def test_a_winner_who_does_not_play_can_be_reported() -> None:
    match = played()
    match.close(STAMP, abandoned=True)
    wrong = retold(match, 5, result=Result("ten_fields", "TT-6", (99,), (1,)))
    assert say_event(wrong, events_of(wrong)[-1]) == "closed: seat 99 won (TT-6): seat 1 1"
    ultime = given()
    ultime.close(STAMP, abandoned=True)
    read_by_all(retold(ultime, 2, result=Result("twelve_points", "UP-51", (99,), (1,))))


def test_a_table_of_which_nobody_can_say_what_is_secret_shows_no_card_and_no_value() -> None:
    """Seat 1's card was turned up without being taken from the unseen ones, so it cannot be hidden again."""
    match = toy_match(chance="open")
    do(match, 1, Take(), "card:c")
    facts = match.moves[1].facts
    forged = retold(match, 2, facts=(*facts[:2], facts[3]))
    for viewer in (None, 2):
        table = seen(forged.opening, forged.table, viewer)
        assert (table.pieces("hand:1"), table.values, table.total()) == ({"?card": 1}, {}, forged.table.total())
        assert "card:c" not in changes(Timeline(forged), 1, viewer).replace("?card", "")
    assert seen(forged.opening, forged.table, 1) == forged.table, "to seat 1, nothing of it is secret"
    assert "card:c" in str(Timeline(forged).facts(1, EVERYTHING))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_sound_table_is_seen_as_the_game_shows_it(viewer: Any) -> None:
    match = handed_over()
    cards = seen(match.opening, match.table, viewer).pieces("hand:2")
    assert cards == ({"animal:fox": 1} if viewer in (2, EVERYTHING) else {"?animal": 1})
