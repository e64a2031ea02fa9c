"""Rule texts in other languages: the same numbers, not part of the rulebook, English as fallback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain import games
from tablescribe.domain.box.rulebook import Rulebook, load_rulebook
from tablescribe.domain.box.yaml_data import read_yaml
from tablescribe.domain.games import GAMES, game

TRANSLATED = [(key, language) for key in GAMES for language in game(key).rulebook.languages if language != "en"]

ROOM = Path(games.__file__).parent

COMPLETE: tuple[str, ...] = ("de", "it", "pt")
"""The languages of the pages that every game's rules are in, with chapters and reasons."""

EACH = [(key, language) for key in GAMES for language in COMPLETE]


def test_the_language_of_each_games_rule_document_is_there() -> None:
    documents = {"ultime": "it", "expeditions": "pt", "robinson": "pt"}
    assert {(key, documents[key]) for key in GAMES if key in documents} <= set(TRANSLATED)


@pytest.mark.parametrize(("key", "language"), EACH)
def test_every_game_has_its_rules_chapters_and_reasons_in_a_complete_language(key: str, language: str) -> None:
    book = game(key).rulebook
    assert language in book.languages
    data = read_yaml((ROOM / key / f"rules.{language}.yaml").read_text("utf-8"))
    assert {chapter for chapter, _ in book.chapters()} <= data["headings"].keys()
    judged = {rule.number: rule.reason for rule in book.rules if rule.reason}
    assert book.reasons(language).keys() == judged.keys()
    assert not [number for number, said in book.reasons(language).items() if said == judged[number]]
    assert all(said.endswith((".", ")")) for said in book.reasons(language).values())


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_translation_has_the_numbers_of_the_rulebook_and_texts_of_its_own(key: str, language: str) -> None:
    book = game(key).rulebook
    texts, english = book.texts(language), book.texts("en")
    assert list(texts) == [rule.number for rule in book.rules]
    assert all(text == text.strip() and text.endswith((".", ")")) for text in texts.values())
    assert not [number for number in texts if texts[number] == english[number]]


@pytest.mark.parametrize("key", list(GAMES))
def test_a_language_without_texts_falls_back_to_english(key: str) -> None:
    book = game(key).rulebook
    for language in ("fr", "", "../../x"):
        assert book.language(language) == "en"
        assert book.texts(language) == {rule.number: rule.text for rule in book.rules}


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_translations_are_no_part_of_the_digest_that_logs_record(key: str, language: str) -> None:
    book = load_rulebook(f"tablescribe.domain.games.{key}")
    alone = Rulebook.model_validate(book.model_dump())  # the same rules, without a package to find translations in
    assert alone.languages == ("en",)
    book.texts(language)
    assert book.digest == alone.digest


FORMER = {
    "morris": "0c95da77fcca1cf34163835d80209d09699dfbaa0206802c666de6f6b9b68597",
    "chess": "f96f862ead624b4af4ad1f57c8083a3bfd9947f86dec2b766ec2779db1094b83",
    "freeform": "d943a6754cbb62f73b4258dd314762e6e452152d7cbf1928c7a6827755a8d54a",
}
"""The rulebook of each game before it was reworded in its current edition, as its logs have it."""


@pytest.mark.parametrize("key", list(FORMER))
def test_the_digest_that_logs_record_is_known_after_its_texts_were_reworded(key: str) -> None:
    found = game(key)
    assert FORMER[key] in (*found.reworded, found.rulebook.digest)
    assert found.rulebook.digest not in found.reworded, "only former rulebooks"


@pytest.mark.parametrize("key", list(GAMES))
def test_english_says_the_reasons_of_the_rulebook(key: str) -> None:
    book = game(key).rulebook
    for rule in book.rules:
        assert book.told(rule.number, "en") == rule
        assert book.reasons("fr").get(rule.number, "") == rule.reason


RULES = "game: x\ntitle: X\nedition: '1'\nsource: s\nrules:\n- {number: XX-1, chapter: One, source: s, text: Walk.}\n"


def translated(folder: Path, monkeypatch: pytest.MonkeyPatch, rules: str, italian: str) -> Rulebook:
    """Return the rulebook of a package with these rules and this translation."""
    package = folder / f"translated_{abs(hash(italian))}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.yaml").write_text(rules, "utf-8")
    (package / "rules.it.yaml").write_text(italian, "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return load_rulebook(package.name)


JUDGED = RULES + "- {number: XX-2, chapter: One, source: s, text: Rest., kind: judge, reason: Nobody looks.}\n"


def test_a_reason_is_told_in_the_language_and_in_english_where_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = translated(tmp_path, monkeypatch, JUDGED, "reasons: {XX-2: Nessuno guarda.}\nXX-1: Vai.\nXX-2: Riposa.")
    assert book.reasons("it") == {"XX-2": "Nessuno guarda."}
    told = book.told("XX-2", "it")
    assert (told.text, told.reason, told.kind) == ("Riposa.", "Nessuno guarda.", "judge")
    assert (book.told("XX-1", "it").text, book.told("XX-1", "it").reason) == ("Vai.", "")
    assert book.reasons("de") == {"XX-2": "Nobody looks."}
    without = translated(tmp_path, monkeypatch, JUDGED, "XX-1: Vai.\nXX-2: Riposa.")
    assert without.reasons("it") == {"XX-2": "Nobody looks."}


@pytest.mark.parametrize(
    ("translation", "why"),
    [
        ("XX-2: Vai.", "XX-1, XX-2"), ("XX-1: Vai.\nXX-2: Fermo.", "XX-2"), ("{}", "XX-1"), ("XX-1: 7", "valid string"),
        ("reasons: {XX-1: Ecco.}\nXX-1: Vai.", "no judge's rules: XX-1"),
    ],
)  # fmt: skip
def test_a_translation_with_other_numbers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, translation: str, why: str
) -> None:
    book = translated(tmp_path, monkeypatch, RULES, translation)
    assert book.languages == ("en", "it")
    with pytest.raises(ValueError, match=why):
        book.texts("it")
