"""Rights: every route, with every kind of visitor.

A new route fails here until its rights have been decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import RECORDER, ROLES, SPECTATOR
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.depth import ALL as IN_FULL
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done

ALL = "organiser recorder seat judge spectator link"
HALL = "t-organiser t-arbiter t-desk t-player t-public"
"""Passes for a tournament; `t-door` is that of the code at its door."""

PUBLIC = f"{ALL} other {HALL} t-door expired revoked nobody"
WITHOUT_MATCH = f"{ALL} other {HALL} t-door"
IN_HALL = f"organiser {HALL}"
OFFICIALS = "organiser t-organiser t-arbiter t-desk"
RULES = "organiser t-organiser t-arbiter"
ORGANISES = "organiser t-organiser"
FESTIVAL = "organiser"
"""Roles that hold festivals: officials of all tournaments. A desk of all is tested in `test_festivals.py`."""

GET: dict[str, str] = {
    "/": WITHOUT_MATCH,
    "/api/v1/box": "organiser",
    "/api/v1/box/declaration": "organiser",
    "/api/v1/boxes": "organiser",
    "/api/v1/checkpoint": "organiser judge t-organiser",
    "/api/v1/games": WITHOUT_MATCH,
    "/api/v1/games/{game}": WITHOUT_MATCH,
    "/api/v1/games/{game}/rules": WITHOUT_MATCH,
    "/api/v1/hooks": "organiser",
    "/api/v1/matches": WITHOUT_MATCH,
    "/api/v1/matches/{match_id}": ALL,
    "/api/v1/matches/{match_id}/audit": "organiser judge",  # and everybody, once the match is closed: see below
    "/api/v1/matches/{match_id}/board.svg": ALL,
    "/api/v1/matches/{match_id}/bundle": "organiser judge",
    "/api/v1/matches/{match_id}/comparison": "organiser judge",
    "/api/v1/matches/{match_id}/consent": ALL,
    "/api/v1/matches/{match_id}/declaration": "organiser recorder seat",
    "/api/v1/matches/{match_id}/fact": "organiser recorder seat",
    "/api/v1/matches/{match_id}/typed": "organiser recorder seat",
    "/api/v1/matches/{match_id}/keys": ALL,
    "/api/v1/matches/{match_id}/legal": ALL,
    "/api/v1/matches/{match_id}/log": ALL,
    "/api/v1/matches/{match_id}/photos/{photo_id}": ALL,
    "/api/v1/matches/{match_id}/report": "organiser judge",
    "/api/v1/matches/{match_id}/rules": ALL,
    "/api/v1/matches/{match_id}/result-text": "organiser judge",  # the judge's; a seat its own: see test_keys_asked.py
    "/api/v1/matches/{match_id}/trail": "organiser judge",
    "/api/v1/me": WITHOUT_MATCH,
    "/api/v1/openapi.json": PUBLIC,
    "/api/v1/passes": "organiser",
    "/api/v1/statistics": WITHOUT_MATCH,
    "/api/v1/statistics/periods": WITHOUT_MATCH,
    "/api/v1/matches/{match_id}/clock": ALL,
    "/api/v1/tournaments": WITHOUT_MATCH,
    "/api/v1/tournaments/{tournament_id}": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/attendance": OFFICIALS,
    "/api/v1/tournaments/{tournament_id}/bundle": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/bye-requests": OFFICIALS,
    "/api/v1/tournaments/{tournament_id}/draft": RULES,
    "/api/v1/tournaments/{tournament_id}/prizes": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/schedule": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/tags": OFFICIALS,
    "/api/v1/tournaments/{tournament_id}/certificate": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/certified": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/clock": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/final": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/links": OFFICIALS,
    "/api/v1/tournaments/{tournament_id}/log": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/me": "t-player",
    "/api/v1/tournaments/{tournament_id}/passes": ORGANISES,
    "/api/v1/tournaments/{tournament_id}/rounds/{number}": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/slips": OFFICIALS,
    "/api/v1/tournaments/{tournament_id}/standings": IN_HALL,
    "/api/v1/tournaments/{tournament_id}/why/{number}": IN_HALL,
    "/box": "organiser",
    "/boxes": "organiser",
    "/checkpoint": "organiser judge t-organiser",
    "/design": PUBLIC,
    "/door/{token}": PUBLIC,  # with a token of the door
    "/enter/{token}": PUBLIC,  # with a token of somebody's: that is the door
    "/healthz": PUBLIC,
    "/hooks": "organiser",
    "/import": "organiser",
    "/links": "organiser",
    "/m/{match_id}": ALL,
    "/m/{match_id}/chair": PUBLIC,
    "/m/{match_id}/clock": ALL,
    "/m/{match_id}/compare": "organiser judge",
    "/m/{match_id}/file": ALL,
    "/m/{match_id}/judge": "organiser judge",
    "/m/{match_id}/key": "organiser seat judge",
    "/m/{match_id}/other": "organiser recorder seat",
    "/m/{match_id}/part": ALL,
    "/m/{match_id}/photos/{photo_id}": ALL,
    "/m/{match_id}/public": "organiser recorder judge",
    "/m/{match_id}/rematch": ALL,  # without one it leads back; watchers are led back in any case
    "/m/{match_id}/replay": ALL,
    "/m/{match_id}/rules": ALL,
    "/m/{match_id}/share": "organiser recorder judge",
    "/m/{match_id}/steps": ALL,
    "/m/{match_id}/thumbnail": ALL,
    "/m/{match_id}/watch": ALL,
    "/m/{match_id}/words": "organiser",
    "/m/{match_id}/words/{event}": "organiser",
    "/matches.csv": WITHOUT_MATCH,
    "/metrics": "organiser",
    "/new": "organiser",
    "/api/v1/festivals": FESTIVAL,
    "/api/v1/festivals/{festival_id}": PUBLIC,
    "/api/v1/festivals/{festival_id}/links": FESTIVAL,
    "/api/v1/festivals/{festival_id}/wall": PUBLIC,
    "/f/{festival_id}": PUBLIC,
    "/f/{festival_id}/wall": PUBLIC,
    "/f/{festival_id}/wall/part": PUBLIC,
    "/festival-door/{token}": PUBLIC,  # with the token of the door, as for a tournament
    "/festival-wall/{token}": PUBLIC,
    "/festival-wall/{token}/part": PUBLIC,
    "/festivals": FESTIVAL,
    "/offline": PUBLIC,
    "/people": WITHOUT_MATCH,
    "/people.csv": WITHOUT_MATCH,
    "/result": "organiser",
    "/rules/{game}": WITHOUT_MATCH,
    "/see/{token}/file": PUBLIC,  # with a spectator's token: the link for everybody
    "/see/{token}/photos/{photo_id}": PUBLIC,
    "/see/{token}/replay": PUBLIC,
    "/see/{token}/steps": PUBLIC,
    "/static/{name}": PUBLIC,
    "/t/{tournament_id}": IN_HALL,
    "/t/{tournament_id}/links": ORGANISES,
    "/t/{tournament_id}/me": "t-player",
    "/t/{tournament_id}/people": OFFICIALS,
    "/t/{tournament_id}/rulings": RULES,
    "/t/{tournament_id}/tables": OFFICIALS,
    "/t/{tournament_id}/words": ORGANISES,
    "/t/{tournament_id}/words/{event}": ORGANISES,
    "/tournaments": WITHOUT_MATCH,
    "/tournaments/new": "organiser",
    "/verify": PUBLIC,  # a program: it reads nothing of the ledger
    "/worker.js": PUBLIC,
}
WALLS = (
    "board",
    "card.png",
    "feed",
    "certificate",
    "clock",
    "m/{match_id}/card.png",
    "m/{match_id}/file",
    "m/{match_id}/replay",
    "m/{match_id}/steps",
    "pairings",
    "pictures",
    "points.svg",
    "prizes",
    "prizes/sheet",
    "rounds.ics",
    "rounds/{number}/games",
    "rounds/{number}/tables/{table}",
    "ruled",
    "ruled/{event}",
    "standings",
    "wall",
    "wall/part",
    "why/{number}",
)
"""Pages of a tournament that everybody may see; for their contents see test_walls.py."""

GET |= {f"/t/{{tournament_id}}/{end}": PUBLIC for end in WALLS}
GET["/t/{tournament_id}/draft/swap"] = RULES
GET["/t/{tournament_id}/slips/{number}/{table}"] = OFFICIALS
GET |= {f"/t/{{tournament_id}}/{end}": OFFICIALS for end in ("cards", "door", "slips", "tags", "timer", "typing")}
GET |= {f"/t/{{tournament_id}}/{end}": IN_HALL for end in ("boards", "teams")}
GET["/t/{tournament_id}/line-up"] = f"{OFFICIALS} t-player"
WALL_STREAM = "/t/{tournament_id}/events"  # for everybody as well
STREAM = "/api/v1/matches/{match_id}/events"  # for all who may see the match; it has no end to wait for
HALL_STREAM = "/api/v1/tournaments/{tournament_id}/events"  # and for all who may see the tournament

OF_SEAT_1 = {"holder": "seat:1", "key": "A" * 43 + "=", "proof": "A" * 86 + "=="}

RULING = {"clause": "1", "reason": "so", "as": "arbiter"}

WRITE: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/v1/matches": ("organiser", {"game": "freeform", "names": ["Ada"]}),
    "/api/v1/matches/{match_id}/chairs": (PUBLIC, {"pin": "PIN"}),
    "/api/v1/matches/{match_id}/beacon": (
        "organiser recorder seat",
        {"round": 1, "randomness": "0" * 64, "signature": "0" * 96},
    ),
    "/api/v1/matches/{match_id}/close": ("organiser recorder judge", {"abandoned": True}),
    "/api/v1/matches/{match_id}/consent": ("seat", {"request": "0" * 16, "agrees": False}),
    "/api/v1/matches/{match_id}/result-answers": ("seat", {"right": True}),
    "/api/v1/matches/{match_id}/contributions": ("organiser recorder seat", {"seat": 1, "commitment": "0" * 64}),
    "/api/v1/matches/{match_id}/corrections": ("organiser recorder judge", {"winners": [1], "reason": "a slip"}),
    "/api/v1/matches/{match_id}/descriptions": ("organiser recorder judge", {"title": "A final"}),
    "/api/v1/matches/{match_id}/keys": ("organiser seat", OF_SEAT_1),  # a judge its own: see test_own_keys.py
    "/api/v1/matches/{match_id}/missed": ("organiser recorder judge", {"moves": 1}),
    "/api/v1/matches/{match_id}/moves": ("organiser recorder seat", {"action": {"do": "skip"}}),
    "/api/v1/matches/{match_id}/notes": ("organiser recorder seat judge", {"text": "a remark"}),
    "/api/v1/matches/{match_id}/pin": ("organiser recorder", {}),
    "/api/v1/matches/{match_id}/preview": ("organiser recorder seat", {"seat": 1, "action": {"do": "skip"}}),
    "/api/v1/matches/{match_id}/readings": ("organiser judge", {"with": "another", "command_id": "roles-reading"}),
    "/api/v1/matches/{match_id}/reinstatements": ("organiser recorder judge", {"reason": "it was the other one"}),
    "/api/v1/matches/{match_id}/clock": ("organiser recorder seat judge", {"does": "start"}),
    "/api/v1/matches/{match_id}/restores": ("organiser recorder seat judge", {}),
    "/api/v1/matches/{match_id}/rulings/preview": ("organiser judge", {"facts": []}),
    "/api/v1/matches/{match_id}/rulings": ("organiser judge", {"clause": "1", "reason": "so"}),
    "/api/v1/matches/{match_id}/share": ("organiser recorder judge", {}),
    "/api/v1/matches/{match_id}/signatures": ("organiser", {"holder": "judge"}),
    "/api/v1/matches/{match_id}/voids": ("organiser recorder judge", {"reason": "twice"}),
    "/api/v1/matches/{match_id}/take-backs": ("organiser recorder seat judge", {}),
    "/api/v1/box/components": ("organiser", {"name": "ours", "line": "card:b01"}),
    "/api/v1/boxes": ("organiser", {"game": "expeditions", "name": "ours"}),
    "/api/v1/hooks": ("organiser", {"address": "https://club.example/"}),
    "/api/v1/hooks/{hook_id}": ("organiser", {}),
    "/api/v1/hooks/{hook_id}/tests": ("organiser", {}),
    "/hooks": ("organiser", {"address": "https://club.example/"}),
    "/hooks/{hook_id}/remove": ("organiser", {}),
    "/hooks/{hook_id}/test": ("organiser", {}),
    "/api/v1/passes": ("organiser", {"role": "spectator"}),
    "/api/v1/results": (
        "organiser",
        {"title": "Catan", "players": [{"name": "Ada", "won": True}], "command_id": "roles-result"},
    ),
    "/api/v1/passes/{pass_id}": ("organiser", {}),
    "/api/v1/festivals": ("organiser", {"title": "Easter"}),
    "/api/v1/festivals/{festival_id}/entrants": (FESTIVAL, {"people": [{"name": "Gus"}]}),
    "/api/v1/festivals/{festival_id}/sections": ("organiser", {"tournament": "nowhere"}),
    "/api/v1/festivals/{festival_id}/sections/{mark}": ("organiser", {}),
    "/f/{festival_id}/enter": (FESTIVAL, {"people": "Gus"}),
    "/f/{festival_id}/pair": (FESTIVAL, {"mark": "Z"}),
    "/f/{festival_id}/remove": ("organiser", {"mark": "Z"}),
    "/f/{festival_id}/sections": ("organiser", {"tournament": "nowhere"}),
    "/f/{festival_id}/start": (FESTIVAL, {"mark": "Z"}),
    "/festival-door/{token}": (PUBLIC, {"name": "Gus"}),
    "/festivals": ("organiser", {"title": "Easter"}),
    "/api/v1/tournaments": (
        "organiser",
        {"plan": "title: A\nstages: [{name: S, kind: swiss, rounds: 1, game: freeform}]"},
    ),
    "/api/v1/tournaments/{tournament_id}/adjustments": (RULES, {"one": 1, "other": 2, "reason": "so"}),
    "/api/v1/tournaments/{tournament_id}/appeals": (f"{RULES} t-player", {"about": 99, "reason": "so"}),
    "/api/v1/tournaments/{tournament_id}/clock": (RULES, {"does": "start"}),
    "/api/v1/tournaments/{tournament_id}/corrections": (RULES, RULING | {"round": 1, "table": 1, "places": [1, 1]}),
    "/api/v1/tournaments/{tournament_id}/decisions": (RULES, {"appeal": 99, "upheld": False, "reason": "so"}),
    "/api/v1/tournaments/{tournament_id}/ending": (ORGANISES, {}),
    "/api/v1/tournaments/{tournament_id}/entrants": (OFFICIALS, {"people": [{"name": "Ada"}]}),
    "/api/v1/tournaments/{tournament_id}/lots": (RULES, {}),
    "/api/v1/tournaments/{tournament_id}/pairings": (RULES, {}),
    "/api/v1/tournaments/{tournament_id}/passes": (ORGANISES, {"role": "public"}),
    "/api/v1/tournaments/{tournament_id}/passes/{pass_id}": (ORGANISES, {}),
    "/api/v1/tournaments/{tournament_id}/penalties": (RULES, RULING | {"number": 99, "points": "1"}),
    "/api/v1/tournaments/{tournament_id}/reports": (OFFICIALS, {"table": 99, "places": [1, 1]}),
    "/api/v1/tournaments/{tournament_id}/returns": (f"{OFFICIALS} t-player", {"number": 1}),
    "/api/v1/tournaments/{tournament_id}/slips": (OFFICIALS, {"table": 99, "ticked": "1"}),
    "/api/v1/tournaments/{tournament_id}/slips/decisions": (RULES, {"table": 99, "ticked": "1"}),
    "/api/v1/tournaments/{tournament_id}/starts": (OFFICIALS, {"table": 1}),
    "/api/v1/tournaments/{tournament_id}/withdrawals": (f"{OFFICIALS} t-player", {"number": 1}),
    "/as": ("", {"held": "0" * 16}),  # for whose device holds that pass: see test_devices.py
    "/door/{token}": (PUBLIC, {"name": "Egon"}),
    "/import": ("organiser", {"table": "game,Ann\nCatan,1\n"}),
    "/language": (PUBLIC, {"lang": "it"}),
    "/leave": (PUBLIC, {}),
    "/m/{match_id}/chair": (PUBLIC, {"pin": "PIN", "seat": "recorder"}),
    "/m/{match_id}/compare": ("organiser judge", {"other": "another", "command": "roles-compare"}),
    "/m/{match_id}/public": ("organiser recorder judge", {}),
    "/m/{match_id}/words/finish": ("organiser", {}),
    "/m/{match_id}/words/{event}": ("organiser", {}),
    "/t/{tournament_id}/adjust": (RULES, {"one": 1, "other": 2, "reason": "so"}),
    "/t/{tournament_id}/appeal": (f"{RULES} t-player", {"about": 99, "reason": "so"}),
    "/t/{tournament_id}/correct": (RULES, {"at": "1/1", "result": "1-1", "clause": "1", "reason": "so"}),
    "/t/{tournament_id}/decide": (RULES, {"appeal": 99, "upheld": "no", "reason": "so"}),
    "/t/{tournament_id}/door-rate": (ORGANISES, {"a_minute": 30}),
    "/t/{tournament_id}/enter": (OFFICIALS, {"people": "Ada"}),
    "/t/{tournament_id}/finish": (ORGANISES, {}),
    "/t/{tournament_id}/give": (ORGANISES, {"role": "public"}),
    "/t/{tournament_id}/lot": (RULES, {"stage": 1}),
    "/t/{tournament_id}/pair": (RULES, {}),
    "/t/{tournament_id}/penalise": (RULES, {"number": 99, "points": "1", "clause": "1", "reason": "so"}),
    "/t/{tournament_id}/report": (OFFICIALS, {"table": 99, "round": 1, "result": "1-1"}),
    "/t/{tournament_id}/return": (f"{OFFICIALS} t-player", {"number": 1}),
    "/t/{tournament_id}/revoke": (ORGANISES, {"given": "0" * 16}),
    "/t/{tournament_id}/start": (OFFICIALS, {}),
    "/t/{tournament_id}/withdraw": (f"{OFFICIALS} t-player", {"number": 1}),
    "/tournaments/new": ("organiser", {"title": "A", "game": "freeform"}),
}
HALL_API = "/api/v1/tournaments/{tournament_id}"
WRITE |= {
    f"{HALL_API}/bye-requests": (f"{OFFICIALS} t-player", {"number": 1, "round": 2, "kind": "zero"}),
    f"{HALL_API}/check-ins": (f"{OFFICIALS} t-player", {"number": 1}),
    f"{HALL_API}/draft": (RULES, {"byes": {}}),
    f"{HALL_API}/draft/publications": (RULES, {"revision": 1}),
    f"{HALL_API}/draft/restorations": (RULES, {"revision": 1}),
    f"{HALL_API}/draft/swaps": (RULES, {"revision": 1, "one": 1, "other": 2}),
    f"{HALL_API}/schedule/{{number}}": (RULES, {"at": None}),
    f"{HALL_API}/tags": (OFFICIALS, {"tag": "U18", "numbers": [1]}),
    "/t/{tournament_id}/starts": (RULES, {"round": 1, "does": "stop"}),
    "/t/{tournament_id}/tags": (OFFICIALS, {"tag": "U18"}),
    "/t/{tournament_id}/draft": (RULES, {}),
    "/t/{tournament_id}/draft/discard": (RULES, {}),
    "/t/{tournament_id}/draft/publish": (RULES, {"revision": 1}),
    "/t/{tournament_id}/draft/restore": (RULES, {"revision": 1}),
    "/t/{tournament_id}/draft/swap": (RULES, {"revision": 1, "person": [1, 2]}),
    "/t/{tournament_id}/here": (OFFICIALS, {"number": 1, "here": "yes"}),
    "/t/{tournament_id}/request": (f"{OFFICIALS} t-player", {"number": 1, "round": 2, "kind": "zero"}),
    "/t/{tournament_id}/shown": (ORGANISES, {"names": "none"}),
    "/t/{tournament_id}/slips/{number}/{table}": (OFFICIALS, {"ticked": "7"}),
    "/t/{tournament_id}/slips/{number}/{table}/decision": (RULES, {"ticked": "1"}),
    "/t/{tournament_id}/timer": (RULES, {"does": "start"}),
    "/t/{tournament_id}/words/finish": (ORGANISES, {}),
    "/t/{tournament_id}/words/{event}": (ORGANISES, {}),
}
TEAM_DEEDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "absences": (OFFICIALS, {"number": 1, "place": 1}, {"/away": {"number": 1, "place": 1, "away": "yes"}}),
    "boards": (f"{OFFICIALS} t-player", {"table": 1}, {"/boards": {"table": 1, "round": 1}}),
    "line-up-times": (RULES, {"round": 1, "until": None}, {"/line-up-time": {"round": 1}}),
    "line-ups": (f"{OFFICIALS} t-player", {"number": 1, "places": []}, {"/line-up": {"team": 1}}),
    "rosters": (OFFICIALS, {"number": 1, "names": ["Gus"]}, {"/roster": {"number": 1, "names": "Gus"}}),
    "teams": (OFFICIALS, {"boards": 4}, {"/teams": {"boards": 4}}),
}
"""Rights in a team tournament, through the API and on pages. A captain is the player of a team."""

for _deed, (_who, _body, _forms) in TEAM_DEEDS.items():
    WRITE[f"{HALL_API}/{_deed}"] = (_who, _body)
    WRITE |= {f"/t/{{tournament_id}}{path}": (_who, form) for path, form in _forms.items()}
GET |= {f"{HALL_API}/{end}": IN_HALL for end in ("boards", "players", "team-standings", "teams")}
GET[f"{HALL_API}/line-up"] = f"{OFFICIALS} t-player"
UNVERSIONED = (
    *(f"/{deed}" for deed in TEAM_DEEDS),
    "/beacon",
    "/contributions",
    "/preview",
    "/hooks",
    "/{hook_id}",
    "/tests",
    "/matches",
    "/results",
    "/boxes",
    "/components",
    "/chairs",
    "/consent",
    "/pin",
    "/share",
    "/signatures",
    "/keys",
    "/passes",
    "/{pass_id}",
    "/starts",
    "/readings",
    "/draft",
    "/swaps",
    "/restorations",
    "/schedule/{number}",
    "/tags",
    "/sections",
    "/{mark}",
)


ALIKE = (("nobody", "expired", "revoked"), ("spectator", "link"))
"""Visitors who are equivalent for every route: those without a valid link, and those who only watch a match."""

OF_EVERYBODY = "nobody revoked other seat organiser"
"""Visitors who by default try what everybody may do."""


def asking(place: int, who: str) -> list[str]:
    """Return who tries a route: everybody with `--all`, else one of each equivalent group, alternating by route."""
    if IN_FULL:
        return PUBLIC.split()
    if who == PUBLIC:
        return OF_EVERYBODY.split()
    resting = {one for alike in ALIKE for number, one in enumerate(alike) if number != place % len(alike)}
    return [one for one in PUBLIC.split() if one not in resting]


def decided(routes: dict[str, str]) -> dict[str, str]:
    """Return which of those that try a route are allowed."""
    return {path: told(set(who.split()) & set(asking(place, who))) for place, (path, who) in enumerate(routes.items())}


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


@pytest.fixture
def tournament(service: Service, organiser: str) -> str:
    """A tournament of two people, paired and started; by the lot of its pairing number 1 sits in the first seat."""
    found = announced(service, organiser, ("Ada", "Ben"))
    done(service, organiser, found, "pairings", seed=2)
    done(service, organiser, found, "starts")
    return found


@pytest.fixture
def people(service: Service, ledger: Ledger, match: str, tournament: str) -> dict[str, str]:
    """A token for each kind of visitor."""
    found = {role: service.token(role, match=None if role == ORGANISER else match, seat=1 if role == "seat" else None)
             for role in ROLES}  # fmt: skip
    giver = service.access.grant(RECORDER)[0]
    long_ago = Access(ledger, lambda: datetime.now(UTC) - timedelta(days=9))
    gone, revoked = service.access.grant("organiser")
    service.access.revoke(gone.id)
    theirs = {f"t-{role}": service.token(role, match=tournament, seat=1 if role == "player" else None)
              for role in ("organiser", "arbiter", "desk", "player", "public", "door")}  # fmt: skip
    return {
        **found,
        **theirs,
        "link": service.access.share(giver, match),
        "other": service.token("recorder", match="another"),
        "expired": long_ago.grant("organiser", days=1)[1],
        "revoked": revoked,
        "nobody": "",
    }


@pytest.fixture
def festival(service: Service, organiser: str, tournament: str) -> dict[str, str]:
    """A festival with the tournament as its section, and the tokens of its door and of its wall, by their paths."""
    body = {"command_id": service.command(), "title": "Easter"}
    found = str(service.post("/api/v1/festivals", organiser, **body).json()["festival"])
    service.post(f"/api/v1/festivals/{found}/sections", organiser, tournament=tournament)
    links = service.get(f"/api/v1/festivals/{found}/links", organiser).json()
    return {"id": found, **{f"/festival-{key}/": link.rpartition("/")[2] for key, link in links.items()}}


def test_every_route_has_a_decision(service: Service) -> None:
    reading = {path for method, path in service.routes() if method == "GET"}
    writing = {path for method, path in service.routes() if method != "GET"}
    assert reading == {*GET, STREAM, HALL_STREAM, WALL_STREAM}
    assert writing == set(WRITE)


def allowed(
    service: Service, people: dict[str, str], method: str, path: str, body: dict[str, Any] | None, asking: list[str]
) -> str:
    """Return which of those that try are not refused for lack of rights."""
    found = []
    for name in asking:
        token = people[name]
        more: dict[str, Any] = {"headers": {"Origin": "http://table.test"}}
        if body is not None:
            more |= {"data": body} if not path.startswith("/api/") else {"json": body}
        answer = service.ask(method, path, token, **more)
        refused = answer.status_code in (401, 403) and "access." in answer.text
        assert refused or answer.status_code < 500, (name, path, answer.text)
        found += [] if refused else [name]
    return told(found)


def told(names: Iterable[str]) -> str:
    """Return names in one order."""
    return " ".join(sorted(names))


def test_who_may_read_what(
    service: Service, people: dict[str, str], match: str, tournament: str, festival: dict[str, str]
) -> None:
    found = {}
    for place, (path, who) in enumerate(GET.items()):
        kind = "/festival-door/" if path.startswith("/festival-door/") else "/festival-wall/"
        token = people["t-door" if path.startswith("/door/") else SPECTATOR]
        token = festival[kind] if path.startswith(kind) else token
        known = {"match_id": match, "tournament_id": tournament, "game": "ultime", "token": token, "photo_id": "0" * 64,
                 "name": "style.css", "number": 1, "table": 1, "event": 1, "festival_id": festival["id"]}  # fmt: skip
        found[path] = allowed(service, people, "GET", path.format(**known), None, asking(place, who))
    assert found == decided(GET)


def test_who_may_do_what(
    service: Service, organiser: str, people: dict[str, str], match: str, tournament: str, festival: dict[str, str]
) -> None:
    found: dict[str, str] = {}
    methods = {path: method for method, path in service.routes() if method != "GET"}
    service.record(match, people["seat"], "moves", action={"do": "skip"})
    for place, (path, (who, body)) in enumerate(WRITE.items()):
        sent = dict(body)
        if sent.get("pin") == "PIN":  # to make one takes long, on purpose
            sent["pin"] = service.post(f"/api/v1/matches/{match}/pin", organiser).json()["pin"]
        if path.startswith("/api/") and not path.endswith(UNVERSIONED):
            sent |= {"command_id": f"roles-{len(found):04}"}
            grouped = "/tournaments" in path or "/festivals" in path
            versioned = not path.endswith(("/notes", "/descriptions", "/clock")) and not grouped
            sent |= {"expected_version": 1} if versioned else {}  # stale: refused, but not for the pass
        elif path.startswith(("/t/", "/tournaments", "/door", "/f/", "/festival")):
            sent |= {"command": f"roles-{len(found):04}"}
        found[path] = allowed(
            service, people, methods[path],
            path.format(
                match_id=match, tournament_id=tournament, pass_id="0" * 16, festival_id=festival["id"], mark="Z",
                number=1, event=1, table=1, hook_id="0" * 8,
                token=festival["/festival-door/"] if path.startswith("/festival") else people["t-door"],
            ),
            sent if sent else None, asking(place, who),
        )  # fmt: skip
    assert found == decided({path: who for path, (who, _) in WRITE.items()})


def test_what_depends_on_the_match(service: Service, organiser: str, people: dict[str, str], match: str) -> None:
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [1], "take_back": "consent"}
    strict = service.post("/api/v1/matches", organiser, **body).json()["id"]
    seat = service.token("seat", match=strict, seat=1)
    assert service.record(strict, seat, "restores").json()["code"] == "access.denied"
    service.record(match, organiser, "close", abandoned=True)
    path = f"/api/v1/matches/{match}/audit"
    assert allowed(service, people, "GET", path, None, PUBLIC.split()) == told(ALL.split())


def test_a_stream_is_for_those_who_see_the_match(service: Service, people: dict[str, str], match: str) -> None:
    path = STREAM.format(match_id=match)
    refused = {name for name in PUBLIC.split() if name not in ALL.split()}
    assert {service.get(path, people[name]).json()["code"] for name in refused} == {"access.none", "access.denied"}


def test_a_stream_of_a_tournament_is_for_those_who_see_it(
    service: Service, people: dict[str, str], tournament: str
) -> None:
    path = HALL_STREAM.format(tournament_id=tournament)
    refused = set(people) - set(IN_HALL.split())
    assert {service.get(path, people[name]).json()["code"] for name in refused} == {"access.none", "access.denied"}


AT_ITS_MATCHES = {
    "t-organiser": "everything", "t-arbiter": "everything", "t-desk": "spectator", "t-player": "seat 1",
    "t-public": "spectator",
}  # fmt: skip


def test_what_a_pass_for_a_tournament_is_at_its_matches(
    service: Service, organiser: str, people: dict[str, str], tournament: str
) -> None:
    """An organiser records and judges, an arbiter judges, a desk records, a player has a seat, all others watch."""
    (table,) = service.get(f"/api/v1/tournaments/{tournament}/links", organiser).json()["tables"]
    match = table["match"]
    for name, viewer in AT_ITS_MATCHES.items():
        assert service.get(f"/api/v1/matches/{match}", people[name]).json()["viewer"] == viewer, name
    coming = {name: people[name] for name in [*AT_ITS_MATCHES, "t-door"]}
    said: dict[str, dict[str, Any]] = {
        "moves": {"seat": 1, "action": {"do": "note"}}, "rulings": {"clause": "1", "reason": "so"},
        "close": {"abandoned": True},
    }  # fmt: skip
    found = {}
    for what, body in said.items():
        sent = {"command_id": f"at-match-{what}", "expected_version": 99, **body}
        found[what] = allowed(service, coming, "POST", f"/api/v1/matches/{match}/{what}", sent, [*coming])
    assert found == {
        "moves": "t-desk t-organiser t-player", "rulings": "t-arbiter t-organiser",
        "close": "t-arbiter t-desk t-organiser",
    }  # fmt: skip
