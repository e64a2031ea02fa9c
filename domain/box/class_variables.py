"""Class variables of models, whose annotations pydantic would read again for each model derived from them."""

from __future__ import annotations

from pydantic import BaseModel


def without_class_variables(model: type[BaseModel]) -> None:
    """Take the annotations of class variables from a model that is complete, as pydantic does with its own.

    It has noted which names are class variables, and derived models go by that. Games derive hundreds, and four fifths
    of the annotations that were evaluated for them were those of `Action`.
    """
    for name in model.__class_vars__:
        model.__annotations__.pop(name, None)
