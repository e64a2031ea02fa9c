"""Catalogues: a game's components as data, loaded and checked."""

import hashlib
import json
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict

from tablescribe.domain.box.class_variables import without_class_variables
from tablescribe.domain.box.lazy import lazy_part
from tablescribe.domain.box.packaged import packaged_data
from tablescribe.domain.words.text import Text, filled

Origin = Literal["printed", "house"]
"""`printed`: as the game's own component shows it. `house`: invented by us or by a table."""

LARGEST = 200_000
"""Catalogue files above this many bytes are refused: ours have a few thousand, and YAML is slow to read."""


class Component(BaseModel):
    """Part of a catalogue: unknown words are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Worded(Component):
    """Part of the vocabulary of a catalogue, such as an effect: it says in words what it does.

    Attributes:
        sentence: what `words` returns, filled from the fields: `say("{n} damage", n="{amount}")`.
    """

    sentence: ClassVar[Text | None] = None

    def words(self) -> Text:
        """Return what it does, in words."""
        if self.sentence is None:
            raise NotImplementedError
        return filled(self.sentence, self)


without_class_variables(Worded)


class Catalogue(Component):
    """What every catalogue has; a game adds its own components.

    Attributes:
        name: a short name, such as `ultime-printed`.
        edition: which version of these data it is.
        origin: whether the values are the printed ones or house ones.
        source: where the values were taken from.
    """

    name: str
    edition: str
    origin: Origin
    source: str

    def digest(self) -> str:
        """Return the SHA-256 of the contents, in hexadecimal: equal data, equal digest."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, as the first event of a match holds it."""
        return self.model_dump(mode="json", exclude_none=True)

    @cached_property
    def _recorded(self) -> bytes:
        return msgspec.msgpack.encode(self.plain())

    def is_recorded_as(self, data: Any) -> bool:
        """Return whether plain data are this catalogue's own and need no second check.

        Bytes are compared, as `True == 1`; what is written in another order is no match, and is checked.
        """
        try:
            return msgspec.msgpack.encode(data) == self._recorded
        except (TypeError, ValueError, OverflowError, RecursionError):  # what no log can tell
            return False


AnyCatalogue = TypeVar("AnyCatalogue", bound=Catalogue)

as_json = json.JSONEncoder(default=str).encode
"""Return plain data as JSON; what JSON does not know (a date that YAML made of a text) becomes text."""


def load_catalogue(model: type[AnyCatalogue], package: str) -> AnyCatalogue:
    """Load the catalogue that comes with a game's package."""
    return from_data(model, packaged_data(package, "catalogue.yaml"))


def catalogue_of(model: type[AnyCatalogue], package: str) -> AnyCatalogue:
    """Return the catalogue of a game's package, read on first use."""
    return lazy_part(model, lambda: load_catalogue(model, package))


def read_catalogue(model: type[AnyCatalogue], text: str) -> AnyCatalogue:
    """Read a catalogue from YAML (or JSON) text, as a table's own file brings it.

    Raises:
        ValueError: the text is not YAML, or its data do not have the form of that catalogue.
    """
    return from_data(model, plain_data(text))


def plain_data(text: str) -> dict[str, Any]:
    """Return the plain data of a catalogue file (YAML or JSON), without validating it.

    Raises:
        ValueError: the text is not YAML, too long, nested too deeply, or no object.
    """
    if len(text) > LARGEST:
        raise ValueError(f"it is longer than {LARGEST} characters")
    from yaml import YAMLError  # here: a recorded match brings its catalogue along

    from tablescribe.domain.box.yaml_data import read_yaml

    try:
        data: Any = read_yaml(text)
    except (YAMLError, ValueError, RecursionError) as error:  # dates and numbers that are none give ValueError
        raise ValueError(f"not a YAML file: {error}") from error
    if not isinstance(data, dict):
        raise ValueError("it is no object with a name, an edition, and components")
    return data


def from_data(model: type[AnyCatalogue], data: Any) -> AnyCatalogue:
    """Check plain data (from a file, or from the log) and return the catalogue.

    Lists stand for tuples, as in every data file; all else is checked strictly.
    """
    return model.model_validate_json(as_json(data))


class CatalogueCache:
    """The catalogues that were checked last: matches with the same one share it."""

    def __init__(self, most: int = 16) -> None:
        self._most = most
        self._kept: dict[bytes, Any] = {}

    def get(self, model: type[AnyCatalogue], data: Any) -> AnyCatalogue:
        """Check plain data and return the catalogue; of the same bytes, the one that was checked before."""
        try:
            told = msgspec.msgpack.encode(data)
        except (TypeError, ValueError, OverflowError, RecursionError):  # what no log can tell
            return from_data(model, data)
        found: AnyCatalogue | None = self._kept.get(told)
        if found is None:
            found = self._kept[told] = from_data(model, data)
            while len(self._kept) > self._most:
                self._kept.pop(next(iter(self._kept)), None)
        return found
