"""`games`, `rules` and `completion`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.state import as_json, echo, echo_long, out
from tablescribe.domain.words.text import Text, say

if TYPE_CHECKING:
    from tablescribe.domain.box.rulebook import Rule, Rulebook


@click.command(
    epilog="""\b
Examples:
  tablescribe games
  tablescribe games root"""
)
@click.argument("game", required=False)
@as_json
def games(game: str | None) -> None:
    """List the games that have rules here, or show one GAME."""
    from tablescribe.cli.terminal.language import told
    from tablescribe.domain.games import GAMES, named
    from tablescribe.domain.games import game as find

    found = [find(key) for key in ([named(game) or game] if game else GAMES)]
    data = [
        {
            "key": one.key,
            "title": one.title,
            "edition": one.edition,
            "seats": list(one.seats),
            "enforced": sum(rule.kind == "enforced" for rule in one.rulebook.rules),
            "judge": sum(rule.kind == "judge" for rule in one.rulebook.rules),
            "catalogue": one.catalogue.name,
            "origin": one.catalogue.origin,
        }
        for one in found
    ]
    titles = [told(Text(one.title)) for one in found]
    widest = max(map(len, titles))
    lines = [f"{d['key']:<12} {title:<{widest}}  {told(_counted(d))}" for d, title in zip(data, titles, strict=True)]
    out("\n".join(lines), data)


@click.command(
    epilog="""\b
Examples:
  tablescribe templates
  tablescribe new freeform Ann Ben --template resources --title Catan"""
)
@as_json
def templates() -> None:
    """List the templates: components and a layout for games without rules here."""
    from tablescribe.domain.games import GAMES, game, template

    data = [
        {"game": key, "template": name, "about": getattr(template(key, name), "about", "")}
        for key in GAMES for name in game(key).templates
    ]  # fmt: skip
    lines = [f"{one['game']:<10} {one['template']:<11} {one['about']}" for one in data]
    out("\n".join(lines), data)


def _counted(game: Mapping[str, Any]) -> Text:
    """Say how many seats a game has, how many rules are enforced, and how many are left to the judge."""
    return say(
        "{seats} seats   {enforced} rules enforced, {judge} for the judge",
        seats=f"{_range(game['seats']):>5}", enforced=f"{game['enforced']:>3}", judge=str(game["judge"]),
    )  # fmt: skip


def _range(seats: object) -> str:
    assert isinstance(seats, list)
    return f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])


@click.command(
    "rules",
    epilog="""\b
Examples:
  tablescribe rules ultime
  tablescribe rules ultime UP-36 --language it
  tablescribe rules root 16.4.1.II              (numbers as the rule document writes them)
  tablescribe rules root what may I do with a ferry
  tablescribe rules root RO-4.3 --match 7k2     (also the moves of that match that cite it)""",
)
@click.argument("game")
@click.argument("words", metavar="[NUMBER | WORDS]...", nargs=-1)
@click.option("--match", "match_id", metavar="MATCH", help="List the moves of this match that cite each rule found.")
@click.option(
    "--language",
    help="Language, such as it or pt; English where the game is not translated. Default: from your environment.",
)
@as_json
def rules_(game: str, words: Sequence[str], match_id: str | None, language: str | None) -> None:
    """Show the numbered rules of GAME, only rule NUMBER, or those found by WORDS."""
    from tablescribe.cli.terminal.language import language as usual
    from tablescribe.domain.games import game as find
    from tablescribe.domain.games import named

    if not words and (key := _game_with(game)):
        game, words = key, (game,)
    game = named(game) or game
    book, wanted = find(game).rulebook, language or usual()
    texts, spoken = book.texts(wanted), book.language(wanted)
    if language is not None and spoken != language:
        echo(f"{book.title} has texts in {', '.join(book.languages)}, none in {language}: shown in English", err=True)
    if words:
        _show_found(book, " ".join(words), wanted, match_id)
        return

    def lines() -> Iterator[str]:
        edition = say("edition {edition}", edition=book.edition)
        yield f"{_said(Text(book.title), spoken)}, {_said(edition, spoken)}"
        for chapter, rules in book.chapters():
            yield f"\n{book.heading(chapter, spoken)}"
            for rule in rules:
                yield click.wrap_text(f"{_column(rule)}{texts[rule.number]}", _width(), "  ", " " * 9)

    told = [book.told(rule.number, spoken).model_dump() for rule in book.rules]
    out(lambda: echo_long(lines()), {**book.model_dump(), "rules": told, "language": spoken})


def _game_with(number: str) -> str:
    """Return the key of the game that has a rule with this number; an empty string if none has."""
    from tablescribe.domain.games import GAMES
    from tablescribe.domain.games import game as find

    if not re.fullmatch(r"[A-Za-z]{2}-[0-9A-Za-z].*", number):
        return ""
    return next((key for key in GAMES if any(one.number == number.upper() for one in find(key).rulebook.rules)), "")


def _width() -> int:
    """Return the width of the printed rules."""
    return min(98, get_terminal_size((98, 24)).columns)


def _show_found(book: Rulebook, query: str, language: str, match_id: str | None) -> None:
    """Print the rules that a query finds: one in full, several as a list.

    Raises:
        click.UsageError: it finds none.
    """
    from tablescribe.replays.reading.rule_search import find_rules

    found = find_rules(book, query, language)
    if not found.rules:
        none = say(
            "{game} has no rule {query}: `tablescribe rules {key}` lists them",
            game=Text(book.title), query=query, key=book.game,
        )  # fmt: skip
        raise click.UsageError(_said(none, language))
    rules = [book.told(rule.number, language) for rule in found.rules]
    moves = _moves(book, [rule.number for rule in rules], match_id)
    data = [
        {**rule.model_dump(), "language": book.language(language)}
        | ({"moves": [number for number, _ in moves[rule.number]]} if match_id else {})
        for rule in rules
    ]
    lines: list[str] = []
    for rule in rules:
        if len(rules) == 1:
            lines += _in_full(book, rule, found.below, language)
        else:
            lines.append(click.wrap_text(f"{_column(rule)}{rule.text}", _width(), "", " " * 7))
        lines += [f"  move {number}: {words}" for number, words in moves[rule.number]]
    out("\n".join(lines), data[0] if len(data) == 1 else {"query": query, "rules": data})


def _column(rule: Rule) -> str:
    """Return a rule's number, padded to the width of the column of numbers."""
    return f"{rule.number:<6} "


def _said(text: Text, language: str) -> str:
    from tablescribe.replays.reading.reader import Reader

    return Reader(None, language).tell(text)


def _in_full(book: Rulebook, rule: Rule, below: Sequence[str], language: str) -> Iterator[str]:
    """Yield a rule with its source, its option, why it is left to the judge, and the rules below it."""

    def line(text: Text) -> str:
        return click.wrap_text(_said(text, language), 98, "  ", "    ")

    chapter, place = (book.heading(one, language) for one in (rule.chapter, rule.source))
    source = say("source: {source}", source=place)
    yield f"{rule.number} ({chapter}; {_said(source, language)})"
    yield f"  {rule.text}"
    if rule.option:
        yield line(say("option of the match: {option}", option=rule.option))
    if rule.reason:
        yield line(say("left to the judge: {reason}", reason=rule.reason))
    if below:
        yield line(say("below it: {rules}", rules=", ".join(below)))


def _moves(book: Rulebook, numbers: Sequence[str], match_id: str | None) -> dict[str, list[tuple[int, str]]]:
    """Return the moves of a match that cite each of these rules, in words; none without a match.

    Raises:
        click.UsageError: the match is of another game.
    """
    if match_id is None:
        return {number: [] for number in numbers}
    from tablescribe.cli.terminal.state import reader_of, state
    from tablescribe.replays.reading.discretion import EVERYTHING
    from tablescribe.replays.reading.rule_search import moves_by_rule
    from tablescribe.replays.reading.timeline import Timeline

    match = state().reading().match(match_id)
    if match.opening.game.key != book.game:
        raise click.UsageError(f"match {match.id} is of {match.opening.title}, not of {book.title}")
    timeline, reads, cited = Timeline(match), reader_of(match), moves_by_rule(match, EVERYTHING)
    return {
        number: [(at, reads.tell(timeline.say(at, EVERYTHING))) for at in cited.get(number, ())] for number in numbers
    }


@click.command(
    epilog="""\b
Examples:
  tablescribe completion bash > ~/.local/share/bash-completion/completions/tablescribe
  tablescribe completion fish > ~/.config/fish/completions/tablescribe.fish"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    program = click.get_current_context().find_root().command
    echo(kind(program, {}, "tablescribe", "_TABLESCRIBE_COMPLETE").source())
