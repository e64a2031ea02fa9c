"""What Expeditions says, read in German, Italian and Portuguese."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any, get_args

import pytest
from replays.phrases import PhraseBook, phrase_book, read_catalogue

from domain.chance import NeedsOutcome, Outcome
from domain.game import legal_actions
from domain.games import game
from domain.games.expeditions.actions import Take
from domain.games.expeditions.components import ExpeditionsCatalogue
from domain.games.expeditions.effects import (
    All,
    AnyEffect,
    AnyWorker,
    CardGain,
    Choose,
    Cost,
    Counter,
    EndGame,
    ExtraMove,
    ExtraPlay,
    Gain,
    GatherAdjacent,
    JudgeEffect,
    Objective,
    Ongoing,
    Pay,
    Per,
    Return,
    Trigger,
    brief,
    slug,
)
from domain.games.expeditions.telling import tell
from domain.match import Match
from domain.play import Illegal
from domain.table import Impossible
from replays.pictures import svg
from replays.timeline import Timeline
from replays.web.choices import action_forms, option_fields
from replays.words import namer, with_names
from tests.domain.expeditions.table import given, when
from tests.domain.random_play import anything, drawn, open_match
from tests.support import STAMP

LANGUAGES = ("de", "it", "pt")
CUT = (16, 17, 19)
"""After how many letters the picture cuts names off."""


@cache
def names() -> frozenset[str]:
    """Return the names of the components: they are the same in every language, also where the picture cuts them off."""
    catalogue = game("expeditions").catalogue
    assert isinstance(catalogue, ExpeditionsCatalogue)
    whole = {card.name for card in catalogue.by_piece.values()} | {one.name for one in catalogue.locations}
    whole |= {mech.name for mech in catalogue.mechs} | {card.name for card in catalogue.levels}
    return frozenset(whole | {name[:letters] for name in whole for letters in CUT})


@cache
def book(language: str) -> PhraseBook:
    """Return the phrases of the game, which know the names of its components."""
    return PhraseBook({**phrase_book("expeditions", language).entries, **{name: name for name in names()}})


def unknown(language: str, sentences: set[str]) -> list[str]:
    """Return what a language has no phrase for."""
    return sorted(words for words in sentences if not book(language).knows(words))


# --- the Automa's turn ------------------------------------------------------------------------

AUTOMA = {
    "de": [
        "Er zieht Entscheidungskarte 12",
        "Den Fortschrittsmarker auf Feld 6 setzen, den Ruhmesmarker von Feld 2 ins Basislager legen",
        "Den Nord-Mech nach Osten bewegen, von N1 nach N4",
        "Bear-Tooth Saw von M2 abräumen, Voice of the Crater füllt M2",
        "Der Zentral-Mech bleibt auf C7",
        "Er erkundet C7: die Landkarte gehört ihm, den Ort aufdecken: 9 Lost Chapel, Orange 6 darauflegen",
        "am Zug: 2 → 1",
    ],
    "it": [
        "Pesca la carta decisione 12",
        "Mettere il segnalino progresso sullo spazio 6, mettere il segnalino gloria dello spazio 2 al Campo base",
        "Spostare il mech nord verso est, da N1 a N4",
        "Rimuovere Bear-Tooth Saw da M2, Voice of the Crater riempie M2",
        "Il mech centrale resta in C7",
        "Esplora C7: il segnalino mappa è suo, scoprire il luogo: 9 Lost Chapel, metterci sopra arancione 6",
        "di turno: 2 → 1",
    ],
    "pt": [
        "Tira a carta de decisão 12",
        "Pôr a ficha de progresso no espaço 6, pôr a ficha de glória do espaço 2 no Basecamp",
        "Mover o mech norte para leste, de N1 para N4",
        "Varrer Bear-Tooth Saw de M2, Voice of the Crater preenche M2",
        "O mech central fica em C7",
        "Explora C7: a ficha de mapa é dela, virar a localização: 9 Lost Chapel, pôr laranja 6 em cima",
        "de turno: 2 → 1",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_automa_turn_that_was_recorded_in_english_is_read_in_each_language(language: str) -> None:
    match = given(turn=2, glory=1, values={"progress": 5})
    when(match, "automa", "decision:12", "card:q20", "central:9", "corruption:orange6")
    recorded = Timeline(match).changes(match.head)
    assert [book(language).say(words) for words in recorded] == AUTOMA[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_a_tables_own_box_do_not_spoil_the_sentence_around_them(language: str) -> None:
    own = phrase_book("expeditions", language)
    swept = own.say("Sweep Zorn of Ymir from M2, Wax Fang fills M2")
    assert swept == AUTOMA[language][3].replace("Bear-Tooth Saw", "Zorn of Ymir").replace(
        "Voice of the Crater", "Wax Fang"
    )
    for name in sorted(names()):
        assert own.say(name) == name
        assert name in own.say(f"the human plays {name} with a blue worker")


# --- what is said when --------------------------------------------------------------------------

SAID = {
    "plays Copper Idol with a blue worker": (
        "spielt Copper Idol mit blauem Arbeiter",
        "gioca Copper Idol con un lavoratore blu",
        "joga Copper Idol com um trabalhador azul",
    ),
    "the human takes the worker of Nadia Orel back to the mat": (
        "der Mensch nimmt den Arbeiter von Nadia Orel zurück aufs Tableau",
        "il giocatore riprende sulla plancia il lavoratore di Nadia Orel",
        "a pessoa devolve ao tapete o trabalhador de Nadia Orel",
    ),
    "takes: 1 power 1 guile 1 coin": (
        "nimmt: 1 Stärke, 1 List, 1 Münze",
        "prende: 1 potere, 1 astuzia, 1 moneta",
        "toma: 1 poder, 1 astúcia, 1 moeda",
    ),
    "Voice of the Crater: quest; worker yellow: vanquish or solve; solved at 20 for 3 power, 3 guile: 12 coins": (
        "Voice of the Crater: Quest; gelber Arbeiter: Bezwingen oder Lösen;"
        " an Ort 20 gelöst für 3 Stärke, 3 List: 12 Münzen",
        "Voice of the Crater: missione; lavoratore giallo: sconfiggere o completare;"
        " completata nel luogo 20 per 3 potere, 3 astuzia: 12 monete",
        "Voice of the Crater: missão; trabalhador amarelo: Vanquish ou Solve;"
        " resolvida na localização 20 por 3 poder, 3 astúcia: 12 moedas",
    ),
    "from 3 glory: vanquish ×2; else move 2": (
        "ab 3 Ruhm: Bezwingen ×2; sonst Bewegen 2",
        "da 3 gloria: sconfiggere ×2; altrimenti muovere 2",
        "com 3 de glória: Vanquish ×2; senão mover 2",
    ),
}


@pytest.mark.parametrize("english", SAID)
def test_buttons_the_log_and_the_picture_are_read_in_each_language(english: str) -> None:
    assert tuple(book(language).say(english) for language in LANGUAGES) == SAID[english]


REFUSED: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({}, "automa", {"seat": 2}),
    ({}, "automa", {}),
    ({}, "solve", {"card": "card:q01"}),
    ({}, "gain_card", {"card": "card:i01"}),
    ({"here": "S1"}, "move", {"to": "S1"}),
    ({}, "move", {"to": "Z9"}),
    ({}, "play", {"card": "card:i03"}),
    ({}, "declare", {"card": "card:i01", "says": {"id": "x", "kind": "blank", "name": "X", "worker": "any",
                                                   "ability": {"do": "play"}}}),
    ({"workers": {"red": 1}, "hand": ["card:i01"]}, "play", {"card": "card:i01", "worker": "red"}),
    ({"values": {"token": "blank"}}, "shift", {"to": "refresh"}),
    ({"values": {"token": "move"}}, "shift", {"to": "move"}),
    ({"values": {"token": "move", "left": "play"}}, "gather", {}),
]  # fmt: skip


@pytest.mark.parametrize(("table", "do", "fields"), REFUSED)
def test_why_something_is_refused_is_known_in_each_language(
    table: dict[str, Any], do: str, fields: dict[str, Any]
) -> None:
    match = given(**table)
    with pytest.raises((Illegal, Impossible)) as refused:
        when(match, do, **fields)
    why = refused.value.why if isinstance(refused.value, Illegal) else str(refused.value)
    bare = re.sub(r"\b(card|slot|deck|unseen|cell):\w+", "1", with_names(match.opening, why))
    assert [(language, bare) for language in LANGUAGES if unknown(language, {bare})] == []


def test_a_refusal_is_read_in_each_language() -> None:
    match = given("S3", values={"token": "move"})
    with pytest.raises(Illegal) as refused:
        when(match, "shift", to="move")
    assert [book(language).say(str(refused.value)) for language in LANGUAGES] == [
        "EX-21: der Marker liegt auf Bewegen: dort darf er nicht bleiben",
        "EX-21: il segnalino è su Muovere: non può restarci",
        "EX-21: a ficha está em Move: não pode ficar lá",
    ]


# --- the vocabulary of effects ------------------------------------------------------------------

COST = Cost(power=2, guile=1)
COLOURS = ("blue", "green", "purple", "red", "yellow")
PLAIN: list[AnyEffect] = [
    *(Gain(do="gain", power=n, guile=n, coins=n, maps=n, corruption=n) for n in (1, 2)),
    *(Gain(do="gain", workers={colour: n}) for colour in COLOURS for n in (1, 2)),
    *(AnyWorker(do="worker", n=n) for n in (1, 2)),
    *(CardGain(do="card", source=source) for source in ("any", "adjacent", "deck")),
    *(Objective(do=do) for do in ("vanquish", "solve", "upgrade", "meld", "boast", "cleanse")),
    *(ExtraMove(do="move", range=(1, n)) for n in (1, 2)),
    ExtraPlay(do="play"),
    GatherAdjacent(do="gather"),
    *(Return(do=do, n=n) for do in ("return_cards", "return_workers") for n in (1, 2)),
    *(Per(do="per", count=count, gain="coins", max=4) for count in get_args(Counter)),
    *(Per(do="per", count="maps", gain=gain, each=2, max=4) for gain in ("power", "guile", "coins")),
]
EFFECTS: list[AnyEffect] = [
    *PLAIN,
    *(Choose(do="choose", of=(one, other)) for one, other in pairwise(PLAIN)),
    *(All(do="all", of=(one, other)) for one, other in pairwise(PLAIN)),
    *(Pay(do="pay", cost=cost, then=effect) for effect in PLAIN for cost in (COST, Cost(power=1), Cost())),
]
ABILITIES = [
    *(Ongoing(on=trigger, then=Gain(do="gain", power=1, coins=2)) for trigger in get_args(Trigger)),
    *(Ongoing(end_game=EndGame(per=count, coins=n)) for count in get_args(Counter) for n in (1, 2)),
    Ongoing(move_range=1),
    Ongoing(discount=COST),
    Ongoing(solve_reach=True),
    Ongoing(tuck_limit=5),
]


def test_the_effects_above_are_the_whole_vocabulary() -> None:
    assert {type(effect) for effect in EFFECTS} == {*get_args(AnyEffect)} - {JudgeEffect}  # that is the table's words
    assert {field for ability in ABILITIES for field in ability.model_fields_set} == {*Ongoing.model_fields} - {"text"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_is_known_whole_cut_off_and_as_a_button(language: str) -> None:
    said = {effect.words() for effect in EFFECTS} | {ability.words() for ability in ABILITIES}
    cut = {brief(effect, letters) for effect in EFFECTS for letters in (17, 20)}
    taken = {Take(benefit=slug(effect)).say(str) for effect in EFFECTS}
    assert unknown(language, said | cut | taken) == []


def test_an_effect_is_cut_off_between_its_parts() -> None:
    solve, move = Objective(do="solve"), ExtraMove(do="move", range=(1, 3))
    cut = {
        brief(All(do="all", of=(solve, move, AnyWorker(do="worker", n=2))), 17): "Lösen, Bewegen 1–3…",
        brief(Choose(do="choose", of=(Gain(do="gain", workers={"red": 1}), move)), 17): "1 roter Arbeiter…",
        brief(Gain(do="gain", power=1, guile=1, coins=2), 17): "1 Stärke, 1 List…",
        brief(Pay(do="pay", cost=Cost(guile=2), then=move), 17): "2 List zahlen…",
        brief(All(do="all", of=(Per(do="per", count="maps", gain="coins", max=4), move)), 17): "1 Münze…",
        brief(move, 17): "Bewegen 1–3",
    }
    assert [book("de").say(english) for english in cut] == list(cut.values())
    assert all(len(english) <= 17 for english in cut)


# --- whatever happens ---------------------------------------------------------------------------


@cache
def heard() -> frozenset[str]:
    """Return what people read in some random matches, from their set-up on."""
    return frozenset(chain.from_iterable(random_match(seed) for seed in (1, 2, 3)))


def random_match(seed: int) -> set[str]:
    choose = random.Random(seed)
    match = open_match("expeditions", 2, "table", choose, level=seed)
    said = {*texts_of(match)}
    for _ in range(40):
        said |= {*asked_for(match, choose), *texts_of(match)}
    return said


def asked_for(match: Match, choose: random.Random) -> Iterator[str]:
    """Let whoever is to act do anything legal; yield what chance is asked for meanwhile."""
    (seat, action), outcomes = anything(match, choose), list[Outcome]()
    while True:
        try:
            match.play(seat, action, match.chance(outcomes), STAMP)
            return
        except NeedsOutcome as needs:
            yield with_names(match.opening, needs.question.say())
            yield needs.question.why
            outcomes.append(drawn(choose, needs))


def texts_of(match: Match) -> Iterator[str]:
    """Yield what is read after the last move: what is legal, what the Automa did, names, values, the picture."""
    opening, table, name = match.opening, match.table, namer(match.opening)
    last = match.moves[match.head]
    yield from (action.say(name) for action in legal_actions(opening, table, match.to_act[0]))
    yield from tell(opening, getattr(last, "action", {}), last.facts)[0]
    yield from (name(thing) for thing in {*table.zones, *table.values, *chain(*table.zones.values())})
    yield from (table.text(key) for key in ("token", "mech"))
    drawn_texts = re.findall(r">([^<>]+)</(?:text|title)>", svg(opening, table))
    yield from (unescape(text) for text in drawn_texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_legal_play_meets_no_unknown_sentence(language: str) -> None:
    assert len(heard()) > 500
    assert unknown(language, {*heard()}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_and_options_are_known(language: str) -> None:
    match = given()
    fields = option_fields(game("expeditions").options)
    said = {str(match.opening.label(f"seat:{seat}")) for seat in (1, 2)} | {"benefit", "fourth glory", "eighth glory"}
    for form in action_forms(match.opening):
        said |= {form["title"], form["about"]}
        fields = [*fields, *form["fields"]]
    for field in fields:
        said |= {text.replace("_", " ") for text in (field["name"], *map(str, field["choices"]))}
    assert unknown(language, said) == []


def test_the_languages_have_the_same_phrases_and_slots() -> None:
    german, *others = (read(language) for language in LANGUAGES)
    assert all(other.keys() == german.keys() for other in others)
    for entries in (german, *others):
        for english, told in entries.items():
            assert set(re.findall(r"\{\w+\}", told)) <= set(re.findall(r"\{\w+\}", english)), english


def read(language: str) -> dict[str, str]:
    return read_catalogue(files("domain.games.expeditions").joinpath(f"words.{language}.po"))
