"""The table: three reversible facts, and no piece is created or lost."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.table.table import Changed, Fact, Impossible, Moved, Table, Turned, Value, difference
from tests.domain.plain_difference import plain_difference


def test_a_piece_moves_from_zone_to_zone() -> None:
    table = Table({"pawn": 2})
    table.apply(Moved("pawn", 1, "box", "field"))
    assert table.pieces("field") == {"pawn": 1}
    assert table.pieces("box") == {"pawn": 1}


@pytest.mark.parametrize(
    "fact",
    [
        Moved("pawn", 3, "box", "field"),
        Moved("pawn", 0, "box", "field"),
        Moved("pawn", -1, "box", "field"),
        Moved("knight", 1, "box", "field"),
        Moved("pawn", 1, "nowhere", "field"),
        Turned("box", "knight", "pawn", 1),
        Changed("turn", 1, 2),
        Changed("score", None, 2),
        Changed("score", True, 2),
        Changed("score", "1", 2),
    ],
)
def test_what_is_not_there_cannot_move_turn_or_change(fact: Fact) -> None:
    table = Table({"pawn": 2})
    table.apply(Changed("score", None, 1))
    before = table.copy()
    with pytest.raises(Impossible):
        table.apply(fact)
    assert table == before


@pytest.mark.parametrize("now", [None, True, 1, 2, "1"])
@pytest.mark.parametrize("was", [None, True, 1, "1"])
def test_a_value_is_kept_as_its_fact_would_change_it(was: Value, now: Value) -> None:
    table, other = Table(), Table()
    table.keep("score", was)
    other.keep("score", was)
    fact = table.keep("score", now)
    if fact is None:
        assert (was, type(was)) == (now, type(now))
    else:
        other.apply(fact)
    assert table == other
    assert table.values == ({} if now is None else {"score": now})


def test_every_change_forgets_what_was_worked_out() -> None:
    table, moved, changed = Table({"pawn": 9}), Moved("pawn", 1, "box", "field"), Changed("turn", None, 1)
    turned = Turned("field", "pawn", "knight", 1)

    def forgets(change: Callable[[], object]) -> bool:
        table.worked_out["pawns"] = table.count("field")
        change()
        return not table.worked_out

    for fact in (moved, changed, turned):
        assert forgets(lambda: table.apply(fact))  # noqa: B023
    for fact in (turned, changed, moved):
        assert forgets(lambda: table.revert(fact))  # noqa: B023
    assert forgets(lambda: table.apply_all([moved, changed]))
    assert forgets(lambda: table.revert_all([moved, changed]))
    assert forgets(lambda: table.keep("turn", 2))
    assert not forgets(lambda: table.keep("turn", 2)), "it is kept already"
    assert not table.copy().worked_out
    with pytest.raises(Impossible):
        table.apply_all([moved, changed])
    assert not table.worked_out


def test_a_box_holds_nothing_less_than_zero_times() -> None:
    with pytest.raises(Impossible):
        Table({"pawn": -1})
    assert Table({"pawn": 0}).zones == {}


def test_empty_zones_and_forgotten_values_leave_no_trace() -> None:
    table = Table({"pawn": 1})
    digest = table.digest()
    for fact in (
        Moved("pawn", 1, "box", "a"),
        Moved("pawn", 1, "a", "box"),
        Changed("k", None, 1),
        Changed("k", 1, None),
    ):
        table.apply(fact)
    assert table.zones == {"box": {"pawn": 1}}
    assert table.digest() == digest


def test_reading() -> None:
    table = Table({"b": 2, "a": 1})
    table.apply(Moved("b", 1, "box", "field:1"))
    table.apply(Changed("n", None, 3))
    table.apply(Changed("t", None, "x"))
    assert table.count("box") == 2
    assert list(table.each("box")) == ["a", "b"]
    assert table.where("b") == ["box", "field:1"]
    assert table.zones_of("field") == ["field:1"]
    assert (table.number("n"), table.number("none"), table.text("t"), table.text("none")) == (3, 0, "x", "")
    with pytest.raises(TypeError):
        table.number("t")
    assert table != "a table"


def test_the_pieces_of_a_zone_are_sorted_whatever_happened_before() -> None:
    table = Table({"b": 1, "a": 2, "c": 1})
    for fact in (Moved("b", 1, "box", "field"), Moved("b", 1, "field", "box"), Moved("a", 1, "box", "field")):
        table.apply(fact)
    assert list(table.pieces("box").items()) == [("a", 1), ("b", 1), ("c", 1)]


def test_a_copy_goes_its_own_way() -> None:
    table = Table({"a": 2})
    table.apply(Changed("turn", None, 1))
    other = table.copy()
    other.apply(Moved("a", 1, "box", "field"))
    other.apply(Changed("turn", 1, 2))
    assert (table.zones, table.values) == ({"box": {"a": 2}}, {"turn": 1})


@pytest.mark.parametrize(
    "fact", [Moved("pawn", 2, "box", "field"), Turned("box", "pawn", "knight", 2), Changed("turn", None, 1)]
)
def test_what_did_not_happen_cannot_be_taken_back(fact: Fact) -> None:
    table = Table({"pawn": 1})
    before = table.copy()
    with pytest.raises(Impossible) as refused:
        table.revert(fact)
    with pytest.raises(Impossible, match=f"^{re.escape(str(refused.value))}$"):
        table.apply(fact.inverse())
    assert table == before


zones = st.sampled_from(["box", "a", "b"])
names = st.sampled_from(["pawn", "card", "?card"])
values = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["x", "1"]))
facts = st.one_of(
    st.builds(Moved, names, st.integers(-1, 3), zones, zones),
    st.builds(Turned, zones, names, names, st.integers(0, 3)),
    st.builds(Changed, st.sampled_from(["k", "l"]), values, values),
)


@given(st.lists(facts, max_size=30))
def test_whatever_happens_pieces_stay_as_many_and_everything_can_be_taken_back(what: list[Fact]) -> None:
    table = Table({"pawn": 2, "card": 2, "?card": 1})
    before, done = table.copy(), []
    for fact in what:
        try:
            table.apply(fact)
            done.append(fact)
        except Impossible:
            pass
        assert table.total() == 5
    after = table.copy()
    for fact in reversed(done):
        table.revert(fact)
    assert table == before
    assert table.digest() == before.digest()
    for fact in difference(before, after):
        table.apply(fact)
    assert table == after


@given(st.lists(facts, max_size=30))
def test_facts_applied_together_are_as_one_by_one_or_none_at_all(what: list[Fact]) -> None:
    table, single = (Table({"pawn": 2, "card": 2, "?card": 1}) for _ in range(2))
    while what:
        before, done, refused = table.copy(), 0, ""
        try:
            for fact in what:
                single.apply(fact)
                done += 1
        except Impossible as error:
            refused = str(error)
        if refused:
            with pytest.raises(Impossible, match=f"^{re.escape(refused)}$"):
                table.apply_all(what)
            assert table == before
        table.apply_all(what[:done])
        assert (table, table.zones) == (single, single.zones)
        what = what[done + 1 :]


def test_tables_with_other_pieces_have_no_difference() -> None:
    with pytest.raises(Impossible):
        difference(Table({"pawn": 1}), Table({"pawn": 2}))


faces = st.sampled_from(["pawn", "knight", "card:1", "card:2", "?card"])
piles = st.lists(st.tuples(st.sampled_from(["box", "a", "b", "c:1", "c:2"]), faces), min_size=12, max_size=12)
kept = st.dictionaries(st.sampled_from(["k", "l", "m"]), values, max_size=3)


def a_table(pieces: list[tuple[str, str]], keeps: dict[str, Value]) -> Table:
    table = Table({"pawn": len(pieces)})
    for zone, piece in pieces:
        if piece != "pawn":
            table.apply(Turned("box", "pawn", piece, 1))
        table.apply(Moved(piece, 1, "box", zone))
    for key, value in keeps.items():
        table.apply(Changed(key, None, value))
    return table


@given(piles, kept, piles, kept)
def test_the_difference_is_that_of_comparing_every_piece_of_every_zone(
    pieces: list[tuple[str, str]],
    keeps: dict[str, Value],
    others: list[tuple[str, str]],
    other_keeps: dict[str, Value],
) -> None:
    before, after = a_table(pieces, keeps), a_table(others, other_keeps)
    facts = difference(before, after)
    assert facts == plain_difference(before, after)
    assert [type(value) for value in _told(facts)] == [type(value) for value in _told(plain_difference(before, after))]
    for fact in facts:
        before.apply(fact)
    assert before == after


def _told(facts: list[Fact]) -> list[Value]:
    """Return the values in facts. As `True == 1`, equal facts may have different values."""
    return [value for fact in facts if isinstance(fact, Changed) for value in (fact.was, fact.now)]
