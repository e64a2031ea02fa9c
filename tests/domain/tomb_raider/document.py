"""The manual's table: each place with its rules, each rule with the cases that obey and break it.

`python -m tests.domain.tomb_raider.document` writes the cases anew, as they are named in the tests.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

import tests.domain.tomb_raider as here
from tablescribe.domain.box.yaml_data import read_yaml
from tablescribe.domain.games import game
from tests.domain.cases import Cases
from tests.domain.tomb_raider.cases import CASES

FILE = Path(import_module("tablescribe.domain.games.tomb_raider").__path__[0]) / "document.yaml"
CASES_BEGIN = "cases:\n"
FORGED = "forged"


def document() -> dict[str, Any]:
    """Return the table."""
    found = read_yaml(FILE.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def all_cases() -> Cases:
    """Return the cases of all files."""
    for module in pkgutil.iter_modules(here.__path__):
        if module.name.startswith(("cases_", "test_rules")):
            import_module(f"{here.__name__}.{module.name}")
    return CASES


def named(number: str) -> dict[str, str]:
    """Return the names of the cases that obey and break a rule; what lacks is not named."""
    cases, found = all_cases(), {"rule": number}
    if number in cases.obeying:
        found["obeyed"] = cases.obeying[number].__name__
    if number in cases.breaking:
        found["broken"] = cases.breaking[number].__name__
    elif number in cases.forging:
        found["broken"] = FORGED
    return found


def cases_now() -> list[dict[str, str]]:
    """Return the cases of every enforced rule, as the tests name them."""
    return [named(rule.number) for rule in game("tomb_raider").rulebook.rules if rule.kind == "enforced"]


def write() -> None:
    """Write the cases of the table anew."""
    text, _, _ = FILE.read_text("utf-8").partition(CASES_BEGIN)
    lines = ["{" + ", ".join(f"{key}: {value}" for key, value in one.items()) + "}" for one in cases_now()]
    FILE.write_text(text + CASES_BEGIN + "".join(f"- {line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    write()
