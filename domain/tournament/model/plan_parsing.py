"""Parse plans from files and from events; errors name each place in the plan."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from pydantic import ValidationError

from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.words.text import Spoken, say

LARGEST = 500_000
"""Maximum length of a plan file in characters. A plan has a few dozen lines and the options of its games."""


class BadPlan(Spoken):
    """The plan is not valid; the text names each place and what is wrong there."""

    code = "plan.wrong"


def plan_from(data: Any) -> Plan:
    """Parse a plan from plain data; lists become tuples.

    Raises:
        BadPlan: the data are not a valid plan; the text names each place.
    """
    try:
        return Plan.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        faults = "; ".join(f"{_place(fault['loc'])}: {_words(fault)}" for fault in error.errors())
    except (ValueError, TypeError, RecursionError) as error:
        faults = str(error)
    raise BadPlan(say("this plan cannot be used: {faults}", faults=faults))


def recorded_plan(data: Any, *, whole: bool) -> Plan:
    """Parse a plan from an event. Its values must be in the form of `Plan.plain`; with `whole`, none may be missing.

    Raises:
        BadPlan: it is not a valid plan, or is not in that form.
    """
    plan = plan_from(data)
    if not _is_written(data, plan.plain(), whole=whole):
        raise BadPlan(say("the plan is not stored in its canonical form"))
    return plan


def _is_written(data: Any, plain: Any, *, whole: bool) -> bool:
    """Return whether data are in the form of `plain`; options and catalogues may have any form."""
    if isinstance(plain, dict):
        free = [name for name in ("options", "catalogue") if name in plain]
        keys = data.keys() == plain.keys() if whole else data.keys() <= plain.keys()
        parts = [(data[name], plain[name]) for name in plain if name in data and name not in free]
        return keys and all(_is_written(one, other, whole=whole) for one, other in parts)
    if isinstance(plain, list):
        return len(data) == len(plain) and all(map(partial(_is_written, whole=whole), data, plain))
    return type(data) is type(plain) and bool(data == plain)


def _place(loc: tuple[int | str, ...]) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in loc) or "plan"


def _words(fault: Mapping[str, Any]) -> str:
    if fault["type"] == "extra_forbidden":
        return "there is no such word in a plan"
    if fault["type"] == "missing":
        return "it is missing"
    return str(fault["msg"]).removeprefix("Value error, ")


def read_plan(text: str) -> Plan:
    """Parse the text of a plan file, YAML or JSON.

    Raises:
        BadPlan: the text is not a valid plan.
    """
    if len(text) > LARGEST:
        raise BadPlan(say("the plan is longer than {n} characters", n=LARGEST))
    from yaml import YAMLError  # imported late: moves of matches need no plan

    from tablescribe.domain.box.yaml_data import read_yaml

    try:
        data = read_yaml(text)
    except (YAMLError, ValueError, RecursionError) as error:
        raise BadPlan(say("the plan is not YAML: {why}", why=str(error))) from error
    if not isinstance(data, dict):
        raise BadPlan(say("a plan needs a title and stages. See `tablescribe tournament announce --help`"))
    return plan_from(data)
