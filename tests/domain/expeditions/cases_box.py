"""Broken cases of single sentences: what the box says is declared once and as what it is (EX-105), and three others."""

from __future__ import annotations

from typing import Any

from tests.domain.expeditions.cases import breaks
from tests.domain.expeditions.table import CHARACTER, given, when
from tests.domain.expeditions.test_at_the_table import solving
from tests.domain.expeditions.test_blanks import blank, explored, printed
from tests.domain.expeditions.test_rules_cards import LANTERN, own_box

STRIDER = {"id": "marsh_strider", "name": "Strider", "ability": {"move_range": 1}}
PERSON: dict[str, Any] = {"id": "x", "kind": "character", "name": "Ann", "worker": "any", "ability": {"do": "solve"}}


# --- the turn ------------------------------------------------------------------------------------


@breaks("EX-18")
def the_token_is_shifted_a_second_time() -> None:
    match = given("S3", values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "shift", to="gather")


@breaks("EX-24")
def nothing_more_is_taken_where_nothing_is_due() -> None:
    when(given("S3"), "done")


@breaks("EX-49")
def a_quest_that_is_being_solved_is_solved_again() -> None:
    match = solving({"do": "all", "of": [{"do": "solve"}, {"do": "worker"}]}, values={"guile": 5})
    when(match, "solve", card="card:q02")


# --- cards ---------------------------------------------------------------------------------------


@breaks("EX-105")
def a_card_that_nobody_has_seen_is_declared() -> None:
    when(given(catalogue=own_box(), hand=["card:b1"]), "declare", card="card:b2", says=LANTERN)


@breaks("EX-105")
def a_card_of_the_deck_is_declared_as_a_person() -> None:
    when(given(catalogue=own_box(), hand=["card:b1"]), "declare", card="card:b1", says=PERSON)


@breaks("EX-105")
def a_character_is_declared_as_a_companion() -> None:
    when(given(catalogue=blank("people")), "declare", card=CHARACTER, says=PERSON | {"kind": "companion"})


@breaks("EX-105")
def a_person_works_with_a_colour_that_there_is_not() -> None:
    when(given(catalogue=blank("people")), "declare", card=CHARACTER, says=PERSON | {"worker": "pink"})


# --- tiles and mechs -----------------------------------------------------------------------------


@breaks("EX-105")
def a_tile_of_the_catalogue_needs_no_declaring() -> None:
    when(given("S3"), "declare_tile", says=printed(3))


@breaks("EX-105")
def a_tile_is_declared_as_blank() -> None:
    when(explored(), "declare_tile", says=printed(8) | {"blank": True})


@breaks("EX-105")
def the_human_goes_on_before_a_tile_is_declared() -> None:
    when(explored(), "play", card=CHARACTER)


@breaks("EX-105")
def somebody_gathers_where_nobody_has_declared_the_tile() -> None:
    match = given("S3", catalogue=blank("tiles"), values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")


@breaks("EX-105")
def a_mech_of_the_catalogue_needs_no_declaring() -> None:
    when(given(mech="marsh_strider"), "declare_mech", says=STRIDER)


@breaks("EX-105")
def a_mech_is_declared_as_blank() -> None:
    when(given(catalogue=blank("mechs"), mech="marsh_strider"), "declare_mech", says=STRIDER | {"blank": True})
