"""A game's components as data: loading and checking them."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict

Origin = Literal["printed", "house"]
"""`printed`: as the game's own component shows it. `house`: invented by us or by a table."""


class Catalogue(BaseModel):
    """What every catalogue has; a game adds its own components.

    Attributes:
        name: a short name, such as `ultime-printed`.
        edition: which version of these data it is.
        origin: whether the values are the printed ones or house ones.
        source: where the values were taken from.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    edition: str
    origin: Origin
    source: str

    def digest(self) -> str:
        """Return the SHA-256 of the contents, in hexadecimal: equal data, equal digest."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


AnyCatalogue = TypeVar("AnyCatalogue", bound=Catalogue)


def load_catalogue(model: type[AnyCatalogue], package: str) -> AnyCatalogue:
    """Load the catalogue that comes with a game's package."""
    return read_catalogue(model, files(package).joinpath("catalogue.yaml").read_text("utf-8"))


def read_catalogue(model: type[AnyCatalogue], text: str) -> AnyCatalogue:
    """Read a catalogue from YAML (or JSON) text, as a table's own file brings it.

    Raises:
        ValueError: the text is not YAML, or its data do not have the form of that catalogue.
    """
    try:
        data: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(f"not a YAML file: {error}") from error
    return from_data(model, data)


def from_data(model: type[AnyCatalogue], data: Any) -> AnyCatalogue:
    """Check plain data (from a file, or from the log) and return the catalogue.

    Lists stand for tuples, as in every data file; all else is checked strictly.
    """
    return model.model_validate_json(json.dumps(data, default=str))
