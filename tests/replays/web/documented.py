"""Compare answers of the API with its OpenAPI document, from which clients are generated."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from tablescribe.replays.web.app import make_app


@cache
def document() -> dict[str, Any]:
    """Return the API's document, which takes half a second to generate."""
    return make_app("nowhere.db").openapi()


def check_documented(method: str, path: str, answer: httpx.Response) -> None:
    """Check that a JSON answer has the documented form, without other fields.

    Other routes than those of the API are ignored.
    """
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if not kind.endswith("json"):
        return
    template = _template(path.partition("?")[0])
    if method.lower() in document()["paths"].get(template, {}):
        found = _mistakes(method.lower(), template, str(answer.status_code), kind, answer.content)
        assert not found, f"the API's document (replays/web/api/*answers.py) says otherwise: {method} {path}: {found}"


@lru_cache(maxsize=1000)
def _template(path: str) -> str:
    return next((one for one, form in _paths() if form.fullmatch(path)), "")


@lru_cache(maxsize=1000)  # refusals are the same for many people
def _mistakes(method: str, template: str, status: str, kind: str, content: bytes) -> list[str]:
    form = _form(method, template, status, kind)
    return [f"{one.json_path}: {one.message}" for one in form.iter_errors(json.loads(content))]


@cache
def _paths() -> list[tuple[str, re.Pattern[str]]]:
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))
    return [(path, re.compile(re.sub(r"\{\w+\}", "[^/]+", path))) for path in paths]


@cache
def _form(method: str, template: str, status: str, kind: str) -> Draft202012Validator:
    answers = document()["paths"][template][method]["responses"]
    return Draft202012Validator({**answers[status]["content"][kind]["schema"], "components": _closed()})


@cache
def _closed() -> dict[str, Any]:
    """Return the components with every schema closed, so that an undocumented field is an error."""
    components: dict[str, Any] = deepcopy(document()["components"])
    for form in components["schemas"].values():
        if "properties" in form:
            form["additionalProperties"] = False
    return components
