"""The audit of chance: draws from a seal, reported outcomes, and that nobody chose them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablescribe.domain.match.events import Closed, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import ScriptedChance, SealedChance, commitment, sealed_key
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.table import Changed, Table
from tablescribe.domain.words.text import say
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.reading.reader import Reader
from tests.domain.random_play import SEED, open_match
from tests.replays.auditing.forging import Expected, Forgery, events_of, findings, forged, retold, told_by
from tests.support import STAMP, TOY, RollOn, Step, Take, ToyOptions, do, toy_match

DIFFERS: Expected = ("chance.differs", "doubt", 1, "")
TOLD: Expected = ("chance.told", "doubt", 1, "")
BROKEN: Expected = ("seal.broken", "doubt", None, "")


def sealed(*, revealed: bool = True) -> Match:
    """A sealed roll and card, then the end."""
    match = toy_match(chance="sealed", seed=SEED, nonces=["a", "b"])
    match.play(1, RollOn(), match.chance(seed=SEED), STAMP)
    match.play(2, Take(), match.chance(seed=SEED), STAMP)
    if revealed:
        match.close(STAMP, seed=SEED, abandoned=True)
    return match


def sealed_deal() -> Match:
    match = open_match("ultime", 3, first_player=1)
    match.close(STAMP, seed=SEED, abandoned=True)
    return match


def chosen(match: Match) -> Match:
    """Somebody chose another face than the seal's, and recorded all that follows from it."""
    face = match.table.number("field:1") % 6 + 1
    return retold(match, 2, outcomes=(face,), facts=(Changed("field:1", 0, face), Changed("turn", 1, 2)))


def redealt(match: Match) -> Match:
    """Seat 1 dealt itself the first two movement cards, 1 and 2."""
    first = match.opened
    others = [card for card in first.outcomes if card not in ("movement:1", "movement:2")]
    play = Play(match.opening, Table(first.box), ScriptedChance(["movement:1", "movement:2", *others]))
    match.opening.game.set_up(play)
    return retold(match, 1, outcomes=tuple(play.outcomes), facts=tuple(play.facts))


def drawn(chance: str, *outcomes: str) -> Match:
    match = toy_match(chance=chance)
    do(match, 1, Take(), *outcomes)
    return match


def unsealed() -> Match:
    match = drawn("table")
    match.close(STAMP, abandoned=True)
    return match


CHANCE = [
    Forgery("a chosen die", sealed, chosen, [DIFFERS], "the sealed seed: someone chose them ("),
    Forgery("other nonces", sealed, forged(1, nonces=("a", "c")), [DIFFERS, ("chance.differs", "doubt", 2, "")]),
    Forgery("a dealt hand of one's own choice", sealed_deal, redealt,
            [("chance.differs", "doubt", 0, "")], "someone chose them (movement:"),
    Forgery("another seed", sealed, forged(4, seed=(b"x" * 32).hex()), [BROKEN], "does not match the commitment"),
    Forgery("no seed at all", sealed, forged(4, seed=""), [BROKEN], "seed was not revealed, so the outcomes"),
    Forgery("a seed that is none", sealed, forged(4, seed="?"), [BROKEN], "does not match the commitment"),
    Forgery("a second seed", sealed, forged(5, seed="?"), [BROKEN], "the closing event has a seed of its own"),
    Forgery("another commitment", sealed, forged(1, commitment="00" * 32), [BROKEN], "does not match the commitment"),
    Forgery("a seed where nothing was sealed", unsealed, forged(3, seed="ab"), [BROKEN], "but nothing was sealed"),
    Forgery("a secret card that was told", lambda: drawn("open", "card:c"), forged(1, chance="table"), [TOLD],
            "at the table, but this outcome is recorded although only that seat may know it: seat:1 draws from"),
    Forgery("a card that was not told", lambda: drawn("table"), forged(1, chance="open"), [TOLD],
            "chance is open, but this outcome is hidden although every card is entered"),
    Forgery("an unknown card before the seal is opened", lambda: drawn("table"),
            forged(1, chance="sealed", commitment="00" * 32), [TOLD], "chance is sealed, but this outcome is hidden"),
]  # fmt: skip


@pytest.mark.parametrize("forgery", CHANCE, ids=lambda forgery: forgery.name)
def test_forged_chance_is_found(forgery: Forgery) -> None:
    forgery.check()


def test_what_the_seal_gives_is_told() -> None:
    match = sealed()
    (finding,) = audit(chosen(match)).findings
    assert tuple(map(str, finding.expected)) == (f"outcomes {match.table.number('field:1')}",)


def test_as_long_as_the_seed_is_secret_nobody_can_tell() -> None:
    match = sealed(revealed=False)
    assert findings(match) == findings(chosen(match)) == []


def test_a_broken_rule_does_not_hide_a_chosen_die() -> None:
    match = toy_match(chance="sealed", seed=SEED)
    match.play(2, RollOn(), match.chance(seed=SEED), STAMP, as_played=True)
    match.close(STAMP, seed=SEED, abandoned=True)
    assert findings(match) == [("irregular", "breach", 1, "TT-0")]
    facts = match.moves[1].facts
    assert isinstance(facts[0], Changed)
    face = match.table.number("field:2") % 6 + 1
    forgery = retold(match, 2, outcomes=(face,), facts=(Changed("field:2", 0, face), *facts[1:]))
    assert findings(forgery) == [("irregular", "breach", 1, "TT-0"), DIFFERS]


def test_a_move_that_cannot_be_decided_is_not_doubted_twice() -> None:
    assert findings(retold(sealed(), 3, action={"do": "fly"})) == [("undecidable", "doubt", 2, "")]


def test_a_roll_taken_back_and_made_again_shows_the_same_face() -> None:
    match = sealed(revealed=False)
    match.take_back(0, STAMP, judge=True)
    match.play(1, RollOn(), match.chance(seed=SEED), STAMP)
    match.close(STAMP, seed=SEED, abandoned=True)
    assert findings(match) == [("taken_back.seen", "note", None, "")]
    face = match.table.number("field:1") % 6 + 1
    again = retold(match, 5, outcomes=(face,), facts=(Changed("field:1", 0, face), Changed("turn", 1, 2)))
    assert findings(again)[0] == ("chance.differs", "doubt", 3, "")


def test_a_move_that_needs_no_chance_where_the_seal_is_opened() -> None:
    match = sealed(revealed=False)
    match.play(1, Step(fields=1), match.chance(seed=SEED), STAMP)
    match.close(STAMP, seed=SEED, abandoned=True)
    assert findings(told_by(match, events_of(match))) == []
    assert findings(retold(match, 4, outcomes=(1,)))[-1] == ("chance.differs", "doubt", 3, "")


def test_a_told_secret_is_found_in_a_closed_match_too_and_where_the_seal_is_broken() -> None:
    match = drawn("open", "card:c")
    match.close(STAMP, abandoned=True)
    assert findings(retold(match, 1, chance="table")) == [TOLD]
    unknown = retold(unsealed(), 1, chance="sealed", commitment="00" * 32)
    assert findings(unknown) == [TOLD, BROKEN]


def test_a_deal_is_told_as_the_chance_of_the_match_demands() -> None:
    match = open_match("ultime", 3, first_player=1)
    as_table = retold(match, 1, chance="table", commitment="")
    assert findings(as_table) == [("chance.told", "doubt", 0, "")] * 6
    assert "(the starting hand)" in str(audit(as_table).findings[0].why)


def test_a_judge_reads_which_cards_should_have_been_dealt() -> None:
    match = open_match("ultime", 3, first_player=1)
    (finding,) = audit(retold(redealt(match), 1, outcomes=match.opened.outcomes)).findings
    reader = Reader(match.opening)
    dealt = reader.name(str(match.opened.outcomes[0]))
    assert finding.code == "facts.differ"
    assert f"blue's hand: a movement card is {dealt}" in list(map(reader.tell, finding.expected))


SIX = next(seed for seed in (b"%d" % n for n in range(99)) if SealedChance(sealed_key(seed)).number(6) == 5)
"""A seed whose first die is a six."""


def burn(play: Play, seat: int = 1, act: RollOn | None = None) -> None:
    """Burn as many of five cards as a die shows: with a six, that is impossible."""
    play.move("?card", int(play.roll("d6", dict.fromkeys(range(1, 7), 1), seat, say("how many"))), "box", "burnt")


def burning(*outcomes: int, **changes: Any) -> Match:
    """Open a match of a game that burns cards somewhere."""
    match_of = Opening(replace(TOY, **changes), 2, ToyOptions(), TOY.catalogue)
    return Match.open("m", match_of, [Seat("r", "c")] * 2, STAMP, outcomes=outcomes)


def as_if_sealed(match: Match) -> Match:
    """Return the match, closed, as if all its outcomes came from the seed that begins with a six."""
    assert findings(match) == []
    match.record(Closed, STAMP, result=Result("abandoned", "", (), ()), seed=SIX.hex())
    return retold(match, 1, chance="sealed", commitment=commitment(SIX))


def test_a_set_up_that_could_not_go_on_with_the_seals_outcome_was_chosen() -> None:
    (finding,) = audit(as_if_sealed(burning(1, set_up=burn))).findings
    assert (finding.code, finding.move) == ("chance.differs", 0)
    assert str(finding.why).endswith("someone chose them; with those of the seal, 6 × ?card cannot leave box: 5 there")


def test_a_move_that_could_not_go_on_with_the_seals_outcome_was_chosen() -> None:
    rules = Rules()
    rules(RollOn)(burn)
    match = burning(rules=rules, actions=RollOn, windows=(), set_up=lambda play: None)
    do(match, 1, RollOn(), 2)
    (finding,) = audit(as_if_sealed(match)).findings
    assert (finding.code, finding.move) == ("chance.differs", 1)
    assert str(finding.why).endswith("someone chose them; with those of the seal, 6 × ?card cannot leave box: 5 there")
