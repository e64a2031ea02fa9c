"""From a few words to one legal action."""

import pytest

from tablescribe.cli.table.choosing import in_columns, listed, outcome_named, shared_beginning
from tablescribe.cli.table.matching import Choice, choices_of, first_misfit, narrow
from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.table.table import Moved
from tablescribe.replays.reading.reader import Reader
from tests.support import STAMP


@pytest.fixture
def match() -> Match:
    fixed = opening("ultime", 3, {"first_player": 1})
    return Match.open("m", fixed, [Seat(f"ref{n}", "c") for n in range(3)], STAMP)


def legal(match: Match) -> list[Choice]:
    return choices_of(Reader(match.opening), {1: legal_actions(match.opening, match.table, 1)})


def found(match: Match, words: str) -> list[str]:
    return [choice.in_full() for choice in narrow(legal(match), words.split())]


@pytest.mark.parametrize(
    "words",
    ["12 circle", "12 ci", "circle 12", "card=12 use=circle", "card=movement:12 circle", "play_movement 12 2 circle"],
)
def test_words_narrow_down_to_one_action(match: Match, words: str) -> None:
    assert found(match, words) == ["play_movement card=movement:12 pawn=1 at=2 use=circle"]


def test_a_number_that_comes_first_is_a_card(match: Match) -> None:
    """Terrain 2 is where blue stands, and seat 2 is yellow; but 2 alone is movement card 2."""
    assert {words.split()[1] for words in found(match, "2")} == {"card=movement:2"}


def test_a_number_that_follows_is_the_first_field_in_which_it_tells_choices_apart(match: Match) -> None:
    assert found(match, "6 3") == [
        "play_movement card=movement:6 pawn=3 at=10 use=circle",
        "play_movement card=movement:6 pawn=3 at=10 use=square",
    ]
    assert found(match, "6 10") == found(match, "6 red") == found(match, "6 3")


def test_a_number_never_stands_for_the_beginning_of_another(match: Match) -> None:
    match.line.table.apply(Moved("?movement", 1, "hand:1", "deck:movement"))
    match.line.table.apply(Moved("?movement", 1, "hand:1", "deck:movement"))
    assert found(match, "1") == []


def test_a_kind_of_action_is_listed_with_an_example_that_means_one_of_it(match: Match) -> None:
    some = legal(match)
    _, movement = listed(Reader(match.opening), some)
    assert len(narrow(some, movement.example.split())) == 1
    lines = in_columns(Reader(match.opening), listed(Reader(match.opening), some), 80)
    assert lines[1] == f" 2.  play movement (66)  e.g. {movement.example}"


def test_the_first_word_that_does_not_fit_is_found(match: Match) -> None:
    assert first_misfit(legal(match), ["12", "circle", "yellow"]) == 2
    assert first_misfit(legal(match), ["dance"]) == 0


def test_names_of_power_cards_may_be_begun(match: Match) -> None:
    match.line.table.apply(Moved("?power", 1, "deck:power", "hand:1"))
    assert found(match, "thi yel") == ["play_power card=power:thief target=2"]
    assert found(match, "strength") == ["play_power card=power:strength"]


def test_a_long_list_is_gathered_and_cards_keep_their_own_numbers(match: Match) -> None:
    kinds = listed(Reader(match.opening), legal(match))
    assert [(one.key, one.text, len(one.choices)) for one in kinds] == [
        ("1.", "skips and draws two movement cards", 1),
        ("2.", "play movement", 66),
    ]
    cards = listed(Reader(match.opening), kinds[1].choices)
    assert [one.key for one in cards] == [str(n) for n in range(1, 25)]
    ways = listed(Reader(match.opening), cards[11].choices)
    assert shared_beginning(ways) == "plays movement card 12 [own +6 □1]: "
    assert shared_beginning(ways[:1]) == ""


def test_long_lists_stand_in_as_many_columns_as_fit(match: Match) -> None:
    cards = listed(Reader(match.opening), listed(Reader(match.opening), legal(match))[1].choices)
    assert {one.above for one in cards} == {"movement card"}
    assert len(in_columns(Reader(), cards, 40)) == 24
    lines = in_columns(Reader(), cards, 80)
    assert len(lines) == 12
    assert lines[0] == "  1  [own +1 (+0, +1) □2]   13  [own -1 □4]"
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("told", ["power:thief", "thief", "Thief", "thi"])
def test_an_outcome_is_named_as_people_do(match: Match, told: str) -> None:
    assert outcome_named(Reader(match.opening), ["power:thief", "power:luck"], told) == "power:thief"


def test_an_outcome_that_is_not_clear_is_none(match: Match) -> None:
    assert outcome_named(Reader(match.opening), ["movement:12", "movement:13"], "1") is None
    assert outcome_named(Reader(match.opening), ["power:swap", "power:speed"], "s") is None
    assert outcome_named(Reader(match.opening), ["heads", "tails"], "edge") is None
    assert outcome_named(Reader(match.opening), [1, 2, 3], "2") == 2


def test_an_outcome_is_named_by_any_word_of_it_where_none_begins_so() -> None:
    reader, among = Reader(opening("robinson", 2)), ["starting:flask_of_rum", "starting:pistol", "starting:bible"]
    assert outcome_named(reader, among, "rum") == "starting:flask_of_rum"
    assert outcome_named(reader, [*among, "starting:empty_bottle"], "b") == "starting:bible", "what begins so is first"
    assert outcome_named(reader, among, "start") is None
    assert outcome_named(reader, among, "") is None


def test_choices_say_themselves_in_full(match: Match) -> None:
    assert [choice.in_full() for choice in narrow(legal(match), ["skip"])] == ["skip"]
