"""The document of the API (OpenAPI): what an author of a client needs, and nothing that the framework guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from replays.web import answers as a
from replays.web import listed
from replays.web.limits import COOKIE
from replays.web.problem import MEDIA_TYPE

Shape = type[BaseModel] | list[type[BaseModel]] | str

SSE = """Each message has the `id` of its position, the event `recorded`, and a line of the log as its data:

```
id: 17
event: recorded
data: {"position":17,"version":2,"type":"Played","move":1,"words":"blue skips and draws two movement cards", …}
```

A line that begins with a colon says every 15 seconds that the stream is alive. The event `ended` says that the pass has
ended; when the service ends, the stream does, and a client comes back with `Last-Event-ID`."""

OPERATIONS: dict[str, tuple[str, Shape]] = {
    "me": ("get_my_pass", a.PassTold),
    "games": ("list_games", [a.GameTitle]),
    "one_game": ("get_game", a.Game),
    "matches": ("list_matches", [listed.LobbyLine]),
    "new_match": ("open_match", a.State),
    "new_result": ("record_result", a.State),
    "statistics": ("get_statistics", listed.Statistics),
    "one_match": ("get_match", a.State),
    "legal": ("list_legal_actions", a.Legal),
    "log": ("list_log", [a.LogLine]),
    "board": ("get_board", "image/svg+xml"),
    "events": ("follow_match", "text/event-stream"),
    "move": ("record_move", a.Recorded),
    "contribute": ("contribute", a.Contributed),
    "beacon": ("give_beacon", a.Contributed),
    "take_back": ("take_back", a.Recorded),
    "asked": ("get_waiting_take_back", a.WaitingTakeBack),
    "consent": ("answer_take_back", a.Agreed),
    "restore": ("restore", a.Recorded),
    "note": ("add_note", a.Recorded),
    "describe": ("describe_match", a.Recorded),
    "missed": ("record_missed_moves", a.Recorded),
    "preview": ("preview_move", a.Previewed),
    "ruling": ("record_ruling", a.Recorded),
    "close": ("close_match", a.Recorded),
    "audit": ("get_audit", a.AuditFound),
    "report": ("get_report", "text/html application/pdf"),
    "bundle": ("get_bundle", "application/octet-stream"),
    "keys": ("list_keys", [a.KeyTold]),
    "enrol": ("enrol_key", a.Recorded),
    "result_text": ("get_result_text", a.ResultText),
    "sign": ("sign_result", a.Recorded),
    "checkpoint": ("get_checkpoint", a.Checkpoint),
    "passes": ("list_passes", [a.PassTold]),
    "give": ("give_pass", a.PassGiven),
    "revoke": ("revoke_pass", a.Revoked),
    "share": ("share_match", a.Link),
    "pin": ("set_pin", a.Pin),
    "chair": ("take_chair", a.PassGiven),
    "trail": ("list_trail", [a.TrailLine]),
    "healthz": ("get_health", a.Health),
    "metrics": ("get_metrics", "text/plain"),
}
"""By the name of its function: an operation's id, which stays, and the form of its answer, or its media types."""

MAY_BE_NULL = {"asked"}
WITHOUT_PASS = {"chair", "healthz"}

EXAMPLES: dict[str, dict[str, Any]] = {
    "open_match": {
        "game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [2], "command_id": "9f0c4e1ab2d35577",
    },
    "record_move": {
        "command_id": "5d3e8f20aa914c06", "expected_version": 1, "seat": 2, "action": {"do": "skip"}, "outcomes": [],
    },
    "preview_move": {"seat": 2, "action": {"do": "skip"}},
    "take_back": {"command_id": "0b7710c9d4e2f385", "expected_version": 2, "steps": 1, "reason": "the wrong pawn"},
    "restore": {"command_id": "1c8821dae5f30496", "expected_version": 3},
    "add_note": {"command_id": "2d9932ebf60415a7", "text": "a break of ten minutes"},
    "record_result": {
        "command_id": "c2f7b81e93d05a46", "title": "Catan", "played": "2026-11-21",
        "players": [{"name": "Ada", "points": 10, "won": True}, {"name": "Ben", "points": 7}],
    },
    "describe_match": {"command_id": "6e1a9f03b5c7d248", "event": "club evening", "round": "3", "tags": ["casual"]},
    "record_missed_moves": {
        "command_id": "3eaa43fc071526b8", "expected_version": 4, "moves": 2, "facts": ["set score:1 5"],
    },
    "record_ruling": {
        "command_id": "4fbb540d182637c9", "expected_version": 5, "clause": "UP-50", "reason": "miscounted",
        "facts": ["set score:1 4"],
    },
    "close_match": {"command_id": "50cc651e293748da", "expected_version": 6, "abandoned": False},
    "give_pass": {"role": "seat", "match": "7k2m9qd4x0ta", "seat": 1, "label": "phone of seat 1", "days": 2},
    "set_pin": {"seat": 2},
    "take_chair": {"pin": "481516", "seat": 2},
    "enrol_key": {"holder": "seat:1", "key": "A" * 43 + "=", "proof": "A" * 86 + "=="},
    "sign_result": {"holder": "seat:1", "key": "A" * 43 + "=", "signature": "A" * 86 + "=="},
    "contribute": {"seat": 1, "commitment": "0" * 64},
    "give_beacon": {"round": 4_700_000, "randomness": "0" * 64, "signature": "0" * 96},
    "answer_take_back": {"request": "8d1f0c3a5b7e9264", "agrees": True},
}  # fmt: skip

TAGS = {
    "matches": "The lobby, and a match as the pass may see it.",
    "recording": "What is recorded. Send `command_id` again when no answer came; when the code is `match.stale`, look "
    "at the match and decide again; when it is `chance.needed`, tell the outcome and send the action again.",
    "judging": "Rulings, the audit, signatures, and what can be carried away.",
    "access": "Passes, share links, PINs, and who was shown hidden hands.",
    "games": "What can be played: options, actions, rules.",
    "operations": "Health and figures.",
}


def document(app: FastAPI) -> None:
    """Let an application tell its document in our words."""
    framework: Callable[[], dict[str, Any]] = app.openapi

    def told() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _in_our_words(framework())
        return app.openapi_schema

    app.openapi = told  # type: ignore[method-assign]


def _in_our_words(schema: dict[str, Any]) -> dict[str, Any]:
    named = {**vars(a), **vars(listed)}.values()
    models = [model for model in named if isinstance(model, type) and issubclass(model, a.Answer)]
    _, shapes = models_json_schema([(model, "serialization") for model in models], ref_template=_ref("{model}"))
    kept = schema["components"]["schemas"]
    kept.update(shapes["$defs"])
    for unused in ("HTTPValidationError", "ValidationError", "Answer"):
        kept.pop(unused, None)
    schema["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The token of a pass, or of a share link."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "As browsers keep it."},
    }
    schema["security"] = [{"token": []}, {"cookie": []}]
    schema["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    for operations in schema["paths"].values():
        for method, operation in operations.items():
            _tell(operation, reads=method == "get")
    return schema


def _tell(operation: dict[str, Any], *, reads: bool) -> None:
    function = operation["operationId"]
    name, shape = OPERATIONS[function]
    operation["operationId"] = name
    operation["summary"] = name.replace("_", " ").capitalize()
    if function in WITHOUT_PASS:
        operation["security"] = []
    if name in EXAMPLES:
        operation["requestBody"]["content"]["application/json"]["example"] = EXAMPLES[name]
    for status, answer in sorted(operation.pop("responses").items()):
        if reads and status in ("408", "413"):
            continue
        operation.setdefault("responses", {})[status] = answer
        if status in ("200", "201"):
            answer["description"] = "Recorded." if shape is a.Recorded else "Done." if status == "201" else "As asked."
            answer["content"] = _content(shape, may_be_null=function in MAY_BE_NULL)
            if function == "events":
                answer["description"] = SSE
        else:
            answer["content"] = {MEDIA_TYPE: {"schema": {"$ref": _ref("Problem")}}}


def _content(shape: Shape, *, may_be_null: bool) -> dict[str, Any]:
    if isinstance(shape, str):
        return {media_type: {"schema": {"type": "string"}} for media_type in shape.split()}
    if isinstance(shape, list):
        found: dict[str, Any] = {"type": "array", "items": {"$ref": _ref(shape[0].__name__)}}
    else:
        found = {"$ref": _ref(shape.__name__)}
    return {"application/json": {"schema": {"anyOf": [found, {"type": "null"}]} if may_be_null else found}}


def _ref(model: str) -> str:
    return f"#/components/schemas/{model}"
