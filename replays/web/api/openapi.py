"""The OpenAPI document of the API, with what authors of clients need and no guesses of the framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from tablescribe.replays.web.api import (
    access_answers,
    clock_answers,
    hook_answers,
    key_answers,
    list_answers,
    slip_answers,
    typing_answers,
)
from tablescribe.replays.web.api import answers as a
from tablescribe.replays.web.api import comparison_answers as c
from tablescribe.replays.web.api import festival_answers as f
from tablescribe.replays.web.api import preparing_answers as p
from tablescribe.replays.web.api import team_answers as t
from tablescribe.replays.web.api import tournament_answers as h
from tablescribe.replays.web.api.problem_details import MEDIA_TYPE
from tablescribe.replays.web.http.limits import COOKIE

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
    "me": ("get_my_pass", access_answers.PassTold),
    "games": ("list_games", [a.GameTitle]),
    "one_game": ("get_game", a.Game),
    "game_rules": ("find_rules", [typing_answers.RuleFound]),
    "match_rules": ("find_rules_of_match", [typing_answers.RuleCited]),
    "matches": ("list_matches", [list_answers.LobbyLine]),
    "new_match": ("open_match", a.State),
    "new_result": ("record_result", a.State),
    "statistics": ("get_statistics", list_answers.Statistics),
    "periods": ("list_statistics_by_period", [list_answers.PeriodPlayed]),
    "one_match": ("get_match", a.State),
    "legal": ("list_legal_actions", a.Legal),
    "log": ("list_log", [a.LogLine]),
    "board": ("get_board", "image/svg+xml"),
    "photo": ("get_photo", "image/jpeg"),
    "events": ("follow_match", "text/event-stream"),
    "move": ("record_move", a.Recorded),
    "match_clock": ("get_match_clock", clock_answers.MatchClock),
    "press_clock": ("press_match_clock", clock_answers.ClockPressed),
    "contribute": ("contribute", a.Contributed),
    "beacon": ("give_beacon", a.Contributed),
    "declaration": ("read_declaration", typing_answers.Declaring),
    "fact": ("read_fact", typing_answers.FactTyped),
    "typed": ("read_move", typing_answers.MoveTyped),
    "list_boxes": ("list_boxes", [typing_answers.BoxLine]),
    "new_box": ("make_box", typing_answers.BoxLine),
    "one_box": ("get_box", typing_answers.BoxTold),
    "box_declaration": ("read_box_declaration", typing_answers.Declaring),
    "new_component": ("correct_box", typing_answers.BoxTold),
    "take_back": ("take_back", a.Recorded),
    "asked": ("get_waiting_take_back", a.WaitingTakeBack),
    "consent": ("answer_take_back", a.Agreed),
    "restore": ("restore", a.Recorded),
    "note": ("add_note", a.Recorded),
    "describe": ("describe_match", a.Recorded),
    "missed": ("record_missed_moves", a.Recorded),
    "preview": ("preview_move", a.Previewed),
    "ruling": ("record_ruling", a.Recorded),
    "preview_ruling": ("preview_ruling", a.RulingPreviewed),
    "close": ("close_match", a.Recorded),
    "answer_result": ("answer_result", a.ResultAnswered),
    "correct_result": ("correct_result", a.Recorded),
    "void_match": ("void_match", a.Recorded),
    "reinstate_match": ("reinstate_match", a.Recorded),
    "audit": ("get_audit", a.AuditFound),
    "report": ("get_report", "text/html application/pdf"),
    "comparison": ("compare_logs", c.LogsCompared),
    "new_reading": ("record_reading", c.ReadingRecorded),
    "tournament_bundle": ("get_tournament_bundle", "application/octet-stream application/zip"),
    "bundle": ("get_bundle", "application/octet-stream"),
    "keys": ("list_keys", [key_answers.KeyTold]),
    "enrol": ("enrol_key", a.Recorded),
    "result_text": ("get_result_text", key_answers.ResultText),
    "sign": ("sign_result", a.Recorded),
    "checkpoint": ("get_checkpoint", a.Checkpoint),
    "passes": ("list_passes", [access_answers.PassTold]),
    "give": ("give_pass", access_answers.PassGiven),
    "revoke": ("revoke_pass", access_answers.Revoked),
    "share": ("share_match", access_answers.Link),
    "pin": ("set_pin", access_answers.Pin),
    "chair": ("take_chair", access_answers.PassGiven),
    "trail": ("list_trail", [access_answers.TrailLine]),
    "tournament_list": ("list_tournaments", [h.TournamentLine]),
    "announce_tournament": ("announce_tournament", h.TournamentTold),
    "tournament_shown": ("get_tournament", h.TournamentTold),
    "tournament_log": ("list_tournament_log", [h.TournamentEventTold]),
    "tournament_round": ("get_round", h.RoundTold),
    "tournament_standings": ("get_standings", h.StandingsTold),
    "tournament_final": ("get_final_standings", h.FinalTold),
    "tournament_why": ("explain_points", h.WhyTold),
    "tournament_me": ("get_my_table", h.MineTold),
    "tournament_certificate": ("get_certificate", "text/html"),
    "tournament_certified": ("get_certificate_data", h.Certified),
    "tournament_events": ("follow_tournament", "text/event-stream"),
    "enter_people": ("enter_people", h.PeopleEntered),
    "withdraw_entrant": ("withdraw", h.Officiated),
    "return_entrant": ("return_entrant", h.Officiated),
    "pair_round": ("pair_round", h.RoundTold),
    "adjust_round": ("change_seats", h.RoundTold),
    "start_round": ("start_round", h.RoundStarted),
    "round_links": ("list_round_links", h.RoundLinks),
    "report_slip": ("report_slip", h.Reported),
    "round_slips": ("list_slips", slip_answers.SlipsTold),
    "type_slip_number": ("type_slip", slip_answers.SlipTold),
    "decide_slip_number": ("decide_slip", slip_answers.SlipTold),
    "correct_report": ("correct_report", h.Ruled),
    "penalise_entrant": ("penalise", h.Ruled),
    "appeal_event": ("appeal", h.Officiated),
    "decide_appeal": ("decide_appeal", h.Ruled),
    "draw_stage_lot": ("draw_lot", h.LotTold),
    "read_clock_now": ("get_clock", h.ClockTold),
    "set_round_clock": ("set_clock", h.ClockTold),
    "finish_tournament": ("finish_tournament", h.Officiated),
    "read_draft": ("get_draft", p.DraftTold),
    "make_draft": ("make_draft", p.DraftTold),
    "swap_in_draft": ("swap_in_draft", p.DraftTold),
    "restore_draft": ("restore_draft", p.DraftTold),
    "discard_draft": ("discard_draft", p.DraftDiscarded),
    "publish_draft": ("publish_draft", h.RoundTold),
    "read_attendance": ("get_attendance", p.AttendanceTold),
    "check_in": ("check_in", h.Officiated),
    "read_bye_requests": ("list_bye_requests", p.ByesRequested),
    "request_bye": ("request_bye", h.Officiated),
    "read_schedule": ("get_schedule", p.ScheduleTold),
    "set_start": ("set_start", p.ScheduleTold),
    "read_tags": ("list_tags", [p.Tagged]),
    "set_tags": ("set_tags", [p.Tagged]),
    "read_prizes": ("get_prizes", p.PrizesTold),
    "hall_passes": ("list_tournament_passes", [access_answers.PassTold]),
    "give_hall_pass": ("give_tournament_pass", access_answers.PassGiven),
    "revoke_hall_pass": ("revoke_tournament_pass", access_answers.Revoked),
    "read_teams": ("list_teams", t.TeamsTold),
    "hold_teams": ("hold_teams", t.TeamsTold),
    "set_roster": ("set_roster", t.TeamsTold),
    "set_absence": ("set_absence", t.TeamsTold),
    "set_line_up_time": ("set_line_up_time", t.LineUpTime),
    "read_line_up": ("get_line_up", t.LineUpTold),
    "submit_line_up": ("submit_line_up", t.LineUpTold),
    "read_boards": ("list_boards_of_round", t.BoardsTold),
    "enter_boards": ("enter_boards", t.BoardsTold),
    "read_team_standings": ("list_team_standings", [t.TeamLine]),
    "read_players": ("list_players", [t.PlayerLine]),
    "festival_list": ("list_festivals", [f.FestivalTold]),
    "new_festival": ("create_festival", f.FestivalTold),
    "one_festival": ("get_festival", f.FestivalTold),
    "add_festival_section": ("add_festival_section", f.FestivalTold),
    "remove_festival_section": ("remove_festival_section", f.FestivalTold),
    "enter_festival": ("enter_festival", f.FestivalEntered),
    "festival_wall_told": ("get_festival_wall", f.FestivalWall),
    "festival_links": ("get_festival_links", f.FestivalLinks),
    "web_hooks": ("list_hooks", [hook_answers.HookTold]),
    "new_web_hook": ("add_hook", hook_answers.HookAdded),
    "remove_web_hook": ("remove_hook", hook_answers.HookRemoved),
    "test_web_hook": ("test_hook", hook_answers.HookTested),
    "healthz": ("get_health", a.Health),
    "metrics": ("get_metrics", "text/plain"),
}
"""For each route function: the stable id of its operation, and the schema or media types of its response."""

MAY_BE_NULL = {"asked", "match_clock"}
ALSO_ACCEPTED = {"answer_result"}
"""Route functions whose 202 response has the same schema as their 201; for all others, 202 is a problem."""

NEXT_PAGE = {"Link": {"description": 'The next page, `rel="next"`; absent on the last.', "schema": {"type": "string"}}}
HEADERS: dict[str, dict[str, Any]] = {"matches": NEXT_PAGE}
"""Headers of successful responses, by route function."""
WITHOUT_PASS = {"chair", "healthz", "one_festival", "festival_wall_told"}

EXAMPLES: dict[str, dict[str, Any]] = {
    "open_match": {
        "game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [2], "command_id": "9f0c4e1ab2d35577",
    },
    "record_move": {
        "command_id": "5d3e8f20aa914c06", "expected_version": 1, "seat": 2, "action": {"do": "skip"}, "outcomes": [],
    },
    "preview_move": {"seat": 2, "action": {"do": "skip"}},
    "record_reading": {
        "command_id": "77c0de51b3a9f264", "with": "9fq0v3k7m2ax", "takes": [{"difference": 2, "take": "first"}],
        "reason": "both seats say so",
    },
    "press_match_clock": {"command_id": "94e1b7c05fd2a386", "does": "tap", "seat": 1, "lag": 60},
    "take_back": {"command_id": "0b7710c9d4e2f385", "expected_version": 2, "steps": 1, "reason": "the wrong pawn"},
    "restore": {"command_id": "1c8821dae5f30496", "expected_version": 3},
    "answer_result": {"command_id": "8b20c7fe4d519a63", "expected_version": 6, "right": True},
    "add_note": {"command_id": "2d9932ebf60415a7", "text": "a break of ten minutes"},
    "record_result": {
        "command_id": "c2f7b81e93d05a46", "title": "Catan", "played": "2026-11-21",
        "players": [{"name": "Ada", "points": 10, "won": True}, {"name": "Ben", "points": 7}],
    },
    "describe_match": {"command_id": "6e1a9f03b5c7d248", "event": "club evening", "round": "3", "tags": ["casual"]},
    "record_missed_moves": {
        "command_id": "3eaa43fc071526b8", "expected_version": 4, "moves": 2, "facts": ["set score:1 5"],
    },
    "preview_ruling": {"facts": ["set score:1 4"]},
    "record_ruling": {
        "command_id": "4fbb540d182637c9", "expected_version": 5, "clause": "UP-50", "reason": "miscounted",
        "facts": ["set score:1 4"],
    },
    "close_match": {"command_id": "50cc651e293748da", "expected_version": 6, "abandoned": False},
    "correct_result": {
        "command_id": "61dd762f3a4859eb", "expected_version": 3, "winners": [1], "scores": [10, 7],
        "reason": "the wrong winner was entered",
    },
    "void_match": {
        "command_id": "72ee873b4b596afc", "expected_version": 3, "reason": "recorded twice", "instead": "9fq0v3k7m2ax",
    },
    "reinstate_match": {"command_id": "83ff984c5c6a7b0d", "expected_version": 4, "reason": "it was the other one"},
    "give_pass": {"role": "seat", "match": "7k2m9qd4x0ta", "seat": 1, "label": "phone of seat 1", "days": 2},
    "set_pin": {"seat": 2},
    "take_chair": {"pin": "481516", "seat": 2},
    "enrol_key": {"holder": "seat:1", "key": "A" * 43 + "=", "proof": "A" * 86 + "=="},
    "sign_result": {"holder": "seat:1", "key": "A" * 43 + "=", "signature": "A" * 86 + "=="},
    "contribute": {"seat": 1, "commitment": "0" * 64},
    "give_beacon": {"round": 4_700_000, "randomness": "0" * 64, "signature": "0" * 96},
    "announce_tournament": {
        "command_id": "61dd762f3a4859eb",
        "plan": "title: Autumn Open\nstages: [{name: Swiss, kind: swiss, rounds: 3, game: morris}]\n",
    },
    "enter_people": {"command_id": "72ee873a4b596afc", "people": [{"name": "Ada", "rating": 1700}, {"name": "Ben"}]},
    "withdraw": {"command_id": "83ff984b5c6a7b0d", "number": 4, "reason": "the last train"},
    "return_entrant": {"command_id": "88ac984b5c6a7b0d", "number": 4, "reason": "caught a later train"},
    "pair_round": {"command_id": "9400a95c6d7b8c1e", "expected_version": 14, "byes": {"7": "half"}},
    "change_seats": {"command_id": "a511ba6d7e8c9d2f", "one": 3, "other": 8, "reason": "a wheelchair"},
    "start_round": {},
    "report_slip": {"command_id": "b622cb7e8f9dae30", "table": 2, "places": [1, 2], "points": [9, 4]},
    "type_slip": {"command_id": "b71fcb7e8f9dae30", "table": 2, "ticked": "3"},
    "decide_slip": {"command_id": "b83fcb7e8f9dae30", "table": 2, "ticked": "1"},
    "correct_report": {
        "command_id": "c733dc8f90aebf41", "as": "arbiter", "round": 1, "table": 2, "draw": True, "clause": "T-4",
        "reason": "the slip was misread", "preview": True,
    },
    "penalise": {
        "command_id": "d844ed90a1bfc052", "as": "arbiter", "number": 2, "points": "1/2", "clause": "T-9",
        "reason": "late for the second time",
    },
    "appeal": {"command_id": "e955fea1b2c0d163", "about": 30, "reason": "I was there in time"},
    "decide_appeal": {
        "command_id": "fa660fb2c3d1e274", "as": "arbiter", "appeal": 31, "upheld": True, "reason": "so it was",
    },
    "finish_tournament": {"command_id": "0b7720c3d4e2f385", "expected_version": 40},
    "draw_lot": {"command_id": "7d1c05e2b94a6f38", "order": [7, 3], "how": "a coin, both looked on"},
    "set_clock": {"command_id": "8e2d16f3ca5b7049", "does": "extend", "minutes": 5, "reason": "fire alarm"},
    "make_draft": {"byes": {"7": "half"}},
    "swap_in_draft": {"revision": 1, "one": 3, "other": 8},
    "restore_draft": {"revision": 2},
    "publish_draft": {"command_id": "9f3e27a4db6c815a", "revision": 2, "reason": "siblings"},
    "check_in": {"command_id": "a04f38b5ec7d926b", "number": 3, "here": True},
    "request_bye": {"command_id": "b15049c6fd8ea37c", "number": 3, "round": 2, "kind": "zero"},
    "set_start": {"at": "2026-12-05T14:00:00+01:00", "was": None},
    "set_tags": {"tag": "U18", "numbers": [3, 8]},
    "give_tournament_pass": {"role": "desk", "label": "the desk at the door"},
    "make_box": {"game": "expeditions", "name": "ours", "blank": ["all"]},
    "correct_box": {"name": "ours", "line": "card:b01 item Axe 2 0 red vanquish reach1"},
    "hold_teams": {"boards": 4},
    "set_roster": {"number": 1, "names": ["Ada", "Ben", "Cleo", "Dora", "Egon"]},
    "set_absence": {"number": 1, "place": 2, "away": True},
    "set_line_up_time": {"round": 2, "until": "2026-12-05T14:00:00+01:00"},
    "submit_line_up": {"number": 1, "places": [1, 3, 4, 5]},
    "enter_boards": {"table": 1, "results": {"1": "1-0", "2": "½-½"}},
    "create_festival": {"command_id": "3f9a7c1e5b2d8064", "title": "Easter Congress"},
    "add_festival_section": {"tournament": "7k2m9x4qz1bd", "mark": "B", "lowest": 1400, "highest": 1799},
    "enter_festival": {
        "command_id": "a41c0d9e7f35b826", "people": [{"name": "Ada", "rating": 1550}, {"name": "Ben", "section": "B"}],
    },
    "add_hook": {"address": "https://club.example/hook", "tournament": "7k2m9qd4x0ta", "template": "json"},
    "answer_take_back": {"request": "8d1f0c3a5b7e9264", "agrees": True},
}  # fmt: skip

TAGS = {
    "matches": "The lobby, and a match as the pass may see it.",
    "recording": "What is recorded. Send `command_id` again when no answer came; when the code is `match.stale`, look "
    "at the match and decide again; when it is `chance.needed`, tell the outcome and send the action again.",
    "judging": "Rulings, the audit, signatures, and what can be carried away.",
    "access": "Passes, share links, PINs, and who was shown hidden hands.",
    "tournaments": "Rounds, standings, and what organisers, arbiters, desks and players do. People are named by their "
    "starting number; `command_id` makes a retry safe, `expected_version` tells what somebody else did meanwhile.",
    "teams": "Tournaments of teams: rosters, line-ups, results by board. A captain has the link of the team.",
    "festivals": "Several tournaments of one event, as sections: one door, one wall, table names that do not clash.",
    "games": "What can be played: options, actions, rules.",
    "boxes": "Tables' own copies of games: what of them is blank, what is known, which values are ours.",
    "hooks": "Addresses that are told what happens. The body of a message is `HookEvent`.",
    "operations": "Health and figures.",
}


def document(app: FastAPI) -> None:
    """Replace an application's generated document with ours."""
    framework: Callable[[], dict[str, Any]] = app.openapi

    def told() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _in_our_words(framework())
        return app.openapi_schema

    app.openapi = told  # type: ignore[method-assign]


def _in_our_words(schema: dict[str, Any]) -> dict[str, Any]:
    rooms = (
        h, a, access_answers, key_answers, list_answers, slip_answers, typing_answers, c, clock_answers, p, f,
        hook_answers, t,
    )  # fmt: skip
    named = {name: one for room in rooms for name, one in vars(room).items()}.values()
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
        if status == "202" and function in ALSO_ACCEPTED:
            answer["content"] = _content(shape, may_be_null=False)
        elif status in ("200", "201"):
            answer["description"] = "Recorded." if shape is a.Recorded else "Done." if status == "201" else "As asked."
            answer["content"] = _content(shape, may_be_null=function in MAY_BE_NULL)
            if function in HEADERS:
                answer["headers"] = HEADERS[function]
            if function == "events":
                answer["description"] = SSE
            elif function == "tournament_events":
                answer["description"] = "Messages `recorded` with `position`, `version` and `type`: look again then."
        else:
            answer["content"] = {MEDIA_TYPE: {"schema": {"$ref": _ref("Problem")}}}


def _content(shape: Shape, *, may_be_null: bool) -> dict[str, Any]:
    if isinstance(shape, str):
        return {media_type: {"schema": _text_or_bytes(media_type)} for media_type in shape.split()}
    if isinstance(shape, list):
        found: dict[str, Any] = {"type": "array", "items": {"$ref": _ref(shape[0].__name__)}}
    else:
        found = {"$ref": _ref(shape.__name__)}
    return {"application/json": {"schema": {"anyOf": [found, {"type": "null"}]} if may_be_null else found}}


def _text_or_bytes(media_type: str) -> dict[str, str]:
    is_text = media_type.startswith("text/") or media_type.endswith("+xml")
    return {"type": "string"} if is_text else {"type": "string", "format": "binary"}


def _ref(model: str) -> str:
    return f"#/components/schemas/{model}"
