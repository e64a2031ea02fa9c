"""Phrase books: finished sentences in the reader's language, whoever wrote what stands in them."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import NeedsOutcome
from domain.play import Illegal
from domain.table import Changed
from ledger.ledger import open_ledger
from ledger.notary import Notary
from ledger.proofs.keys import KeyStore
from ledger.scribe import Scribe
from replays.audit import audit
from replays.phrases import LONGEST, PhraseBook, phrase_book, read_catalogue
from replays.pictures import svg
from replays.words import EVERYTHING, Viewer, namer, say_event, with_names

LANGUAGES = ("de", "it", "pt")

BOOK = PhraseBook(
    {
        "blue": "Blau",
        "red": "Rot",
        "Thief": "Dieb",
        "Defence": "Verteidigung",
        "turn over": "Zug vorbei",
        "the deck": "Stapel",
        "won": "hat gewonnen",
        "{who}'s hand": "Hand von {who}",
        "plays {card}": "spielt {card}",
        "plays {card} against {who}": "spielt {card} gegen {who}",
        "{n_count} × {piece}": "{n_count} × {piece}",
        "{these} and {that}": "{these} und {that}",
        "card {n_card} [own {n_steps}]": "Karte {n_card} [eigene {n_steps}]",
        "trades {card} for {card}": "tauscht {card} gegen {card}",
        "note: {free_text}": "Anmerkung: {free_text}",
        "{who} must discard": "abwerfen muss {who}",
        "closed: {result}": "geschlossen: {result}",
        "{who} won ({rule}): {scores}": "Sieg: {who} ({rule}); Punkte: {scores}",
        "twelve points": "zwölf Punkte",
        "take {what} back": "{what} zurücknehmen",
    }
)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("blue", "Blau"),
        ("plays Thief", "spielt Dieb"),
        ("plays Thief against red", "spielt Dieb gegen Rot"),
        ("take Thief back", "Dieb zurücknehmen"),  # slots stand where the language wants them
        ("card 7 [own +3]", "Karte 7 [eigene +3]"),
        ("card 7 [own -3]", "Karte 7 [eigene -3]"),
        ("trades Thief for Thief", "tauscht Dieb gegen Dieb"),
        # a name and what it did; lists; parts within parts
        ("blue plays Thief against red", "Blau spielt Dieb gegen Rot"),
        ("blue, red and blue", "Blau, Rot und Blau"),
        ("blue: turn over; red: plays Thief", "Blau: Zug vorbei; Rot: spielt Dieb"),
        ("blue and red must discard", "abwerfen muss Blau und Rot"),
        # what stands beside a phrase is no part of it
        ("Thief: the deck → blue's hand", "Dieb: Stapel → Hand von Blau"),
        ("2 × Thief: blue's hand → red's hand", "2 × Dieb: Hand von Blau → Hand von Rot"),
        ("closed: red won (UP-51): blue 3, red 12", "geschlossen: Sieg: Rot (UP-51); Punkte: Blau 3, Rot 12"),
        # as a sentence begins; as a program calls it; numbers and rules
        ("Turn over", "Zug vorbei"),
        ("twelve_points", "zwölf Punkte"),
        ("UP-39a", "UP-39a"),
        ("12 → 14", "12 → 14"),
        ("", ""),
    ],
)
def test_a_sentence_is_put_together_in_the_language(english: str, german: str) -> None:
    assert BOOK.say(english) == german
    assert BOOK.knows(english)


def test_of_two_phrases_that_fit_the_one_that_says_more_is_meant() -> None:
    two = PhraseBook({"{who} {did}": "? {who} {did}", "{who} draws {card}": "{who} zieht {card}", "x1": "X", "y1": "Y"})
    assert two.say("x1 draws y1") == "X zieht Y"


def test_a_phrase_that_leaves_something_open_gives_way_to_one_that_does_not() -> None:
    two = PhraseBook({"long words {who}": "viele Worte {who}", "{what} here": "{what} hier", "long words so": "so"})
    assert two.say("long words so here") == "so hier"


def test_peoples_own_words_stay_even_if_they_could_be_put_into_the_language() -> None:
    assert BOOK.say("note: blue plays Thief; red → blue") == "Anmerkung: blue plays Thief; red → blue"
    assert BOOK.knows("note: anything at all")


def test_what_no_phrase_fits_stays_english_and_is_told_as_unknown() -> None:
    assert BOOK.say("the crater is open") == "the crater is open"
    assert not BOOK.knows("the crater is open")


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("plays Gizmo against red", "spielt Gizmo gegen Rot"),
        ("blue plays Gizmo", "Blau spielt Gizmo"),
        ("3 × gizmo: the deck → shelf", "3 × gizmo: Stapel → shelf"),
        ("red rooster", "red rooster"),  # a name of two words, of which one happens to be a phrase
    ],
)
def test_around_an_unknown_name_the_sentence_is_in_the_language(english: str, german: str) -> None:
    assert BOOK.say(english) == german
    assert not BOOK.knows(english)


def test_a_slot_for_a_number_takes_nothing_else_and_a_repeated_slot_the_same() -> None:
    assert not BOOK.knows("card Thief [own +3]")
    assert not BOOK.knows("trades Thief for Defence")


def test_an_empty_book_leaves_everything_as_it_is() -> None:
    assert PhraseBook({}).say("blue plays Thief") == "blue plays Thief"
    assert phrase_book("ultime", "en").say("plays Thief") == "plays Thief"
    assert phrase_book("no such game", "de").say("the match") == "die Partie"


# --- pictures -----------------------------------------------------------------------------------


def test_a_picture_speaks_the_language_and_nothing_else_of_it_changes() -> None:
    picture = (
        '<svg><title>blue\'s hand</title><style>.red { fill: red }</style><g id="blue" class="red">'
        '<text x="1"> Thief </text><text>blue<tspan>red</tspan> won</text>'
        "<text>&lt;own&gt; &amp; co</text><text>7</text></g></svg>"
    )
    assert BOOK.picture(picture) == (
        '<svg><title>Hand von Blau</title><style>.red { fill: red }</style><g id="blue" class="red">'
        '<text x="1"> Dieb </text><text>Blau<tspan>Rot</tspan> hat gewonnen</text>'
        "<text>&lt;own&gt; &amp; co</text><text>7</text></g></svg>"
    )


def test_what_stands_in_a_translation_cannot_become_markup() -> None:
    sly = PhraseBook({"blue": "<script>", "red": "A & B"})
    assert sly.picture("<text>blue</text><text>red</text>") == "<text>&lt;script&gt;</text><text>A &amp; B</text>"


@pytest.mark.parametrize(("cut", "german"), [("Defen", "Verte"), ("Defen...", "Verte..."), ("Defen…", "Verte…")])
def test_a_name_that_a_picture_cuts_off_is_cut_off_in_the_language(cut: str, german: str) -> None:
    assert BOOK.picture(f"<text>{cut}</text>") == f"<text>{german}</text>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_of_a_game_has_the_same_form_in_every_language(language: str, scribe: Scribe) -> None:
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1])
    english = svg(match.opening, match.table, viewer=EVERYTHING)
    told = phrase_book("ultime", language).picture(english)
    assert re.findall(r"<[^>]*>", told) == re.findall(r"<[^>]*>", english)
    assert "blue pawn" in english
    assert "blue pawn" not in told


# --- whatever somebody writes -------------------------------------------------------------------

LONG = [
    ", ".join(["foo bar"] * 300),
    " → ".join(["foo"] * 300),
    "the " * 600,
    "plays Thief against blue: pawns on 2 and 3 by the circle, with " * 40,
    "seat 1 and " * 200,
    ": foo" * 400,
    "blue [breaks " * 150 + "]" * 150,
    "Sieg won (UP-51): " * 100,
    "A" * 2000,
    "blue " * 10_000,
]
SECONDS = 1.0
"""Of the processor, for one text: a few milliseconds are usual."""


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:12])
def test_a_long_text_ends_quickly_and_does_not_exhaust_the_stack(text: str) -> None:
    book = PhraseBook(phrase_book("ultime", "de").entries)
    began = time.process_time()
    told = book.say(text[:LONGEST])
    assert time.process_time() - began < SECONDS
    assert told
    assert len(text) <= LONGEST or book.say(text) == text


PIECES = sorted({part for game in ("ultime", "freeform") for key in phrase_book(game, "de").entries
                 for part in re.split(r"\{\w+\}", key) if part})  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*PIECES, "7", "foo", " ", ", ", ": ", " → ", "; ", " and "]), max_size=60))
def test_any_text_made_of_the_catalogues_own_pieces_ends_quickly(pieces: list[str]) -> None:
    text = "".join(pieces)[:LONGEST]
    book = PhraseBook(phrase_book("ultime", "de").entries)
    began = time.process_time()
    told = book.say(text)
    assert time.process_time() - began < SECONDS
    assert book.say(text) == told


def test_a_page_with_many_buttons_costs_little() -> None:
    book = PhraseBook(phrase_book("ultime", "de").entries)
    buttons = [
        f"plays movement card {card} [own +{card} □{square}]: {colour} pawn on {place} by the circle"
        for card in range(1, 6) for square in range(1, 7) for colour in ("blue", "red")
        for place in ("3", "4 (pickaxe)", "7", "9", "11")
    ]  # fmt: skip
    assert len(buttons) == 300
    began = time.process_time()
    told = [book.say(button) for button in buttons]
    cold = time.process_time() - began
    assert [book.say(button) for button in buttons] == told
    warm = time.process_time() - began - cold
    assert cold < 0.5  # some 15 ms usually
    assert warm < 0.05  # less than one


# --- what the kernel says -----------------------------------------------------------------------


@pytest.fixture
def scribe(tmp_path: Path) -> object:
    ledger = open_ledger(tmp_path / "ledger.db")
    yield Scribe(ledger)
    ledger.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_is_told_in_every_language(language: str, scribe: Scribe, tmp_path: Path) -> None:
    """Given a match in which everything happened, when its log is read, then no word of it is English."""
    notary, book = Notary(scribe, KeyStore(tmp_path / "keys")), phrase_book("ultime", language)
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], options={"score_visibility": "visible"}, outcomes=[1])
    notary.enrol(match.id, "seat:1")
    notary.enrol(match.id, "judge")
    notary.revoke(match.id, "judge", "lost")
    scribe.play(match.id, 1, {"do": "skip"})
    scribe.play(match.id, 3, {"do": "skip"}, as_played=True)
    scribe.note(match.id, "Cleo was not asked", about_move=2)
    scribe.note(match.id, "it was late")
    scribe.undo(match.id, agreed=[1, 2, 3], reason="out of turn")
    scribe.redo(match.id, by=3, reason="so be it")
    scribe.undo(match.id, judge=True)
    fact = Changed("score:1", 0, 1)
    scribe.ruling(match.id, [fact], clause="UP-50", reason="agreed at the table", replaces=1)
    scribe.missed(match.id, [Changed("score:1", 1, 2)], moves=3, reason="coffee")
    scribe.missed(match.id, [Changed("score:1", 2, 3)], moves=1)
    scribe.close(match.id, abandoned=True)
    notary.sign(match.id, "seat:1")
    match = scribe.match(match.id)
    viewers: tuple[Viewer, ...] = (None, 1, EVERYTHING)
    told = [say_event(match, event, viewer) for event in scribe.ledger.events_of(match.id) for viewer in viewers]
    assert len({type(event).__name__ for event in scribe.ledger.events_of(match.id)}) == 11
    assert [text for text in told if not book.knows(text)] == []
    found = audit(match)
    assert [text for text in (found.verdict(), *(one.why for one in found.findings)) if not book.knows(text)] == [
        text for text in ("agreed at the table", "coffee") if text in {one.why for one in found.findings}
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_and_a_question_are_told_in_every_language(language: str, scribe: Scribe) -> None:
    book = phrase_book("ultime", language)
    with pytest.raises(NeedsOutcome) as asked:
        scribe.new("ultime", ["Ada", "Ben", "Cleo"])
    assert book.knows(str(asked.value))
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1])
    with pytest.raises(Illegal) as refused:
        scribe.play(match.id, 2, {"do": "skip"})
    told = with_names(match.opening, str(refused.value))
    assert told == "UP-9: it is blue's turn"
    assert book.knows(told)
    assert namer(match.opening)("seat:1") not in book.say(told)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (
            "seats 1, 2 and 3 must agree to take back the last 2 moves. They are asked now",
            "um die letzten 2 Züge zurückzunehmen, fehlt noch die Zustimmung: Plätze 1, 2 und 3. "
            "Jetzt wird danach gefragt",
        ),
        (
            "Moves 1–3 sound; 4 in doubt: its outcomes are not those of the seal: somebody chose them; 5–9 sound",
            "Züge 1–3 in Ordnung; 4 zweifelhaft: herausgekommen ist nicht, was das Siegel ergibt: "
            "jemand hat es ausgesucht; 5–9 in Ordnung",
        ),
        (
            "closed: seat 1 and seat 2 won (FF-6): seat 1 5, seat 2 5",
            "geschlossen: Sieg: Platz 1 und Platz 2 (FF-6); Punkte: Platz 1: 5, Platz 2: 5",
        ),
        (
            "taken back to move 3, agreed by seat 1, seat 2 (a die or card had been seen): won (FF-6): 5, see above",
            "Rücknahme bis Zug 3, mit Zustimmung von: Platz 1, Platz 2 (ein Würfel oder eine Karte war schon zu "
            "sehen): won (FF-6): 5, see above",
        ),
        (
            "spectators may not take moves back: ask the organiser for a link that may",
            "nicht erlaubt (Zuschauer): Züge zurücknehmen. Einen passenden Link gibt der Veranstalter",
        ),
    ],
)
def test_long_sentences_of_the_kernel_are_taken_apart_where_they_were_put_together(english: str, german: str) -> None:
    assert phrase_book("freeform", "de").say(english) == german
    assert phrase_book("freeform", "de").knows(english)


# --- catalogues ---------------------------------------------------------------------------------


def test_a_catalogue_is_read_as_it_was_written(tmp_path: Path) -> None:
    entries = {**BOOK.entries, 'says "so"': "sagt „so“", "a\\b\nc": "ä\\b\nc", "un’ora": "→ × □"}
    catalogue = Catalog(locale="de")
    for english, told in entries.items():
        catalogue.add(english, told)
    catalogue.add("not yet translated", "")
    with (tmp_path / "words.de.po").open("wb") as file:
        write_po(file, catalogue)
    assert read_catalogue(tmp_path / "words.de.po") == entries


def test_a_language_without_a_catalogue_has_no_phrases(tmp_path: Path) -> None:
    assert read_catalogue(tmp_path / "words.fr.po") == {}
