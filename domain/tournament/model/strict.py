"""The base of all parts of a plan: parsed strictly, and fixed once parsed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A strictly parsed model. Unknown fields are refused, as they are probably typing errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
