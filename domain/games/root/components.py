"""The components and the options of Root."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from domain.catalogue import Catalogue
from domain.setting import Options


class RootCatalogue(Catalogue):
    """What lies in the box.

    Attributes:
        stones: how many stones there are.
    """

    stones: Annotated[int, Field(ge=1, le=100)]


class RootOptions(Options):
    """How the match is played.

    Attributes:
        most: how many stones may be taken at once.
    """

    most: Annotated[int, Field(ge=2, le=5)] = 3
