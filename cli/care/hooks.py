"""`hooks add`, `hooks list`, `hooks remove` and `hooks test`."""

from __future__ import annotations

from typing import Any

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, told
from tablescribe.cli.terminal.state import as_json, echo, out, state
from tablescribe.cli.terminal.tables import print_table
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Spoken, listed, say

LANGUAGES = ("en", "de", "it", "pt")

private = click.option("--private", is_flag=True, help="Allow http, this machine and private networks.")


class NotAccepted(Spoken):
    """The receiver of a web hook did not accept a test."""

    code = "hook.failed"


@click.group(
    cls=Listing,
    epilog="""\b
Examples:
  tablescribe hooks add https://club.example/hook --tournament last
  tablescribe hooks list""",
)
def hooks() -> None:
    """Notify other services of events: rounds paired, results, rulings, matches closed.

    `serve` sends the messages while it runs, signed as Standard Webhooks describes. They contain only what is public.
    """


@hooks.command(
    epilog="""\b
Examples:
  tablescribe hooks add https://club.example/hook --tournament last
  tablescribe hooks add https://discord.com/api/webhooks/1/abc --template discord --speak de
  tablescribe hooks add http://127.0.0.1:9000/ --private      (with `serve --private-hooks`)"""
)
@click.argument("address")
@click.option("--tournament", "tournament_id", metavar="TOURNAMENT", help="Only this tournament and its matches.")
@click.option(
    "--template", type=click.Choice(("json", "discord", "slack")), default="json", show_default=True,
    help="Form of the messages.",
)  # fmt: skip
@click.option("--names", is_flag=True, help="Name people in matches outside tournaments.")
@click.option("--speak", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of messages.")
@private
@in_language
@as_json
def add(address: str, tournament_id: str | None, template: str, names: bool, speak: str, private: bool) -> None:
    """Add a web hook: ADDRESS gets a message for each event from now on. Prints its secret, once.

    In tournaments, names and reasons are included if the public pages show them (`tournament public`).
    """
    from tablescribe.cli.tournament.tournament import which
    from tablescribe.ledger.matches.hooks import Progress, add_hook
    from tablescribe.replays.web.public.hook_commands import hook_data

    tournament = which(tournament_id) if tournament_id else ""
    new = add_hook(
        state().scribe(create=True).ledger, address, tournament=tournament, template=template, names=names,
        language=speak, private=private,
    )  # fmt: skip
    words = [
        say("Web hook {id} added. Its secret, shown only once: {secret}", id=new.id, secret=new.secret),
        say("Messages are sent while `tablescribe serve` runs. Try it: {command}",
            command=f"tablescribe hooks test {new.id}"),
    ]  # fmt: skip
    out(listed(words, "\n"), {**hook_data(new, Progress(new.after)), "secret": new.secret})


@hooks.command(
    "list",
    epilog="""\b
Examples:
  tablescribe hooks list
  tablescribe hooks list --json""",
)
@in_language
@as_json
def list_() -> None:
    """List the web hooks: where each leads, its last delivery and its last failure."""
    from tablescribe.replays.web.public.hook_commands import listed_hooks, state_text

    found = listed_hooks(state().scribe().ledger)

    def lines() -> None:
        if not found:
            echo(told(say("No web hooks yet. Add one: `tablescribe hooks add ADDRESS`.")))
            return
        rows = [
            (one["id"], visible(one["address"], one_line=True), one["tournament"] or told(say("everything")),
             one["template"], told(state_text(one)))
            for one in found
        ]  # fmt: skip
        print_table([say("id"), say("address"), say("about"), say("template"), say("state")], rows)

    out(lines, {"hooks": found})


@hooks.command(
    epilog="""\b
Examples:
  tablescribe hooks remove 5f3a9c01
  tablescribe hooks remove 5f3a9c01 --json"""
)
@click.argument("hook_id", metavar="ID")
@in_language
@as_json
def remove(hook_id: str) -> None:
    """Remove a web hook: nothing more is sent to it. `hooks list` shows the ids."""
    from tablescribe.ledger.matches.hooks import remove_hook

    gone = remove_hook(state().scribe().ledger, hook_id)
    out(say("Web hook {id} is removed.", id=gone.id), {"removed": gone.id})


@hooks.command(
    epilog="""\b
Examples:
  tablescribe hooks test 5f3a9c01
  tablescribe hooks test 5f3a9c01 --private"""
)
@click.argument("hook_id", metavar="ID")
@private
@in_language
@as_json
def test(hook_id: str, private: bool) -> None:
    """Send a test message from this machine. If it is accepted, a hook that was given up resumes where it stopped."""
    from tablescribe.ledger.matches.hooks import hook
    from tablescribe.replays.web.http.outgoing import Outgoing
    from tablescribe.replays.web.public.hook_commands import try_hook, why

    ledger = state().scribe().ledger
    one = hook(ledger, hook_id)
    failure = try_hook(ledger, Outgoing(private=private), one)
    data: dict[str, Any] = {"hook": one.id, "accepted": not failure, "failure": failure}
    if failure and not state().json:
        raise NotAccepted(say("The test of web hook {id} failed: {why}.", id=one.id, why=why(failure)))
    out(say("The receiver accepted the test."), data)
    if failure:
        raise SystemExit(1)
