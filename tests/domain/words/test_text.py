"""Texts: sentences that keep their parts, translatable into any language, and short even with hostile input."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.words.text import (
    DEEPEST,
    LONGEST,
    Slot,
    Spoken,
    Text,
    Thing,
    both,
    either,
    listed,
    say,
    tell,
    things,
)

PLAYED = say("{seat} plays {card}", seat=Thing("seat:2"), card=Thing("power:thief"))


def named(name: str) -> Text | str:
    if name == "power:thief":
        return say("the {kind}", kind=say("thief"))
    return "Ada" if name == "seat:2" else name


def test_a_text_is_told_with_the_names_people_use_in_the_readers_language() -> None:
    assert str(PLAYED) == "seat:2 plays power:thief"
    assert tell(PLAYED, named) == "Ada plays the thief"
    german = {"{seat} plays {card}": "{card}: gespielt von {seat}", "the {kind}": "der {kind}", "thief": "Dieb"}
    assert tell(PLAYED, named, german) == "der Dieb: gespielt von Ada"
    assert tell(PLAYED, named, {"thief": "Dieb"}) == "Ada plays the Dieb", "what is missing stays English"


def test_somebodys_own_words_are_told_verbatim() -> None:
    phrases = {"thief": "Dieb"}
    assert tell("thief {card}", named, phrases) == "thief {card}"
    assert tell(say("{a}", a="thief {b}", b="x"), named, phrases) == "thief {b}", "braces in words are no slots"
    assert tell(say("{n} points", n=3)) == "3 points"


def test_a_slot_that_nobody_fills_stays_and_braces_do_no_harm() -> None:
    assert tell(say("{a} and {b}", a="x")) == "x and {b}"
    assert tell(Text("{0.__class__} {a!r} {a:>9}", {"a": "x"})) == "{0.__class__} {a!r} {a:>9}"


def test_an_f_string_of_a_text_is_an_error() -> None:
    with pytest.raises(TypeError, match="put it into a slot"):
        f"{PLAYED}"
    assert not isinstance(PLAYED, str)


@pytest.mark.parametrize(
    ("join", "told"), [(listed, ["", "a", "a, b", "a, b, c"]), (either, ["", "a", "a or b", "a, b or c"])]
)
def test_parts_are_joined_as_people_join_them(join: object, told: list[str]) -> None:
    for n in range(1, 4):
        assert tell(join("abc"[:n])) == told[n]  # type: ignore[operator]
    assert tell(both(["a", "b", "c"])) == "a, b and c"
    assert tell(listed([Thing("seat:2"), PLAYED], " + "), named) == "Ada + Ada plays the thief"


def test_the_things_of_a_text_are_found_however_deep() -> None:
    assert list(things(say("{a} {b}", a=listed([Thing("x"), say("{y}", y=Thing("y"))]), b=1))) == ["x", "y"]
    assert not list(things("x"))


def nested(depth: int) -> Text:
    text = say("end")
    for _ in range(depth):
        text = say("({x})", x=text)
    return text


def test_a_text_of_a_stranger_is_cut_off_where_it_has_no_end() -> None:
    assert tell(nested(DEEPEST - 1)).endswith("end" + ")" * (DEEPEST - 1))
    assert "…" in tell(nested(500))
    bomb = say("lol")
    for _ in range(DEEPEST - 1):
        bomb = Text("{x}" * 10, {"x": bomb})
    assert len(tell(bomb)) <= LONGEST
    assert tell(bomb).endswith("…")
    assert tell(listed([Thing("a")]), lambda name: Text("{x}", {"x": Thing(name)})) == "…", (
        "a name that is called by itself"
    )


SLOTS = st.recursive(
    st.one_of(st.text(), st.integers(-(2**53), 2**53), st.builds(Thing, st.text())),
    lambda inner: st.builds(Text, st.text(), st.dictionaries(st.from_regex(r"\A\w{1,5}\Z"), inner, max_size=3)),
    max_leaves=8,
)


@given(SLOTS)
def test_whatever_stands_in_a_text_comes_back_from_the_log_and_can_be_told(slot: Slot) -> None:
    text = Text("{slot}", {"slot": slot})
    kept = msgspec.json.encode(text, order="sorted")
    again = msgspec.json.decode(kept, type=Text)
    assert again == text
    assert msgspec.json.encode(again, order="sorted") == kept, "equal texts, equal bytes"
    assert len(tell(again, named)) <= LONGEST or not isinstance(slot, Text)


def test_canonical_bytes_do_not_depend_on_the_order_of_slots() -> None:
    one, two = say("{a}{b}", a=1, b=2), say("{a}{b}", b=2, a=1)
    assert one == two
    assert msgspec.json.encode(one, order="sorted") == msgspec.json.encode(two, order="sorted")
    assert msgspec.json.decode(b'"as of old"', type=Text | str) == "as of old"


def test_an_error_with_a_text_reads_in_english() -> None:
    error = Spoken(say("there is no {card}", card=Thing("card:x")))
    assert (str(error), error.recorded) == ("there is no card:x", ())
    assert str(Spoken("plain words")) == "plain words"
