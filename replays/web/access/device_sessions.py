"""The passes that a device holds, and which of them is meant.

A browser keeps all tokens in one cookie, the one that came last first. A page's scripts say by its pass's id whom they
speak for (`Tablescribe-Viewer`, or `as` in the address of a stream). Otherwise what is asked for decides: at a match
the pass that was chosen there, or the only one that fits; elsewhere the strongest. Where several fit and none was
chosen the device is asked: nobody is made less than they were, or somebody else, without a word.
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
"""The cookie that says as whom a device is at which match."""

VIEWER = "tablescribe-viewer"
BETWEEN = "~"
MOST = 12
"""Passes that one device holds; the one that came first is forgotten for the next."""

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
        """Return whether it is for a match, or for all."""
        return self.who.match in (None, match)


def tokens_of(request: Request) -> list[str]:
    """Return the tokens of a request: the bearer's, or those of the cookie where no other credential comes.

    Who sends `Authorization` is not asked from where (`Guard`), so the cookie does not count then.
    """
    scheme, _, token = credential(request.headers).partition(" ")
    if scheme:
        return [token.strip()] if scheme.lower() == "bearer" else []
    return [one for one in request.cookies.get(COOKIE, "").split(BETWEEN) if one][:MOST]


def all_held(access: Access, tokens: Iterable[str]) -> list[DeviceSession]:
    """Return the passes of some tokens, also those that have ended; what is none is left out."""
    found: list[DeviceSession] = []
    for token in tokens:
        try:
            found.append(DeviceSession(access.known(token) or access.who(token), token, good=True))
        except NoPass:
            if (told := access.told(token)) is not None:
                found.append(DeviceSession(told, token, good=False))
    return found


def known_as(requests: Sequence[Request], access: Access) -> list[str | None]:
    """Return for each request the id of the first good pass that it comes with, by which its writes are counted."""
    tokens = [tokens_of(request) for request in requests]
    good, found = access.good(one for some in tokens for one in some), list[str | None]()
    for request, some in zip(requests, tokens, strict=True):
        token = next((one for one in some if one in good), None)
        if token is not None:
            request.state.looked_up = (token, good[token])  # so that it is looked up once for the same request
        found.append(good[token].id if token is not None else None)
    return found


def looked_up(request: Request, token: str) -> Pass | None:
    """Return the pass of a token, if it was looked up for this very request."""
    told: tuple[str, Pass | None] = getattr(request.state, "looked_up", ("", None))
    return told[1] if told[0] == token else None


def remembered_as(request: Request, access: Access) -> str | None:
    """Return what `known_as` does if the first pass was looked up a moment ago; nothing is read for it."""
    tokens = tokens_of(request)
    found = access.known(tokens[0]) if tokens else None
    return found.id if found is not None else None


def scope_of(request: Request) -> str | None:
    """Return the match, or the tournament, that a request is about; `None` if it is about all."""
    found = request.path_params.get("match_id") or request.path_params.get("tournament_id")
    return str(found) if found is not None else None


def chosen(request: Request, access: Access, at: Callable[[Pass, str], Pass]) -> DeviceSession:
    """Return the pass that a request is made with; `at` tells what one for a tournament is at a match.

    Raises:
        NoPass: there is none, or the one that is meant has ended.
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
        access.who(found.token if found is not None else "")  # says why not
    assert found is not None
    return found


def names_pass(request: Request) -> str:
    """Return the id of the pass that a request speaks for, if it says so."""
    if credential(request.headers):
        return ""
    return request.headers.get(VIEWER, "") or request.query_params.get("as", "")


def _meant(
    held: Sequence[DeviceSession], wanted: str, match: str | None, choices: dict[str, str]
) -> DeviceSession | None:
    """Return the pass that is meant; one that has ended is told, before a weaker one takes its place.

    `match`: what is asked for, a match or a tournament.
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
    """Let a device hold these passes from now on; of two of the same, the first."""
    several: dict[tuple[str, str | None], str] = {}
    for one in held:
        several.setdefault((one.who.id, one.who.match), one.token)
    _set(request, answer, COOKIE, BETWEEN.join(list(several.values())[:MOST]))


def choose(request: Request, answer: Response, match: str, who: Pass) -> None:
    """Let a device be at a match with this pass from now on."""
    choices = {match: who.id, **{key: value for key, value in _choices(request).items() if key != match}}
    _set(request, answer, CHOSEN, BETWEEN.join(f"{key}.{value}" for key, value in list(choices.items())[:MOST]))


def forget(answer: Response) -> None:
    """Let a device hold nothing any more."""
    for name in (COOKIE, CHOSEN):
        answer.delete_cookie(name, httponly=True, samesite="strict")


def forget_ended(request: Request, answer: Response, access: Access) -> list[Pass]:
    """Let a device forget the passes that have ended; return those that are left."""
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
