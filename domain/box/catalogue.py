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
"""`printed`: as on the game's own components. `house`: invented by us or by a table."""

LARGEST = 200_000
"""Maximum length of a catalogue file in characters. Ours have a few thousand, and YAML is slow to parse."""


class Component(BaseModel):
    """Base of all parts of a catalogue. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Worded(Component):
    """A part of a catalogue, such as an effect, that can be described in words.

    Attributes:
        sentence: the template of `words`, filled from the fields: `say("{n} damage", n="{amount}")`.
    """

    sentence: ClassVar[Text | None] = None

    def words(self) -> Text:
        """Return a description of its effect."""
        if self.sentence is None:
            raise NotImplementedError
        return filled(self.sentence, self)


without_class_variables(Worded)


class Catalogue(Component):
    """Base of all catalogues. A game adds its own components.

    Attributes:
        name: a short name, such as `ultime-printed`.
        edition: the version of these data.
        origin: whether the values are printed or house ones.
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
        """Return the catalogue as plain data, as in the first event of a match."""
        return self.model_dump(mode="json", exclude_none=True)

    @cached_property
    def _recorded(self) -> bytes:
        return msgspec.msgpack.encode(self.plain())

    def is_recorded_as(self, data: Any) -> bool:
        """Return whether plain data equal this catalogue's, so that they need not be validated.

        Encoded bytes are compared, as `True == 1` in Python. The same data in another order count as different.
        """
        try:
            return msgspec.msgpack.encode(data) == self._recorded
        except (TypeError, ValueError, OverflowError, RecursionError):  # not expressible in a log
            return False


AnyCatalogue = TypeVar("AnyCatalogue", bound=Catalogue)

as_json = json.JSONEncoder(default=str).encode
"""Return plain data as JSON. Types unknown to JSON, such as dates from YAML, become text."""


def load_catalogue(model: type[AnyCatalogue], package: str) -> AnyCatalogue:
    """Load the catalogue that comes with a game's package."""
    return from_data(model, packaged_data(package, "catalogue.yaml"))


def catalogue_of(model: type[AnyCatalogue], package: str) -> AnyCatalogue:
    """Return the catalogue of a game's package, loaded on first use."""
    return lazy_part(model, lambda: load_catalogue(model, package))


def read_catalogue(model: type[AnyCatalogue], text: str) -> AnyCatalogue:
    """Parse a catalogue from the YAML or JSON text of a table's own file.

    Raises:
        ValueError: the text is not YAML, or its data do not fit the model.
    """
    return from_data(model, plain_data(text))


def plain_data(text: str) -> dict[str, Any]:
    """Return the plain data of a catalogue file (YAML or JSON), without validating it.

    Raises:
        ValueError: the text is not YAML, too long, nested too deeply, or not an object.
    """
    if len(text) > LARGEST:
        raise ValueError(f"it is longer than {LARGEST} characters")
    from yaml import YAMLError  # imported late: a recorded match has its catalogue in the log

    from tablescribe.domain.box.yaml_data import read_yaml

    try:
        data: Any = read_yaml(text)
    except (YAMLError, ValueError, RecursionError) as error:  # invalid dates and numbers raise ValueError
        raise ValueError(f"not a YAML file: {error}") from error
    if not isinstance(data, dict):
        raise ValueError("it is no object with a name, an edition, and components")
    return data


def from_data(model: type[AnyCatalogue], data: Any) -> AnyCatalogue:
    """Validate plain data (from a file or the log) and return the catalogue.

    Lists are accepted for tuples, as in every data file. Everything else is validated strictly.
    """
    return model.model_validate_json(as_json(data))


class CatalogueCache:
    """Cache of the latest validated catalogues, shared by matches with the same data."""

    def __init__(self, most: int = 16) -> None:
        self._most = most
        self._kept: dict[bytes, Any] = {}

    def get(self, model: type[AnyCatalogue], data: Any) -> AnyCatalogue:
        """Validate plain data and return the catalogue; equal data return the cached one."""
        try:
            told = msgspec.msgpack.encode(data)
        except (TypeError, ValueError, OverflowError, RecursionError):  # not expressible in a log
            return from_data(model, data)
        found: AnyCatalogue | None = self._kept.get(told)
        if found is None:
            found = self._kept[told] = from_data(model, data)
            while len(self._kept) > self._most:
                self._kept.pop(next(iter(self._kept)), None)
        return found
