"""The base of all parts of a plan: parsed strictly, and fixed once parsed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Read strictly: an unknown word is a slip of the pen, and is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
