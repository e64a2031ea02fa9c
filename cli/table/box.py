"""`box`: a table's own copies of games, and what is printed on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out, state
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.matches.boxes import Box, BoxUpdate


@click.group(
    cls=Listing,
    invoke_without_command=True,
    epilog="""\b
Examples:
  tablescribe box                                        (list your boxes)
  tablescribe box new expeditions ours                   (components with invented values are blank)
  tablescribe new expeditions Ada Automa --box ours      (declare each component when it first shows)
  tablescribe box show ours
  tablescribe box export ours ours.json                  (for another table or the club)""",
)
@click.pass_context
@in_language
@as_json
def box(ctx: click.Context) -> None:
    """Manage your own copies of games: catalogues with blanks that fill in as you declare what is printed."""
    if ctx.invoked_subcommand is None:
        _list()


def _list() -> None:
    from tablescribe.ledger.matches.boxes import boxes

    found = [_data(one) for one in boxes(state().scribe(create=True).ledger)]
    none = say("No boxes yet. Create one: {command}", command="tablescribe box new expeditions ours")
    out(listed([_line(one) for one in found] or [none], "\n"), found)


def _data(one: Box) -> dict[str, Any]:
    from tablescribe.domain.box.blanks import stock
    from tablescribe.domain.games import game

    kinds = [msgspec.structs.asdict(kind) for kind in stock(game(one.game).blanks, one.read())]
    head = {"name": one.name, "game": one.game, "revision": one.revision, "at": one.at, "digest": one.digest}
    return {**head, "blank": sum(kind["blank"] for kind in kinds), "kinds": kinds}


def _line(data: dict[str, Any]) -> Text:
    of = say("{box}: {game}, {n} still blank", box=data["name"], game=data["game"], n=data["blank"])
    return of if data["blank"] else say("{box}: {game}, all known", box=data["name"], game=data["game"])


@box.command(
    epilog="""\b
Examples:
  tablescribe box new expeditions ours
  tablescribe box new robinson ours --blank beasts --blank tokens
  tablescribe box new expeditions ours --from ours.yaml"""
)
@click.argument("game")
@click.argument("name")
@click.option("--blank", "kinds", multiple=True, metavar="KIND",
    help="Kind of component to leave blank, or `all`. Default: components whose values we had "
                                                                      "to invent.")  # fmt: skip
@click.option("--from", "file", type=click.Path(path_type=Path), help="Start from a catalogue of your own (YAML).")
@in_language
@as_json
def new(game: str, name: str, kinds: Sequence[str], file: Path | None) -> None:
    """Create a box of GAME, called NAME. You declare blank components when they first show."""
    from tablescribe.cli.table.opening import catalogue_data
    from tablescribe.domain.box.blanks import with_blanks
    from tablescribe.domain.games import game as find
    from tablescribe.domain.games import opening
    from tablescribe.ledger.matches.boxes import make

    found = find(game)
    there_are = [one.kind for one in found.blanks]
    if odd := sorted({*kinds} - {*there_are, "all"}):
        none = say("{game} has no components that can be blank", game=found.title)
        some = say("{kind} cannot be blank. In {game}, these can: {kinds}",
                   kind=odd[0], game=found.title, kinds=listed(there_are))  # fmt: skip
        raise wrong_use(some if there_are else none)
    wanted = None if not kinds else there_are if "all" in kinds else kinds
    begun = opening(game, found.seats[0], {}, catalogue_data(file)).catalogue
    empty = begun if file is not None and wanted is None else with_blanks(found.blanks, begun, wanted)
    scribe = state().scribe(create=True)
    made = make(scribe.ledger, name, game, empty.model_copy(update={"name": name}), scribe.stamp().at)
    data = _data(made)
    command = f"tablescribe new {game} … --box {name}"
    out(listed([_line(data), say("Play with it: {command}", command=command)], "\n"), data)


@box.command(
    epilog="""\b
Examples:
  tablescribe box show ours
  tablescribe box show ours --json"""
)
@click.argument("name")
@in_language
@as_json
def show(name: str) -> None:
    """Show what is known of box NAME, and from which match."""
    from tablescribe.ledger.matches.boxes import box as find
    from tablescribe.ledger.matches.boxes import revisions

    scribe = state().scribe()
    found = find(scribe.ledger, name)
    data, history = _data(found), revisions(scribe.ledger, name)
    lines = [_line(data)]
    for kind in data["kinds"]:
        lines.append(say("{kind}: {all}, of which {blank} are blank and {house} have invented values", **kind))
    for one in history:
        after = say("revision {n} ({at}): learnt in match {match}", n=one.revision, at=one.at[:10], match=one.match_id)
        lines.append(after if one.match_id else say("revision {n} ({at})", n=one.revision, at=one.at[:10]))
    told = [{"revision": one.revision, "at": one.at, "match": one.match_id, "digest": one.digest} for one in history]
    out(listed(lines, "\n"), {**data, "revisions": told, "catalogue": json.loads(found.catalogue)})


@box.command(
    epilog="""\b
Examples:
  tablescribe box check ours
  tablescribe box check ours --json"""
)
@click.argument("name")
@in_language
@as_json
def check(name: str) -> None:
    """Check every revision of box NAME: unchanged, and without contradictions."""
    from tablescribe.ledger.matches.boxes import box as find
    from tablescribe.ledger.matches.boxes import changed_in, revisions

    scribe = state().scribe()
    now = find(scribe.ledger, name)
    changed = changed_in(revisions(scribe.ledger, name))
    data = {**_data(now), "changed": changed}
    whole = plural(now.revision, "Box {box} is intact: 1 revision.", "Box {box} is intact: {n} revisions.", box=name)
    said = [whole]
    said += [say("{part} had a different value before.", part=part) for part in changed]
    out(listed(said, "\n"), data)


@box.command(
    epilog="""\b
Examples:
  tablescribe box export ours ours.json
  tablescribe new expeditions Ada Automa --catalogue ours.json"""
)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@in_language
@as_json
def export(name: str, file: Path) -> None:
    """Export box NAME to FILE, which `box import` and `new --catalogue` read."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.matches.boxes import box as find

    found = find(state().scribe().ledger, name)
    data = {"game": found.game, "catalogue": found.read().plain()}
    write_file(file, json.dumps(data, ensure_ascii=False, indent=1).encode())
    out(say("Box {box} written to {file}.", box=name, file=str(file)), {"name": name, "file": str(file)})


@box.command(
    "import",
    epilog="""\b
Examples:
  tablescribe box import ours.json
  tablescribe box import ours.json --name club""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the box. Default: the name in the file.")
@in_language
@as_json
def import_(file: Path, name: str | None) -> None:
    """Import a box from FILE. Fills the blanks of a box with the same name."""
    from tablescribe.cli.table.opening import catalogue_data
    from tablescribe.domain.box.blanks import told_by
    from tablescribe.domain.games import game, opening
    from tablescribe.ledger.matches.boxes import boxes, fill, make

    told = catalogue_data(file)
    key, data = told.get("game"), told.get("catalogue")
    if not isinstance(key, str) or not isinstance(data, dict):
        raise wrong_use(
            say("{file} is not a box. To make one from a catalogue: `box new GAME NAME --from FILE`", file=str(file))
        )
    catalogue = opening(key, game(key).seats[0], {}, data).catalogue
    called, scribe = name or catalogue.name, state().scribe(create=True)
    if called in {one.name for one in boxes(scribe.ledger)}:
        found = fill(scribe.ledger, called, told_by(game(key).blanks, catalogue), scribe.stamp().at, key=key)
        out(listed(_told(found), "\n"), _learnt_data(found))
        return
    made = make(scribe.ledger, called, key, catalogue.model_copy(update={"name": called}), scribe.stamp().at)
    out(_line(_data(made)), _data(made))


@box.command(
    epilog="""\b
Examples:
  tablescribe box learn 7k2
  tablescribe box learn 7k2 --name ours"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--name", help="Name of the box. Default: the box of the match.")
@in_language
@as_json
def learn(match_id: str, name: str | None) -> None:
    """Copy what was declared in MATCH into its box. Closing a match does this by itself."""
    from tablescribe.domain.box.blanks import declared_in
    from tablescribe.ledger.matches.boxes import fill
    from tablescribe.ledger.matches.boxes import learn as learn_

    scribe = state().scribe()
    match = scribe.match(match_id)
    at, key = scribe.stamp().at, match.opening.game.key
    found = learn_(scribe.ledger, match, at) if name is None else [
        fill(scribe.ledger, name, declared_in(match.table), at, match.id, key)
    ]  # fmt: skip
    nothing = say("Nothing was declared in match {match}, or it was opened without a box.", match=match.id)
    out(listed([line for one in found for line in _told(one)] or [nothing], "\n"), [_learnt_data(one) for one in found])


def _told(found: BoxUpdate) -> list[Text]:
    from tablescribe.ledger.matches.learnt_components import knows_more

    lines = [knows_more(found.box.name, len(found.merged.added))]
    for part in found.merged.contradicted:
        lines.append(say("{part}: the box already has a different value and keeps it.", part=part))
    return lines


def _learnt_data(found: BoxUpdate) -> dict[str, Any]:
    return {
        "name": found.box.name, "revision": found.box.revision,
        "added": list(found.merged.added), "contradicted": list(found.merged.contradicted),
    }  # fmt: skip
