"""The common tests of every game. `TestMine = a_game("mine", …)` in a test file adds all of them.

A game adds its cases (`tests/domain/cases.py`), its golden matches, and tests of its own peculiarities.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar

import pytest
from pydantic import ValidationError

from tablescribe.domain.games import ANY, GAMES, game
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import may
from tablescribe.domain.rules.game import Game, Seen
from tablescribe.domain.rules.view import view
from tablescribe.domain.rules.window import Window
from tablescribe.domain.table.table import Fact, Table
from tablescribe.domain.words.text import Text, Thing, say, tell, things
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.pictures.drawing import Appearance, panel_svg
from tablescribe.replays.reading.reader import Reader
from tests.depth import ALL, times
from tests.domain.a_game_faults import Faults
from tests.domain.a_game_mutations import Mutations
from tests.domain.a_game_symmetries import Symmetries
from tests.domain.a_game_windows import Windows
from tests.domain.cases import Cases
from tests.domain.kit import (
    MATCHES,
    SEED,
    Kit,
    again,
    consequence,
    decides,
    irregular,
    names_of,
    number_of,
    refusal,
    replayed,
)
from tests.domain.sayable import damaged, names
from tests.domain.twins import differing, impression, with_other_cards, with_other_secrets
from tests.support import STAMP

INTERNAL = re.compile(r"\b[a-z_]+:[a-z0-9]")
"""Internal identifiers: `movement:99`."""

RULES_OWN = ("awaits", "awaits:1", "due:1", "sealed:1:x")
"""Names of the kernel's own values: what is asked, due or sealed."""


QUICK = 3
"""Number of random matches played to their end by default: one for each source of chance.

More is tried on the tables of one of them, whose options are also random.
"""


class AGame(Faults, Mutations, Symmetries, Windows):
    """Tests that every game must pass."""

    kit: ClassVar[Kit]
    cases: ClassVar[Cases]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run tests that take a `number` for each random match, others for each case, window or ending."""
        for name, some in self.every(metafunc.function.__name__).items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, some, ids=lambda one: getattr(one, "name", None))

    @classmethod
    def every(cls, test: str) -> dict[str, list[Any]]:
        """Return the values for a test's parameters, by parameter."""
        cases, kit = cls.cases, cls.kit
        numbers = list(range(kit.rounds))
        if not ALL:
            # If something is hidden, people report chance.
            numbers = numbers[:QUICK] if "random_match" in test else numbers[:1] if "hide" in test else numbers[:2][-1:]
        rules = cases.obeying if "obeys" in test else cases.forging if "audit" in test else cases.breaking
        return {
            "number": numbers, "rule": list(rules),
            "window": list(kit.game.windows), "symmetry": list(kit.symmetries),
            "ending": list(kit.endings if kit.game.key in GAMES else ()),
        }  # fmt: skip

    # --- rules ------------------------------------------------------------------------

    def test_a_move_that_obeys_a_rule_cites_it(self, rule: str) -> None:
        self.cases.is_obeyed(rule)

    def test_a_move_that_breaks_a_rule_is_refused_with_its_number(self, rule: str) -> None:
        self.cases.is_refused(rule)

    def test_a_record_that_breaks_a_rule_is_found_by_the_audit(self, rule: str) -> None:
        self.cases.is_found(rule)

    def test_every_enforced_rule_is_obeyed_and_broken(self) -> None:
        if self.kit.cases is not None:
            self.kit.cases.are_complete(self.kit.game.key)

    def test_the_code_cites_every_enforced_rule_and_none_that_is_not_there(self) -> None:
        book = self.kit.game.rulebook
        if self.kit.game.key in GAMES:
            cited = self.kit.cited()
            assert {rule.number for rule in book.rules if rule.kind == "enforced"} - cited == set()
            assert cited - {rule.number for rule in book.rules} == set()

    def test_rules_name_options_that_there_are(self) -> None:
        named = {one.strip() for rule in self.kit.game.rulebook.rules for one in rule.option.split(",")} - {""}
        assert named <= set(self.kit.game.options.model_fields)

    # --- offers -----------------------------------------------------------------------

    @pytest.mark.no_cover
    def test_all_that_is_legal_is_offered(self, number: int) -> None:
        for match, choose in self.kit.at_some_tables(number):
            said = self.kit.said(match, choose)
            for seat in match.opening.all_seats:
                offered, come_to = self.kit.legal(match, seat), set[str]()
                for action in said:
                    legal = may(match.opening, match.table, seat, action) and not self.kit.unoffered(action)
                    if legal and action not in offered:  # the same action can be written in several ways
                        come_to = come_to or {consequence(match, seat, one) for one in offered}
                        told = consequence(match, seat, action) in come_to
                        assert told, f"seat {seat} may do this, and is not told: {action!r}"

    def test_what_is_offered_can_be_said_and_done_to_its_last_consequence(self, number: int) -> None:
        for match, choose in self.kit.at_some_tables(number):
            for seat in match.to_act:
                for action in self.kit.legal(match, seat):
                    assert self.kit.game.read_action(action.data()) == action
                    assert decides(match, seat, action, choose), f"seat {seat} is offered this in vain: {action!r}"

    def test_what_may_not_be_done_is_refused_when_it_is_decided(self, number: int) -> None:
        for match, choose in self.kit.at_some_tables(number):
            said = self.kit.said(match, choose)
            for action in choose.sample(said, min(len(said), 150)):
                seat = choose.choice(match.opening.all_seats)
                allowed = may(match.opening, match.table, seat, action)
                assert decides(match, seat, action, choose) == allowed, f"seat {seat}: {action!r}"

    # --- play -------------------------------------------------------------------------

    @pytest.mark.no_cover
    def test_a_random_match_ends_and_its_record_holds(self, number: int) -> None:
        choose = random.Random(number)
        match = self.kit.open(number)
        total = match.table.total()
        for _ in self.kit.moves(match, choose):
            assert match.table.total() == total, "pieces are neither made nor lost"
        if self.kit.endings:
            assert match.is_over, "nobody came to an end"
            ended = match.close(STAMP, seed=SEED if match.opened.chance == "sealed" else None)
            assert ended.result.ending in self.kit.endings
            assert not ended.result.rule or ended.result.rule in self.kit.game.rulebook
        other = again(match)
        assert (other.table, other.result, other.version) == (match.table, match.result, match.version)
        assert audit(match).findings == ()

    def test_taking_back_gives_what_a_shorter_replay_gives_and_redoing_what_stood_there(self, number: int) -> None:
        for match, choose in self.kit.at_some_tables(number):
            to = choose.randrange(match.head)
            before, pending = match.table.copy(), [one for one in match._pending if number_of(one) <= to]
            shorter = replayed(match, pending[: to + 1])
            match.take_back(to, STAMP, judge=True)
            assert match.table == shorter.table
            end = match.redoable()
            assert end is not None
            match.restore(end, STAMP)
            assert match.table == before
            return

    @pytest.mark.no_cover
    def test_whatever_a_table_did_the_match_goes_on_and_the_audit_names_each_breach(self, number: int) -> None:
        choose = random.Random(number)
        match = self.kit.open(number)
        for n in self.kit.moves(match, choose):
            if n > 25:
                break
            if n % 5 == 1:
                said = self.kit.said(match, choose)
            for action in choose.sample(said, min(len(said), 12)):
                if not match.is_over and irregular(match, choose.choice(match.opening.all_seats), action, choose):
                    break
        broken = [
            (move.number, one.rule) for move in match.moves if isinstance(move, Played)
            for one in move.irregularities
        ]  # fmt: skip
        found = audit(match).findings
        assert sorted(broken) == sorted((one.move, one.rule) for one in found if one.code == "irregular")
        assert not [one for one in found if one.severity == "doubt"]
        assert again(match).table == match.table

    # --- hidden information -----------------------------------------------------------

    @pytest.mark.no_cover
    def test_nobody_can_tell_what_others_hide(self, number: int) -> None:
        choose = random.Random(number)
        match, compared = self.kit.open(number, "open"), 0
        for n in self.kit.moves(match, choose):
            if n % 4 and not any(key.startswith("sealed:") for key in match.table.values):
                continue
            said = self.kit.said(match, choose)
            for viewer in (None, *match.opening.all_seats):
                tries = choose.sample(said, min(len(said), 20))
                mine = impression(match, viewer, tries)
                for twin in (*with_other_cards(match, viewer), *with_other_secrets(match, viewer)):
                    other = impression(twin, viewer, tries)
                    tells = [key for key in mine if mine[key] != other[key]]
                    assert not tells, f"seat {viewer} can tell by {tells}: {differing(mine, other)}"
                    compared += 1
            if compared > times(15, 30) or n > 40:
                break
        assert compared or not self.kit.hides, "nothing was hidden: this has shown nothing"

    # --- sentences --------------------------------------------------------------------

    def test_no_refusal_shows_a_name_as_the_program_writes_it(self, number: int) -> None:
        """Whatever is tried, including unknown names: people should not read `movement:99`."""
        if self.kit.game.key in ANY:
            pytest.skip("there people name things so themselves: a card is <deck>:<card>")
        for match, choose in self.kit.at_some_tables(number):
            said, reader, words = self.kit.said(match, choose), Reader(match.opening), names(match)
            for action in choose.sample(said, min(len(said), 80)):
                for data in (action.data(), damaged(action.data(), words, choose)):
                    try:
                        hurt = self.kit.game.read_action(data)
                    except ValidationError:
                        continue
                    why = refusal(match, choose.choice(match.opening.all_seats), hurt)
                    if why is not None:
                        assert not INTERNAL.search(reader.tell(why)), (reader.tell(why), data)

    def test_a_refusal_shows_what_was_typed_though_only_the_rules_speak_of_it(self) -> None:
        """`unseen:power` is internal, but a person who types it sees what was refused."""
        for match, choose in self.kit.at_some_tables(0):
            reader = Reader(match.opening)
            own = {*(zone for zone in match.table.zones if zone.startswith("unseen:")), "unseen:x", *RULES_OWN}
            one_of_each = {type(action): action.data() for action in self.kit.said(match, choose)}.values()
            for name in sorted(own):
                words = reader.name(name) or " ".join(name.replace(":", " ").split())
                refusals = (self._refusals(match, seat, data, name) for seat in match.to_act for data in one_of_each)
                for why in chain([say("{it} is no card", it=Thing(name))], *refusals):
                    assert words in reader.tell(why), (reader.tell(why), name)
                    assert words in match.opening.told(why)

    def _refusals(self, match: Match, seat: int, data: dict[str, Any], name: str) -> Iterator[Text]:
        """Yield the refusals of an action with a name in the wrong field, if they show that name."""
        for field in (key for key, value in data.items() if key != "do" and isinstance(value, str)):
            try:
                why = refusal(match, seat, self.kit.game.read_action({**data, field: name}))
            except ValidationError:
                continue
            if isinstance(why, Text) and name in things(why):
                yield why

    def test_everything_has_a_name_and_every_move_can_be_told(self, number: int) -> None:
        seen: list[tuple[Table, tuple[Fact, ...]]] = []
        say_it = self.kit.game.tell
        for match, choose in self.kit.at_some_tables(number):
            opening, reader = match.opening, Reader(match.opening)
            for name in names_of(match):
                assert isinstance(opening.label(name), str | Text)
                assert "{" not in reader.name(name)
            assert all(reader.name(f"seat:{seat}") for seat in opening.all_seats)
            for key, value in match.table.values.items():
                assert isinstance(self.kit.game.label_value(opening, key, value), str | int | Text | Thing)
            for ending in self.kit.endings:
                assert reader.value("ending", ending)
            for viewer in (None, *opening.all_seats):
                drawn = self.kit.game.panels(opening, view(opening, match.table, viewer), viewer)
                assert len({panel.name for panel in drawn}) == len(drawn)
                assert all(panel_svg(panel, Appearance(reader)) for panel in drawn)
            for seat in match.to_act:
                assert all(reader.tell(action.text()) for action in self.kit.legal(match, seat))
            seen += [(match.table.copy(), match.moves[match.head].facts), (Table(), match.opened.facts[:40])]
            for table, facts in seen:  # also facts that never happened there
                if say_it is None:
                    break
                mixed = tuple(choose.sample(facts, len(facts)))
                told, left = say_it(opening, Seen(1, None, (), table, mixed))
                assert all(tell(text, opening.label) for text in told)
                assert set(left) <= set(mixed)

    @pytest.mark.parametrize("name", ["", "?", ":", "seat:x", "hand:99", "?nothing", "x" * 300, "a:b:c", "score:"])
    def test_a_strangers_names_are_told_somehow(self, name: str) -> None:
        opening = self.kit.open(0).opening
        assert isinstance(opening.label(name), str | Text)
        for value in ("", "x", -1, 10**9, True):
            assert self.kit.game.label_value(opening, name, value) is not None

    def test_every_window_says_what_it_asks(self, window: Window) -> None:
        assert Reader(self.kit.open(0).opening).tell(window.asks)

    def test_a_golden_match_ends_in_each_way(self, ending: str) -> None:
        goldens = sorted((MATCHES / self.kit.game.key).glob("*.golden"))
        assert any(f"ending='{ending}'" in golden.read_text("utf-8") for golden in goldens)


def a_game(of: str | Game, **settings: Any) -> type[AGame]:
    """Return the tests of a game, as a class that pytest collects; see `Kit` for the settings."""
    kit = Kit(game(of) if isinstance(of, str) else of, **settings)
    made: type[AGame] = type("TestAGame", (AGame,), {"kit": kit, "cases": kit.cases or Cases()})
    for name, test in (vars(AGame) | vars(Faults) | vars(Mutations) | vars(Symmetries) | vars(Windows)).items():
        if name.startswith("test") and (
            (name in vars(Mutations) and kit.cases is None)
            or any(not made.every(name).get(one, [True]) for one in inspect.signature(test).parameters)
        ):
            setattr(made, name, None)  # the test does not apply
    return made
