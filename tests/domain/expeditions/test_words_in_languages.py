"""The sentences of Expeditions in German, Italian and Portuguese."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any, get_args

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue
from tablescribe.domain.games.expeditions.effects import (
    All,
    AnyEffect,
    AnyWorker,
    CardGain,
    Choose,
    Cost,
    Counter,
    ExtraMove,
    ExtraPlay,
    Gain,
    GatherAdjacent,
    JudgeEffect,
    Objective,
    OneBenefit,
    OneByOne,
    Pay,
    Per,
    Return,
    Sweep,
    UseAdjacent,
    brief,
    slug,
)
from tablescribe.domain.games.expeditions.ongoing import EndGame, Ongoing, Trigger
from tablescribe.domain.games.expeditions.taking import Take
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Slot, Text, Thing, say
from tablescribe.replays.reading.reader import Reader, phrases
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.word_catalogues import read_catalogue
from tests.depth import a_few
from tests.domain.expeditions.table import given, house, said, when
from tests.domain.random_play import anything, drawn, open_match
from tests.support import STAMP
from tests.tools.catalogues import EVERYWHERE, has_words, in_the_code
from tests.tools.hearing import forms

LANGUAGES = ("de", "it", "pt")


def templates(setting: Setting, said: Slot) -> Iterator[str]:
    """Yield the templates of sentences and of the names in them."""
    if isinstance(said, Thing):
        yield from templates(setting, setting.label(said.name))
    elif isinstance(said, Text):
        yield said.template
        for slot in said.slots.values():
            yield from templates(setting, slot)


def unknown(language: str, found: Iterable[str]) -> list[str]:
    """Return the templates for which the game lacks words; those of the kernel are ignored."""
    known = {*phrases("expeditions", language), *in_the_code(EVERYWHERE)}
    return sorted(template for template in {*found} if has_words(template) and template not in known)


def told(language: str, text: Slot, match: Match | None = None) -> str:
    """Return the text for a reader of a language."""
    return Reader((match or given()).opening, language).tell(text)


# --- the Automa's turn ------------------------------------------------------------------------

AUTOMA = {
    "de": [
        "Er zieht Entscheidungskarte 12",
        "Den Fortschrittsmarker auf Feld 6 setzen, den Ruhmesmarker von Feld 2 ins Basislager legen",
        "Den Nord-Mech nach Osten bewegen, von N1 nach N4",
        "Bear-Tooth Saw von M2 abräumen, Voice of the Crater füllt M2",
        "Der Zentral-Mech bleibt auf C7",
        "Er erkundet C7 und behält die Landkarte, den Ort aufdecken: 9 Lost Chapel, Orange 6 darauflegen",
        "Am Zug: der Mensch",
    ],
    "it": [
        "Pesca la carta decisione 12",
        "Mettere il segnalino progresso sullo spazio 6, mettere il segnalino gloria dello spazio 2 al Campo base",
        "Spostare il mech nord verso est, da N1 a N4",
        "Rimuovere Bear-Tooth Saw da M2, Voice of the Crater riempie M2",
        "Il mech centrale resta in C7",
        "Esplora C7 e tiene il segnalino mappa, scoprire il luogo: 9 Lost Chapel, metterci sopra arancione 6",
        "Di turno: il giocatore",
    ],
    "pt": [
        "Compra a carta de decisão 12",
        "Pôr a ficha de progresso no espaço 6, pôr a ficha de glória do espaço 2 no Basecamp",
        "Mover o mech norte para leste, de N1 para N4",
        "Varrer Bear-Tooth Saw de M2, Voice of the Crater preenche M2",
        "O mech central fica em C7",
        "Explora C7 e fica com a ficha de mapa, virar a localização: 9 Lost Chapel, pôr laranja 6 em cima",
        "Na vez: a pessoa",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_automa_turn_is_read_in_each_language(language: str) -> None:
    match = given(turn=2, glory=1, values={"progress": 5})
    when(match, "automa", "decision:12", "card:q20", "central:9", "corruption:orange6")
    reader = Reader(match.opening, language)
    assert [reader.sentence(text) for text in Timeline(match).changes(match.head)] == AUTOMA[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_a_tables_own_box_do_not_spoil_the_sentence_around_them(language: str) -> None:
    own = house()
    for card in own["cards"]:
        card["name"] = {"i02": "Zorn of Ymir", "q20": "Wax Fang"}.get(card["id"], card["name"])
    match = given(turn=2, glory=1, values={"progress": 5}, catalogue=own)
    when(match, "automa", "decision:12", "card:q20", "central:9", "corruption:orange6")
    swept = Reader(match.opening, language).sentence(Timeline(match).changes(match.head)[3])
    assert swept == AUTOMA[language][3].replace("Bear-Tooth Saw", "Zorn of Ymir").replace(
        "Voice of the Crater", "Wax Fang"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_components_are_called_the_same_in_every_language(language: str) -> None:
    reader, catalogue = Reader(given().opening, language), game("expeditions").catalogue
    assert isinstance(catalogue, ExpeditionsCatalogue)
    for piece, card in catalogue.by_piece.items():
        assert reader.name(piece) == card.name
        assert card.name in reader.tell(said("play", card=piece, worker="blue").text())
    assert reader.name("north:16") == "16 Bear Court"
    assert (reader.name("tatanka"), reader.value("mech", "longarm")) == ("Tatanka", "Longarm")


# --- what is said when --------------------------------------------------------------------------

SAID: list[tuple[Slot, tuple[str, str, str]]] = [
    (
        said("play", card="card:i14", worker="blue").text(),
        (
            "spielt Copper Idol mit blauem Arbeiter",
            "gioca Copper Idol con un lavoratore blu",
            "joga Copper Idol com um trabalhador azul",
        ),
    ),
    (
        say("{seat} {does}", seat=Thing("seat:1"), does=said("return_worker", card="card:i14").text()),
        (
            "der Mensch nimmt den Arbeiter von Copper Idol zurück aufs Tableau",
            "il giocatore rimette sulla plancia il lavoratore di Copper Idol",
            "a pessoa devolve ao tapete o trabalhador de Copper Idol",
        ),
    ),
    (
        said("take", benefit="1_power_1_guile_1_coin").text(),
        (
            "nimmt: 1 Stärke, 1 List, 1 Münze",
            "prende: 1 potere, 1 astuzia, 1 moneta",
            "toma: 1 de poder, 1 de astúcia, 1 moeda",
        ),
    ),
    (said("gain_worker", colour="red").text(),
     ("erhält einen roten Arbeiter", "ottiene un lavoratore rosso", "ganha um trabalhador vermelho")),
    (said("boast", category="people").text(),
     ("prahlt: 7 Arbeiter oder 5 Landkarten", "si vanta: 7 lavoratori o 5 mappe",
      "faz Boast: 7 trabalhadores ou 5 mapas")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read"), SAID)
def test_buttons_and_the_log_are_read_in_each_language(text: Slot, read: tuple[str, str, str]) -> None:
    assert tuple(told(language, text) for language in LANGUAGES) == read


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
    found = list(templates(match.opening, refused.value.text))
    assert any(map(has_words, found))
    assert [(language, lacks) for language in LANGUAGES if (lacks := unknown(language, found))] == []


def test_a_refusal_is_read_in_each_language() -> None:
    match = given("S3", values={"token": "move"})
    with pytest.raises(Illegal) as refused:
        when(match, "shift", to="move")
    assert [told(language, refused.value.text, match) for language in LANGUAGES] == [
        "EX-21: der Aktionsmarker liegt schon auf Bewegen: versetzen Sie ihn auf ein anderes Feld",
        "EX-21: il segnalino azione è già su Muovere: spostalo su un altro spazio",
        "EX-21: a ficha de ação já está em Move: desloque-a para outro espaço",
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
    OneBenefit(do="benefit"),
    UseAdjacent(do="ability"),
    Sweep(do="sweep"),
    *(OneByOne(do=do, n=n) for do in ("trash", "rescue") for n in (1, 2)),
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
def test_every_effect_is_known_whole_and_cut_off(language: str) -> None:
    said = [effect.words() for effect in EFFECTS] + [ability.words() for ability in ABILITIES]
    said += [brief(effect, letters) for effect in EFFECTS for letters in (17, 20)]
    opening = given().opening
    found = chain.from_iterable(templates(opening, text) for text in said)
    assert unknown(language, found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_can_be_taken_of_the_components_is_known_as_a_button(language: str) -> None:
    setting = given().opening
    catalogue = setting.catalogue
    assert isinstance(catalogue, ExpeditionsCatalogue)
    assert len(catalogue.by_benefit) > 50
    for name, effect in catalogue.by_benefit.items():
        taken = Take(benefit=name).text()
        assert told(language, taken) == told(language, say("takes: {benefit}", benefit=effect.words()))
        assert unknown(language, templates(setting, taken)) == []


def test_what_is_taken_by_a_name_of_its_own_keeps_that_name() -> None:
    assert told("en", Take(benefit="sing_a_song").text()) == "takes: sing a song"
    assert told("de", Take(benefit="sing_a_song").text()) == "nimmt: sing a song"


def test_an_action_names_an_effect_by_its_english_words() -> None:
    assert slug(All(do="all", of=(Gain(do="gain", power=2, coins=1), Objective(do="solve")))) == "2_power_1_coin_solve"
    per = Per(do="per", count="maps", gain="coins", max=4)
    assert slug(per) == "1_coins_for_each_of_maps_at_most_4", "as matches have recorded it"


def test_an_effect_is_cut_off_between_its_parts() -> None:
    solve, move = Objective(do="solve"), ExtraMove(do="move", range=(1, 3))
    cut: list[tuple[AnyEffect, str]] = [
        (All(do="all", of=(solve, move, AnyWorker(do="worker", n=2))), "Lösen, Bewegen 1–3…"),
        (Choose(do="choose", of=(Gain(do="gain", workers={"red": 1}), move)), "1 roter Arbeiter…"),
        (Gain(do="gain", power=1, guile=1, coins=2), "1 Stärke, 1 List…"),
        (Pay(do="pay", cost=Cost(guile=2), then=move), "2 List zahlen…"),
        (All(do="all", of=(Per(do="per", count="maps", gain="coins", max=4), move)), "1 Münze…"),
        (move, "Bewegen 1–3"),
    ]
    for effect, german in cut:
        assert told("de", brief(effect, 17)) == german
        assert len(str(brief(effect, 17))) <= 17


# --- whatever happens ---------------------------------------------------------------------------


@cache
def heard() -> frozenset[str]:
    """Return the templates that people read in some random matches, from their set-up on."""
    return frozenset(chain.from_iterable(random_match(seed) for seed in a_few((1, 2, 3), 1)))


def random_match(seed: int) -> set[str]:
    choose = random.Random(seed)
    match = open_match("expeditions", 2, "table", choose, level=seed)
    said = {*texts_of(match)}
    for _ in range(40):
        said |= {*asked_for(match, choose), *texts_of(match)}
    return said


def asked_for(match: Match, choose: random.Random) -> Iterator[str]:
    """Carry out any legal action; yield the questions of chance."""
    (seat, action), outcomes = anything(match, choose), list[Outcome]()
    while True:
        try:
            match.play(seat, action, match.chance(outcomes), STAMP)
            return
        except NeedsOutcome as needs:
            yield from templates(match.opening, needs.question.text())
            outcomes.append(drawn(choose, needs))


def texts_of(match: Match) -> Iterator[str]:
    """Yield the texts after the last move: legal actions, changes of the move, names, values."""
    opening, table = match.opening, match.table
    said: list[Slot] = [action.text() for action in legal_actions(opening, table, match.to_act[0])]
    said += Timeline(match).changes(match.head)
    said += [Thing(thing) for thing in {*table.zones, *table.values, *chain(*table.zones.values())}]
    said += [opening.game.label_value(opening, key, value) for key, value in table.values.items()]
    yield from chain.from_iterable(templates(opening, one) for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_legal_play_meets_no_unknown_sentence(language: str) -> None:
    assert len(heard()) > 80
    assert unknown(language, heard()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_and_options_are_known(language: str) -> None:
    assert unknown(language, forms("expeditions")) == []
    match = given()
    endings = [match.opening.game.label_value(match.opening, "ending", one) for one in ("fourth_glory", "eighth_glory")]
    assert all(isinstance(ending, Text) for ending in endings)
    assert unknown(language, chain.from_iterable(templates(match.opening, one) for one in endings)) == []


def test_the_languages_have_the_same_phrases_and_slots() -> None:
    german, *others = (read(language) for language in LANGUAGES)
    assert all(other.keys() == german.keys() for other in others)
    for entries in (german, *others):
        for english, translated in entries.items():
            assert set(re.findall(r"\{\w+\}", translated)) == set(re.findall(r"\{\w+\}", english)), english


def read(language: str) -> dict[str, str]:
    return dict(read_catalogue(files("tablescribe.domain.games.expeditions").joinpath(f"words.{language}.po")))


@pytest.mark.parametrize(
    ("language", "three", "least"),
    [
        ("en", "two, or at least three", "at least: 4"), ("de", "zwei oder mindestens drei", "mindestens: 4"),
        ("it", "due o almeno tre", "almeno: 4"), ("pt", "duas ou pelo menos três", "pelo menos: 4"),
    ],
)  # fmt: skip
def test_each_value_of_glory_has_its_number_of_quests(language: str, three: str, least: str) -> None:
    """The document: "$5/$6/$8/$10 para 0/1/2/3+ missões", and a category is "atingiu ou excedeu"."""
    book = game("expeditions").rulebook
    assert f"{three} " in book.told("EX-72", language).text
    assert f"{least} " in book.told("EX-53", language).text
