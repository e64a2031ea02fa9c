"""Validation errors of pydantic as translatable sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from tablescribe.domain.words.text import Spoken, Text, listed, say

MOST = 10
"""Maximum number of faults reported for one request."""

LONGEST = 200
"""Maximum length of a reported field name, in characters; names may come from strangers."""


def describe_errors(faults: Iterable[Mapping[str, Any]], whole: str = "") -> Text:
    """Return pydantic's faults (`ValidationError.errors()`) as a sentence; `whole` names the data as a whole."""
    return listed([_fault(one, whole) for one in list(faults)[:MOST]], "; ")


def describe_error(error: Exception) -> Text:
    """Return a sentence that says what is wrong with invalid data, and where."""
    if not isinstance(error, ValidationError):  # not expressible in JSON: a key that is not a string, endless nesting
        return say("{fault}", fault=str(error))
    return describe_errors(error.errors(), "all")


def _fault(fault: Mapping[str, Any], whole: str) -> Text:
    field = (".".join(str(part) for part in fault["loc"]) or whole)[:LONGEST].encode("utf-8", "replace").decode()
    return say("{field}: {fault}", field=field, fault=_words(str(fault["type"]), fault.get("ctx") or {}))


def _words(kind: str, limits: Mapping[str, Any]) -> Text:
    """Return a sentence for the type of pydantic's error."""
    if kind == "missing":
        return say("is missing")
    if kind == "extra_forbidden":
        return say("is not known here")
    if kind in ("literal_error", "enum"):
        return say("is not one of {known}", known=str(limits.get("expected", "")).replace(" or ", ", "))
    if kind == "union_tag_invalid":
        return say("{tag} is not known here", tag=repr(str(limits.get("tag", ""))[:LONGEST]))
    if kind == "union_tag_not_found":
        return say("{field} is missing", field=str(limits.get("discriminator", "")))
    if kind == "value_error" and "error" in limits:  # the message of our own validator
        error = limits["error"]
        return say("{fault}", fault=error.text if isinstance(error, Spoken) else str(error))
    if kind.startswith(("int", "float")):
        return say("is not a valid number")
    if kind.startswith("bool"):
        return say("must be true or false")
    if kind == "string_type":
        return say("is not text")
    if kind == "string_pattern_mismatch":
        return say("has the wrong format or an invalid character")
    return _beyond(kind, limits) or say("does not have the required form")


def _beyond(kind: str, limits: Mapping[str, Any]) -> Text | None:
    """Return a sentence for a value that is too short, too long, too small or too large; otherwise `None`."""
    if kind.endswith("too_short"):
        return say("is too short: at least {least}", least=str(limits["min_length"]))
    if kind.endswith("too_long"):
        return say("is too long: at most {most}", most=str(limits["max_length"]))
    if kind == "greater_than_equal":
        return say("is too small: at least {bound}", bound=str(limits["ge"]))
    if kind == "greater_than":
        return say("is too small: must be more than {bound}", bound=str(limits["gt"]))
    if kind == "less_than_equal":
        return say("is too large: at most {bound}", bound=str(limits["le"]))
    return None
