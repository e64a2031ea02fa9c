"""The passes that a device holds, and which of them applies to a request.

A browser stores all its tokens in one cookie, the latest first. A page's scripts send the id of the pass they act for
(`Tablescribe-Viewer`, or `as` in the address of a stream). Otherwise the target decides. At a match, it is the pass
that was chosen there, or the only one that fits; elsewhere, the strongest one. If several fit and none was chosen, the
user must choose, so that a role never changes silently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from fastapi import Request, Response

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.words.text import Spoken, say
from tablescribe.replays.web.access.access import Access, NoPass
from tablescribe.replays.web.access.passes import JUDGE, RECORDER, Pass
from tablescribe.replays.web.http.limits import COOKIE, credential

CHOSEN = "tablescribe-as"
"""The cookie with the pass that was chosen for each match."""

VIEWER = "tablescribe-viewer"
BETWEEN = "~"
MOST = 12
"""Maximum number of passes on one device; a new one replaces the oldest."""

MONTH = 30 * 24 * 3600
STRENGTH = (ORGANISER, JUDGE, RECORDER)


class WhichPass(Spoken):
    """Several passes of this device fit, and none was chosen."""

    code = "access.which"


@dataclass(frozen=True)
class DeviceSession:
    """A pass that a device holds, with its token; `good`: it has not ended."""

    who: Pass
    token: str
    good: bool

    def fits(self, match: str | None) -> bool:
        """Return whether it is for this match, or for all matches."""
        return self.who.match in (None, match)


def tokens_of(request: Request) -> list[str]:
    """Return the tokens of a request: the bearer token, or those of the cookie if there is no other credential.

    Requests with `Authorization` skip the origin check (`Guard`), so their cookie must not count.
    """
    scheme, _, token = credential(request.headers).partition(" ")
    if scheme:
        return [token.strip()] if scheme.lower() == "bearer" else []
    return [one for one in request.cookies.get(COOKIE, "").split(BETWEEN) if one][:MOST]


def all_held(access: Access, tokens: Iterable[str]) -> list[DeviceSession]:
    """Return the passes of some tokens, including ended ones; unknown tokens are left out."""
    found: list[DeviceSession] = []
    for token in tokens:
        try:
            found.append(DeviceSession(access.known(token) or access.who(token), token, good=True))
        except NoPass:
            if (told := access.told(token)) is not None:
                found.append(DeviceSession(told, token, good=False))
    return found


def known_as(requests: Sequence[Request], access: Access) -> list[str | None]:
    """Return the id of each request's first valid pass, or `None`; its writes are counted by this id."""
    tokens = [tokens_of(request) for request in requests]
    good, found = access.good(one for some in tokens for one in some), list[str | None]()
    for request, some in zip(requests, tokens, strict=True):
        token = next((one for one in some if one in good), None)
        if token is not None:
            request.state.looked_up = (token, good[token])  # so that the request looks it up only once
        found.append(good[token].id if token is not None else None)
    return found


def looked_up(request: Request, token: str) -> Pass | None:
    """Return the pass of a token, if it was already looked up for this request."""
    told: tuple[str, Pass | None] = getattr(request.state, "looked_up", ("", None))
    return told[1] if told[0] == token else None


def remembered_as(request: Request, access: Access) -> str | None:
    """Return the same as `known_as` for one request if its first pass is cached; reads nothing."""
    tokens = tokens_of(request)
    found = access.known(tokens[0]) if tokens else None
    return found.id if found is not None else None


def scope_of(request: Request) -> str | None:
    """Return the id of the match or tournament that a request is about; `None` if there is none."""
    found = request.path_params.get("match_id") or request.path_params.get("tournament_id")
    return str(found) if found is not None else None


def chosen(request: Request, access: Access, at: Callable[[Pass, str], Pass]) -> DeviceSession:
    """Return the session that applies to a request; `at` converts a tournament's pass to its pass at a match.

    Raises:
        NoPass: there is none, or the one that applies has ended.
        WhichPass: several fit.
    """
    tokens = tokens_of(request)
    match = request.path_params.get("match_id")
    if len(tokens) <= 1 and not names_pass(request):
        token = tokens[0] if tokens else ""
        who = access.who(token)
        return DeviceSession(at(who, match) if match else who, token, good=True)
    held = all_held(access, tokens)
    if match:
        held = [replace(one, who=at(one.who, match)) for one in held]
    request.state.held = [one.who for one in held if one.good]
    found = _meant(held, names_pass(request), scope_of(request), _choices(request))
    if found is None or not found.good:
        access.who(found.token if found is not None else "")  # raises the reason
    assert found is not None
    return found


def names_pass(request: Request) -> str:
    """Return the id of the pass that a request names; an empty string if it names none."""
    if credential(request.headers):
        return ""
    return request.headers.get(VIEWER, "") or request.query_params.get("as", "")


def _meant(
    held: Sequence[DeviceSession], wanted: str, match: str | None, choices: dict[str, str]
) -> DeviceSession | None:
    """Return the session that applies; an ended one is returned as such rather than replaced by a weaker one.

    `match`: the id of the match or tournament.
    """
    if wanted:
        return next((one for one in held if one.who.id == wanted and one.fits(match or one.who.match)), None)
    if match is None:
        return min(held, key=_rank, default=None)
    fitting = [one for one in held if one.fits(match)]
    for one in fitting:
        if one.who.id in (choices.get(match), choices.get(one.who.tournament or match)):
            return one
    ended = [one for one in fitting if not one.good]
    if len(fitting) > 1 and not ended:
        raise WhichPass(say("you have more than one role here. Choose one: send the id of its link as `as`"))
    return next(iter([*ended, *fitting, *held]), None)


def _rank(one: DeviceSession) -> tuple[bool, int]:
    role = STRENGTH.index(one.who.role) if one.who.role in STRENGTH else len(STRENGTH)
    return one.who.match is not None, role if one.who.match is None else 0


# --- cookies -------------------------------------------------------------------------------------


def keep(request: Request, answer: Response, held: Iterable[DeviceSession]) -> None:
    """Store these passes on the device; of duplicates, the first counts."""
    several: dict[tuple[str, str | None], str] = {}
    for one in held:
        several.setdefault((one.who.id, one.who.match), one.token)
    _set(request, answer, COOKIE, BETWEEN.join(list(several.values())[:MOST]))


def choose(request: Request, answer: Response, match: str, who: Pass) -> None:
    """Remember this pass as the device's choice for a match."""
    choices = {match: who.id, **{key: value for key, value in _choices(request).items() if key != match}}
    _set(request, answer, CHOSEN, BETWEEN.join(f"{key}.{value}" for key, value in list(choices.items())[:MOST]))


def forget(answer: Response) -> None:
    """Remove all passes from the device."""
    for name in (COOKIE, CHOSEN):
        answer.delete_cookie(name, httponly=True, samesite="strict")


def forget_ended(request: Request, answer: Response, access: Access) -> list[Pass]:
    """Remove ended passes from the device; return the remaining ones."""
    tokens = tokens_of(request) if not credential(request.headers) else []
    held = [one for one in all_held(access, tokens) if one.good]
    if held and len(held) < len(tokens):
        keep(request, answer, held)
    return [one.who for one in held]


def _choices(request: Request) -> dict[str, str]:
    parts = (one.partition(".") for one in request.cookies.get(CHOSEN, "").split(BETWEEN) if "." in one)
    return {match: who for match, _, who in parts}


def _set(request: Request, answer: Response, name: str, value: str) -> None:
    secure = request.url.scheme == "https" or request.app.state.public_url.startswith("https")
    answer.set_cookie(name, value, max_age=MONTH, httponly=True, samesite="strict", secure=secure)
