"""Rule books: a game's numbered rules in our own words, each with its source."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, TypeAdapter, model_validator

from tablescribe.domain.box.packaged import packaged_data


class Rule(BaseModel):
    """One rule.

    Attributes:
        number: its stable number, cited by code, tests, refusals and reports.
        chapter: the heading that it is listed under.
        source: the section of the rule document it comes from, or `ruling` if that is silent.
        text: its text, in our words.
        kind: `enforced` by the program, or left to the `judge`: the table decides, and the program records.
        reason: why a judge's rule cannot be enforced.
        option: the option of the match that chooses another interpretation.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    number: str = Field(pattern=r"^[A-Z]{2,3}-?[0-9A-Za-z.\-]+$")
    chapter: str
    source: str
    text: str
    kind: Literal["enforced", "judge"] = "enforced"
    reason: str = ""
    option: str = ""

    @model_validator(mode="after")
    def _a_judges_rule_says_why(self) -> "Rule":
        if (self.kind == "judge") != bool(self.reason):
            raise ValueError(f"{self.number}: a judge's rule, and only that, gives its reason")
        return self


ENGLISH = "en"
"""The language of every rulebook; other languages are translations."""


class Rulebook(BaseModel):
    """All rules of a game, in the order of the rule document.

    Its digest, which logs record, covers the English texts only, not translations. If you reword a rule without
    changing it, add the old digest to the game's `reworded`. If you change a rule, give the game a new edition.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    game: str
    title: str
    edition: str
    source: str
    rules: tuple[Rule, ...]

    _package: str = PrivateAttr("")
    _translations: dict[str, Mapping[str, str]] = PrivateAttr(default_factory=dict)
    _headings: dict[str, Mapping[str, str]] = PrivateAttr(default_factory=dict)
    _reasons: dict[str, Mapping[str, str]] = PrivateAttr(default_factory=dict)

    @model_validator(mode="after")
    def _numbers_are_unique(self) -> "Rulebook":
        numbers = [rule.number for rule in self.rules]
        twice = sorted({n for n in numbers if numbers.count(n) > 1})
        if twice:
            raise ValueError(f"numbered twice: {', '.join(twice)}")
        return self

    @cached_property
    def _by_number(self) -> dict[str, Rule]:
        return {rule.number: rule for rule in self.rules}

    @cached_property
    def _english_reasons(self) -> dict[str, str]:
        return {rule.number: rule.reason for rule in self.rules if rule.reason}

    def __contains__(self, number: str) -> bool:
        return number in self._by_number

    def __getitem__(self, number: str) -> Rule:
        """Return a rule by its number; raise `KeyError` if there is none."""
        return self._by_number[number]

    def chapters(self) -> Iterator[tuple[str, list[Rule]]]:
        """Yield each chapter with its rules, in order."""
        for chapter in dict.fromkeys(rule.chapter for rule in self.rules):
            yield chapter, [rule for rule in self.rules if rule.chapter == chapter]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages with texts, English first."""
        from importlib.resources import files

        names = sorted(file.name for file in files(self._package).iterdir()) if self._package else []
        parts = [name.split(".") for name in names if name.startswith("rules.") and name.endswith(".yaml")]
        return (ENGLISH, *(part[1] for part in parts if len(part) == 3))

    def language(self, wanted: str) -> str:
        """Return the wanted language if there are texts in it, otherwise English."""
        return wanted if wanted in self.languages else ENGLISH

    def texts(self, language: str) -> Mapping[str, str]:
        """Return the text of each rule by number, in a language; in English if there is no translation.

        Raises:
            ValueError: the rule numbers of the translation differ from the rulebook's.
            pydantic.ValidationError: the translation is not a mapping from numbers to texts.
        """
        spoken = self.language(language)
        if spoken not in self._translations:
            english = {rule.number: rule.text for rule in self.rules}
            self._translations[spoken] = english if spoken == ENGLISH else self._translated(spoken, english)
        return self._translations[spoken]

    def reasons(self, language: str) -> Mapping[str, str]:
        """Return the reason why each judge's rule cannot be enforced, by number, in a language.

        Reasons without a translation (`reasons:` of the file) are in English.

        Raises:
            ValueError: the rule numbers of the translation differ from the rulebook's, or it has a reason for a rule
                that is not a judge's.
            pydantic.ValidationError: the translation is not a mapping from numbers to texts.
        """
        self.texts(language)
        return self._reasons.get(self.language(language), self._english_reasons)

    def told(self, number: str, language: str) -> Rule:
        """Return a rule with its text and its reason in a language; raise `KeyError` if there is none."""
        said = {"text": self.texts(language)[number], "reason": self.reasons(language).get(number, "")}
        return self[number].model_copy(update=said)

    def heading(self, words: str, language: str) -> str:
        """Return the name of a chapter or source in a language; words not in `headings:` of its file stay English."""
        self.texts(language)
        known = self._headings.get(self.language(language), {})
        if words in known or not known:
            return known.get(words, words)
        parts = "|".join(re.escape(part) for part in sorted(known, key=len, reverse=True))
        return re.sub(rf"\b({parts})\b", lambda found: known[found[0]], words)

    def placed(self, wanted: str) -> tuple[Rule, ...]:
        """Return the rules from a section of the rule document (`Attack 2`), named in any language of the rulebook."""
        parts = _parts(wanted)
        return tuple(rule for rule in self.rules if any(_is_in(parts, said) for said in self._places(rule)))

    def _places(self, rule: Rule) -> Iterator[list[str]]:
        """Yield the parts of each section that a rule comes from, in each language."""
        for language in self.languages:
            yield from (_parts(place) for place in self.heading(rule.source, language).split(";"))

    def _translated(self, language: str, english: Mapping[str, str]) -> Mapping[str, str]:
        data = packaged_data(self._package, f"rules.{language}.yaml")
        told = TypeAdapter(dict[str, str])
        self._headings[language] = told.validate_python(data.pop("headings", {}), strict=True)
        reasons = told.validate_python(data.pop("reasons", {}), strict=True)
        found = told.validate_python(data, strict=True)
        if odd := sorted(found.keys() ^ english.keys()):
            raise ValueError(f"{self.game}, rules in {language}: only there, or missing there: {', '.join(odd)}")
        if odd := sorted(reasons.keys() - self._english_reasons.keys()):
            raise ValueError(f"{self.game}, rules in {language}: reasons, but no judge's rules: {', '.join(odd)}")
        self._reasons[language] = {**self._english_reasons, **reasons}
        return found

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the rulebook's contents, in hexadecimal."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


def _parts(words: str) -> list[str]:
    """Split a rule number or a section into its words and numbers, without separators."""
    return re.findall(r"\d+|[^\W\d_]+", words.casefold())


def _is_in(parts: list[str], place: list[str]) -> bool:
    """Return whether a wanted section matches a rule's section: the same heading, then the number.

    A heading with several numbers matches each of them: `Requirements 2 and 3` matches `Requirements 3`.
    """
    *heading, number = parts or [""]
    if not heading or not number.isdecimal():
        return False
    after = [place[at + len(heading) :] for at in range(len(place)) if place[at : at + len(heading)] == heading]
    return any(number in (rest[:1] if heading[-1].isdecimal() else _numbers(rest)) for rest in after)


def _numbers(parts: list[str]) -> list[str]:
    """Return the numbers at the beginning of the parts, joined by single words: 2 and 3 for `2 and 3`."""
    found = []
    for number, joint in zip_longest(parts[::2], parts[1::2], fillvalue=""):
        if not number.isdecimal():
            break
        found.append(number)
        if joint.isdecimal():  # a section number with several parts: 16.4
            break
    return found


def load_rulebook(package: str) -> Rulebook:
    """Load `rules.yaml` from a game's package. Translations (`rules.<language>.yaml`) are loaded on demand.

    Raises:
        pydantic.ValidationError: the file is not a valid rulebook.
    """
    book = Rulebook.model_validate(packaged_data(package, "rules.yaml"))
    book._package = package
    return book
