"""`season`: an archive of matches from many ledgers, audited on many cores, and queried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.key_options import key_store, with_keys
from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import as_json, echo, out, progress, state
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
    from tablescribe.replays.season.archive import Archive
    from tablescribe.replays.season.places import Place
    from tablescribe.replays.season.queries import Answer


@click.group(
    cls=Listing,
    epilog="""\b
Examples:
  tablescribe season export monday.db friday.db -o autumn
  tablescribe season audit autumn --processes 4
  tablescribe season ask autumn forgeries""",
)
def season() -> None:
    """Audit and query the matches of many ledgers. A season is a folder, here or in an object store."""


class Where(click.ParamType):  # type: ignore[type-arg]  # it has none at run time in all versions of click
    """A folder, or an address in an object store."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value as a place."""
        from tablescribe.replays.season.places import place

        found = place(value)
        if isinstance(found, Path) and found.exists() and not found.is_dir():
            self.fail(f"Directory '{value}' is a file.", param, ctx)
        return found


the_season = click.argument("season_folder", metavar="SEASON", type=Where())
of_ledgers = click.option(
    "--key", "trusted", multiple=True, help="Public key of a ledger (see `keys show`). Repeat for more."
)


@season.command(
    epilog="""\b
Examples:
  tablescribe season export -o autumn
  tablescribe season export monday.db friday.db -o autumn"""
)
@click.argument("ledgers", metavar="[LEDGER]...", nargs=-1)
@click.option("-o", "--output", "season_folder", type=Where(), required=True,
              help="Season folder, or its address in an object store (`s3://club/autumn`).")  # fmt: skip
@click.option("--words", is_flag=True, help="Include notes, reasons, clauses and titles.")
@click.option("--names", is_flag=True, help="Include names.")
@with_keys
@as_json
@click.pass_context
def export(
    ctx: click.Context, ledgers: tuple[str, ...], season_folder: Place, words: bool, names: bool, folder: Path | None,
    passphrase: str | None,
) -> None:  # fmt: skip
    """Export the closed matches of LEDGERs to a season folder (Parquet). Default: --ledger.

    Each row has the events' bytes, the head, signatures, and a proof under a checkpoint signed now. Names and free
    text are withheld. Earlier rows of the same ledger are replaced. A ledger that cannot be read does not stop the
    others.
    """
    from tablescribe.cli.terminal.errors import exit_code_of
    from tablescribe.ledger.log.errors import LedgerError
    from tablescribe.replays.season.places import size_of

    data, failed = [], list[Exception]()
    for target in ledgers or (None,):
        try:
            written = _written(target, season_folder, folder, passphrase, words=words, names=names)
        except LedgerError as error:  # the other ledgers are still exported
            if len(ledgers) < 2:
                raise
            echo(told(say("{ledger} was not exported: {why}", ledger=str(target), why=error.text)), err=True)
            failed.append(error)
            continue
        about = written.about
        size = size_of(written.path)
        if not state().json:
            echo(told(_of_archive(written, size)))
        data.append(
            {
                "file": str(written.path), "ledger": about.ledger, "matches": about.matches, "left_out": about.left,
                "bytes": size, "key": about.key,
            }
        )  # fmt: skip
    out(lambda: None, {"archives": data, "failed": list(map(str, failed))})
    ctx.exit(max(map(exit_code_of, failed), default=0))


def _written(
    target: str | None, season_folder: Place, folder: Path | None, passphrase: str | None, *, words: bool, names: bool
) -> Archive:
    from tablescribe.ledger.log.errors import LedgerDamaged
    from tablescribe.ledger.matches.ledger import open_ledger
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.ledger.proofs.notary import Notary
    from tablescribe.ledger.proofs.tree.log_tree import LogTree
    from tablescribe.replays.season.archive import write

    scribe = state().scribe() if target is None else Scribe(open_ledger(target, create=False, convert=False))
    try:
        notary = Notary(scribe, key_store(folder))
        key = str(notary.ledger_signer(passphrase).key)
        try:
            note = notary.checkpoint(passphrase)
        except LedgerDamaged as error:  # exported as it is: the audit says what is wrong
            latest = LogTree(scribe.ledger).latest()
            if latest is None:
                raise
            click.echo(f"{scribe.ledger.log.where}: {told(error.text)}", err=True)
            note = latest
        with progress("Writing") as tell:
            return write(scribe.ledger, season_folder, note, key, words=words, names=names, progress=tell)
    finally:
        if target is not None:
            scribe.ledger.close()


@season.command(
    epilog="""\b
Examples:
  tablescribe season audit autumn
  tablescribe season audit autumn --processes 4
  tablescribe season audit autumn --scheduler tcp://hall:8786"""
)
@the_season
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option("--scheduler", default="", metavar="ADDRESS", help="Dask scheduler whose workers share the folder.")
@click.option("--again", is_flag=True, help="Check every match again.")
@of_ledgers
@as_json
@click.pass_context
def audit(
    ctx: click.Context, season_folder: Place, processes: int, scheduler: str, again: bool, trusted: tuple[str, ...]
) -> None:  # fmt: skip
    """Check every move, chain, signature and log proof of SEASON.

    Verdicts are kept in the folder, so a stopped run continues where it was. The exit code is 1 if a match is suspect,
    5 if an archive is damaged, 4 if the cluster is unavailable.
    """
    from tablescribe.replays.season.distributed import audit_season

    with progress("Deciding", lines=True) as tell:
        done = audit_season(season_folder, processes, scheduler, keys=trusted, again=again, progress=tell)
    lines = [
        plural(
            done.matches,
            "1 match: {sound} sound, {suspect} suspect; {now} checked in this run.",
            "{n} matches: {sound} sound, {suspect} suspect; {now} checked in this run.",
            sound=done.sound, suspect=done.suspect, now=done.now,
        )
    ]  # fmt: skip
    if done.suspect:
        command = f"tablescribe season ask {season_folder} forgeries"
        lines.append(say("To list them with reasons: {command}", command=command))
    if done.unvouched:
        lines.append(
            plural(
                len(done.unvouched),
                "The key of 1 ledger comes only from its own archive. Ask the owner for it and pass it with --key.",
                "The keys of {n} ledgers come only from their own archives. Ask the owners for them and "
                "pass them with --key.",
            )
        )
    lines.extend(say("Not checked: {why}", why=one) for one in done.unreadable)
    data = {
        "matches": done.matches, "sound": done.sound, "suspect": done.suspect, "decided": done.now,
        "unvouched": list(done.unvouched), "unreadable": list(map(str, done.unreadable)),
    }  # fmt: skip
    out("\n".join(map(told, lines)), data)
    ctx.exit(5 if done.unreadable else 1 if done.suspect else 0)


@season.command(
    epilog="""\b
Examples:
  tablescribe season ask autumn
  tablescribe season ask autumn wins
  tablescribe season ask autumn --sql "SELECT game, max(moves) FROM verdicts GROUP BY game"
"""
)
@the_season
@click.argument("question", required=False)
@click.option("--sql", help="SQL query over matches, verdicts and findings (DuckDB).")
@click.option("--limit", type=click.IntRange(1), default=1000, show_default=True, help="Maximum number of rows.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@as_json
def ask(season_folder: Place, question: str | None, sql: str | None, limit: int, as_csv: bool) -> None:
    """Run QUESTION over SEASON. Without one, list the questions. Read-only."""
    from tablescribe.replays.season.queries import QUESTIONS
    from tablescribe.replays.season.queries import ask as answered

    if question is not None and sql is not None:
        raise click.UsageError("a QUESTION, or --sql")
    if question is None and sql is None:
        found = {name: one.asks for name, one in QUESTIONS.items()}
        width = max(map(len, found))
        out("\n".join(f"{name:{width}}  {asks}" for name, asks in found.items()), {"questions": found})
        return
    if question is not None and question not in QUESTIONS:
        raise click.UsageError(f"there is no question {question!r}; there are {', '.join(QUESTIONS)}")
    answer = answered(season_folder, sql or QUESTIONS[str(question)].sql, limit)
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    if as_csv:
        from tablescribe.replays.papers.csv_sheets import csv_of

        echo(csv_of(rows, answer.columns), nl=False)
        return
    out(_table(answer), {"columns": list(answer.columns), "rows": rows})


def _of_archive(written: Archive, size: int) -> Text:
    about = written.about
    matches = plural(about.matches, "1 match", "{n} matches")
    if about.left:
        left = plural(about.left, "1 open match left out", "{n} open matches left out")
        matches = say("{matches}; {left}", matches=matches, left=left)
    return say("{file}: {matches}, {n} bytes", file=str(written.path), matches=matches, n=size)


def _table(answer: Answer) -> str:
    """Return rows as lines in columns. Nothing is cut off, as people copy ids from them."""
    cells = [answer.columns, *(["" if one is None else str(one) for one in row] for row in answer.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


@season.command(
    epilog="""\b
Examples:
  tablescribe season checkpoint autumn -o autumn.checkpoint
  tablescribe season checkpoint autumn --name autumn-2026"""
)
@the_season
@click.option("--name", help="Name: lower case, digits, hyphens. Default: the folder's name.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write it to this file, too.")
@of_ledgers
@with_keys
@as_json
def checkpoint(
    season_folder: Place, name: str | None, output: Path | None, trusted: tuple[str, ...], folder: Path | None,
    passphrase: str | None,
) -> None:  # fmt: skip
    """Sign one root over the checkpoints of all ledgers of SEASON. Keep it elsewhere."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.season.archive import archives
    from tablescribe.replays.season.checkpoint import NAME, checkpoint_of, season_origin
    from tablescribe.replays.season.places import whole

    called = name or whole(season_folder).name.lower()
    if not NAME.fullmatch(called):
        raise click.UsageError("a season's --name has small letters, digits and hyphens")
    found = archives(season_folder)
    signer = key_store(folder).signer(f"season-{called}", owner=season_origin(called), passphrase=passphrase)
    note = checkpoint_of(found, signer, trusted)
    if output is not None:
        write_file(output, note.encode())
    data = {"note": note, "ledgers": len(found), "key": str(signer.key)}
    out(f"{note}\nIts key, for those who check it: {signer.key}", data)


@season.command(
    epilog="""\b
Examples:
  tablescribe season prove autumn 4c3e --checkpoint autumn.checkpoint -o x.tlog-proof
  tablescribe season verify x.tlog-proof --season KEY --key KEY"""
)
@the_season
@click.argument("ledger", metavar="LEDGER-ID")
@click.option("--checkpoint", "note", type=click.Path(path_type=Path), required=True, help="Checkpoint of the season.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="File to write.")
@of_ledgers
@as_json
def prove(season_folder: Place, ledger: str, note: Path, output: Path, trusted: tuple[str, ...]) -> None:
    """Write the proof that ledger LEDGER-ID is in the checkpoint of SEASON (C2SP tlog-proof)."""
    from tablescribe.ledger.care.match_files import read_file, write_file
    from tablescribe.replays.season.archive import archives
    from tablescribe.replays.season.checkpoint import proof_of

    proof = proof_of(archives(season_folder), ledger, read_file(note).decode("utf-8", "replace"), trusted)
    write_file(output, proof.encode())
    out(f"Written to {output}. Check it with `tablescribe season verify {output} --season KEY`.", {"file": str(output)})


@season.command(
    epilog="""\b
Examples:
  tablescribe season verify club.tlog-proof --season KEY --key KEY
  tablescribe season verify club.tlog-proof --season KEY --key KEY --json"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--season", "season_key", required=True, help="Public key of the season.")
@of_ledgers
@as_json
def verify(file: Path, season_key: str, trusted: tuple[str, ...]) -> None:
    """Check the proof in FILE: that a ledger is in a season's checkpoint."""
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
    from tablescribe.replays.season.checkpoint import verify_proof

    keys: list[VerifierKey] = [VerifierKey.parse(key) for key in trusted]
    contents = read_file(file).decode("utf-8", "replace")
    found, ledger = verify_proof(contents, VerifierKey.parse(season_key), keys)
    unvouched = say("The ledger's own key is not confirmed. Ask the owner for it and pass it with --key.")
    data: dict[str, Any] = {
        "season": found.origin, "ledgers": found.size, "ledger": ledger.origin, "events": ledger.size,
        "vouched": bool(keys),
    }  # fmt: skip
    words = plural(
        found.size,
        "{ledger} ({events}) is the only ledger of {season}.",
        "{ledger} ({events}) is one of the {n} ledgers of {season}.",
        ledger=ledger.origin, events=plural(ledger.size, "1 event", "{n} events"), season=found.origin,
    )  # fmt: skip
    out(words if keys else listed([words, unvouched], " "), data)
