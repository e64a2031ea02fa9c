"""The targets for people's input: catalogues, actions and sessions."""

from __future__ import annotations

from functools import cache
from typing import Any

import click
import msgspec

from tablescribe.cli.table.in_full import action_data
from tablescribe.cli.table.opening import catalogue_data
from tablescribe.cli.table.record import Session
from tablescribe.cli.terminal.state import Explained
from tablescribe.domain.games import opening
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import ReportedChance
from tablescribe.domain.rules.deciding import decide
from tablescribe.ledger.care import match_files
from tablescribe.ledger.log import codec
from tablescribe.ledger.matches.client_actions import BadAction, read_action
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.fuzz import samples
from tests.fuzz.inputs import AS_IT_IS, in_form, scratch
from tests.fuzz.mutating import Choices, changed, changed_bytes, written


def explained(error: Exception) -> bool:
    """Return whether the command line explains an error."""
    cause = error.error if isinstance(error, Explained) else error
    return isinstance(cause, click.ClickException) or isinstance(getattr(cause, "code", None), str)


def catalogues(data: bytes) -> None:
    """A catalogue's file opens a match that is read again with the same catalogue, or is refused with a reason."""
    choose = Choices(data[1:])
    game = choose.of(["freeform", "ultime"])
    base = (
        samples.CATALOGUE
        if game == "freeform"
        else opening(game, 3).catalogue.model_dump(mode="json", exclude_none=True)
    )
    if data[:1] == AS_IT_IS:
        contents = choose.rest()
    elif data[0] % 2 if data else 0:
        contents = changed_bytes(in_form(base), choose)
    else:
        contents = in_form(changed(base, choose))
    path = scratch() / "catalogue.yaml"
    path.write_bytes(contents)
    try:
        fixed = opening(game, 3, {"first_player": 1} if game == "ultime" else {}, catalogue_data(path))
        match = Match.open("m", fixed, samples.match().opened.seats, samples.SALTED)
    except Exception as error:
        if not explained(error):
            raise
        return
    (opened,) = samples.events_of(match)
    assert codec.decode("Opened", codec.encode(opened)) == opened
    again = opening(game, 3, match.opened.options, match.opened.catalogue)
    assert again.catalogue == fixed.catalogue


def actions(data: bytes) -> None:
    """A seat's input is an action that is written and read unchanged, or a `BadAction`. It may be carried out."""
    choose = Choices(data[1:])
    match = freeform() if choose.below(2) else samples.match()
    if data[:1] == AS_IT_IS:
        text = choose.rest().decode("utf-8", "surrogateescape")
    else:
        text = written(changed(choose.of(samples.ACTIONS), choose))
    try:
        action = read_action(match, action_data(match, [text]))
    except (BadAction, click.ClickException):
        return
    assert read_action(match, action.data()) == action
    before, as_played = match.table.digest(), bool(choose.below(2))
    try:
        decision = decide(match.opening, match.table, 1, action, ReportedChance(["glad"]), as_played=as_played)
        assert msgspec.json.encode(decision.facts)
        assert as_played or str(action.text())
    except Exception as error:
        if not explained(error):
            raise
    assert match.table.digest() == before


@cache
def freeform() -> Match:
    return samples.freeform()


def sessions(data: bytes) -> None:
    """Lines of a session are recorded, or refused with a reason; either way the ledger is sound and loses nothing."""
    choose, scribe = Choices(data[1:]), recorder()
    session = Session(scribe, opened_match(scribe, choose.of(["ultime", "freeform"])), as_played=bool(choose.below(2)))
    match_id = session.match_id
    assert match_id is not None
    before = scribe.ledger.events_of(match_id)
    for _ in range(1 + choose.below(3)):
        line = choose.rest().decode("utf-8", "replace") if data[:1] == AS_IT_IS else written(
            changed(choose.of(samples.LINES), choose)
        )  # fmt: skip
        try:
            session.play(line)
        except Exception as error:
            if not explained(error):
                raise
            break
    assert scribe.ledger.events_of(match_id)[: len(before)] == before
    for one in {match_id, str(session.match_id)}:
        match_files.match_in(match_files.verify(match_files.export(scribe.ledger, one))[1])


@cache
def recorder() -> Scribe:
    return Scribe(open_ledger(scratch() / "ledger.db"))


_played: dict[str, tuple[str, int]] = {}


def opened_match(scribe: Scribe, game: str) -> str:
    """Return a match to continue with; a new one now and then, as long matches are slow."""
    match_id, times = _played.get(game, ("", 20))
    if times >= 20:
        arguments: dict[str, Any] = {"catalogue": samples.CATALOGUE} if game == "freeform" else {"outcomes": [1]}
        match_id, times = scribe.new(game, ["Ada", "Ben", "Cleo"], **arguments).id, 0
    _played[game] = match_id, times + 1
    return match_id
