"""`site`: write a static website of a club's public matches and tournaments."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.key_options import notary, with_keys
from tablescribe.cli.terminal.language import in_language, told
from tablescribe.cli.terminal.state import as_json, out, progress, state
from tablescribe.domain.words.text import listed, say

LANGUAGES = ("en", "de", "it", "pt")


@click.command(
    epilog="""\b
Examples:
  tablescribe site /srv/www/club --title "Chess Club Aulendorf"
  tablescribe site public --names                (name people in matches outside tournaments)
  tablescribe site public --in de --in en        (two languages, German first)
  tablescribe site public --without 7k2          (leave out a match or a tournament)"""
)
@click.argument("directory", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@click.option("--title", default="Tablescribe", show_default=True, help="Name of the club, on every page.")
@click.option("--names", is_flag=True, help="Show people's names in matches outside tournaments.")
@click.option("--words", is_flag=True, help="Show details, notes and reasons in matches outside tournaments.")
@click.option("--without", multiple=True, metavar="ID", help="Leave out this match, or a tournament and its matches.")
@click.option("--in", "languages", multiple=True, type=click.Choice(LANGUAGES), help="Only pages in this language.")
@click.option("--proofs/--no-proofs", default=True, help="Add proofs and the published log. Default: add them.")
@click.option("--again", is_flag=True, help="Write all pages again.")
@with_keys
@in_language
@as_json
def site(
    directory: Path, title: str, names: bool, words: bool, without: tuple[str, ...], languages: tuple[str, ...],
    proofs: bool, again: bool, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Write a website of finished matches and of tournaments to FOLDER, for any web space.

    The pages need no server: upload the folder, or open index.html. Run the command again to bring the site up to date;
    it writes only what changed, and deletes what is no longer shown. Tournaments show what their public pages show
    (`tournament public`). Open matches are never shown.
    """
    try:
        from tablescribe.replays.site.build import build, built_text
    except ImportError as error:
        raise click.UsageError(f"the site needs more: install tablescribe[web] ({error.name} is missing)") from error
    from tablescribe.replays.site.shown import Wishes

    ledger = state().scribe().ledger
    left_out = frozenset(_found(one) for one in without)
    with progress("Writing pages", lines=True) as tell:
        done = build(
            ledger, directory, Wishes(names, words, left_out), title=title, languages=languages or LANGUAGES,
            notary=notary(folder) if proofs else None, passphrase=passphrase, again=again, progress=tell,
        )  # fmt: skip
    lines = [built_text(done, directory)]
    if done.key:
        lines.append(
            say(
                "Publish the key of your ledger somewhere else, too, so that people can compare it: {key}", key=done.key
            )
        )
    data = {
        "folder": str(directory), "matches": done.matches, "tournaments": done.tournaments, "matches_made": done.made,
        "written": done.files.written, "unchanged": done.files.kept, "deleted": done.files.deleted, "key": done.key,
    }  # fmt: skip
    out(told(listed(lines, "\n")), data)


def _found(beginning: str) -> str:
    """Return the id of a match or tournament by its prefix; `last` is the latest tournament."""
    from tablescribe.cli.tournament.tournament import which
    from tablescribe.ledger.log.errors import NoSuchMatch, NoSuchTournament

    ledger = state().scribe().ledger
    try:
        return ledger.find(beginning)
    except NoSuchMatch as no_match:
        try:
            return which(beginning)
        except NoSuchTournament:
            raise no_match from None
