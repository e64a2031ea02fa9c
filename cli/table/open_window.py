"""The open window at the prompt: its question, and what follows if nobody uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.table.situation import Situation
from tablescribe.domain.words.text import Slot, Text, either, say

if TYPE_CHECKING:
    from tablescribe.domain.rules.chance import Outcome, Question
    from tablescribe.ledger.matches.scribe import Scribe


def asked(now: Situation) -> Text | None:
    """Return the question of the open window, to whom, and the possible answers; `None` if no window is open."""
    from tablescribe.cli.terminal.messages import and_others

    window = now.window()
    if window is None:
        return None
    possible = {choice.fields["do"] for choice in now.legal()}
    direct = {do for do, kind in now.kinds().items() if kind.answers == window.name}
    declares = {blank.do for blank in now.opening.game.blanks} & direct
    answers: list[Slot] = ["`declare`"] * bool(declares)
    answers += [f"`{do}`" for do in now.answers() if do in possible]
    who, how = and_others(now.match.to_act), either(answers or ["`help`"])
    if (ends := _end_by_closing(now)) is not None:
        return say(
            "{seats} may decide {what}: {answers}. Or play on, which ends the game: {ends}.",
            what=window.asks, seats=who, answers=how, ends=ends,
        )  # fmt: skip
    if window.unused is not None:
        return say(
            "{seats} may decide {what}: {answers}. Or play on.",
            what=window.asks, seats=who, answers=how,
        )  # fmt: skip
    return say("{seats} must decide {what}: {answers}.", what=window.asks, seats=who, answers=how)


def _end_by_closing(now: Situation) -> str | None:
    """Return how the game ends if nobody uses the open window, as the viewer may see it; `None` if it goes on."""
    from tablescribe.cli.table.matching import choices_of
    from tablescribe.domain.rules.chance import ReportedChance
    from tablescribe.domain.rules.deciding import foresee
    from tablescribe.domain.rules.play import Illegal, Play
    from tablescribe.domain.table.table import Impossible

    if (closing := now.unused()) is None:
        return None
    play = Play(now.opening, now.table().copy(), ReportedChance())
    try:
        foresee(now.opening, play, *closing)
    except (Illegal, Impossible):
        return None
    if now.opening.game.result(now.opening, play.table) is None:
        return None
    (choice,) = choices_of(now.reader, {closing[0]: [closing[1]]})
    return now.consequence(choice)


def after_closing(
    now: Situation, scribe: Scribe, answer: Callable[[Question], Outcome]
) -> Iterator[tuple[Situation, list[Outcome]]]:
    """Yield the situation after each open window has closed unused, with the outcomes needed so far.

    Nothing is recorded, and nothing is drawn from a seal: `answer` provides every outcome.

    Raises:
        Stale: somebody else has recorded something meanwhile.
    """
    from tablescribe.domain.rules.chance import NeedsOutcome, ReportedChance
    from tablescribe.domain.rules.deciding import unused
    from tablescribe.ledger.log.errors import Stale

    match = scribe.ledger.match(now.match.id)  # a copy that is never saved
    if match.version != now.match.version:
        raise Stale(match.id, now.match.version, match.version)
    told: list[Outcome] = []
    while (closing := unused(match.opening, match.table)) is not None:
        outcomes: list[Outcome] = []
        while True:
            chance = ReportedChance(outcomes, open_hands=match.opened.chance == "open")
            try:
                match.play(*closing, chance, scribe.stamp())
                break
            except NeedsOutcome as needs:
                outcomes.append(answer(needs.question))
        told += outcomes
        yield Situation(match, now.viewer, now.language, now.people), list(told)


def draws_by_closing(now: Situation, scribe: Scribe) -> bool:
    """Return whether closing the open window draws from a seal. If so, it is recorded before the player continues."""
    from tablescribe.domain.rules.chance import NeedsOutcome

    def never(question: Question) -> Outcome:
        raise NeedsOutcome(question)

    try:
        return now.match.opened.chance == "sealed" and not list(after_closing(now, scribe, never))
    except NeedsOutcome:
        return True


def check_sense(now: Situation, scribe: Scribe, seat: int | None, words: Sequence[str]) -> None:
    """Refuse words that fit nothing once the open window has closed, before asking for dice or cards.

    Raises:
        click.UsageError: a word fits nothing; the message names it.
        Illegal, Impossible: the words fit an action that a rule will then forbid.
    """
    if not words:
        raise now.misfit(words, seat)
    guess = now
    for guess, _ in after_closing(now, scribe, lambda question: next(iter(question.among))):
        if guess.match.is_over or guess.names_action(words) or guess.fitting(words[:1], seat):
            return
    if refused := guess.forbidden(words, seat):
        why, _ = guess.why_not(refused)
        if why is not None:
            raise why
    raise guess.misfit(words, seat)
