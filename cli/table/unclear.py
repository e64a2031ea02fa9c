"""Explain words that name no action: which word is unknown or does not fit, with suggestions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.table.matching import LITTLE_WORDS, first_misfit, plain, short_sentence
from tablescribe.cli.table.spelling import Spelling, limits_of
from tablescribe.domain.words.suggestions import suggestion
from tablescribe.domain.words.text import Slot, Text, listed, say

if TYPE_CHECKING:
    from tablescribe.cli.table.matching import Choice
    from tablescribe.domain.rules.action import Action

SHORTEST = 2
"""Minimum length of a word that counts as a prefix of a known one."""


ALSO = {
    "abandon": "close", "actions": "?", "back": "undo", "done": "?", "end": "?", "history": "log", "legal": "?",
    "list": "?", "moves": "?", "oops": "undo", "options": "?", "pass": "?", "possible": "?", "resign": "close",
    "save": "quit", "score": "board", "scores": "board", "show": "board", "state": "board", "status": "board",
    "stop": "quit", "table": "board", "takeback": "undo", "turn": "board", "whose": "board",
}  # fmt: skip
"""Words that people type besides actions, each with the word that does it."""

_FIRST = (
    "how what why when where which who can may does is are wie was warum wann wo welche kann darf come cosa perché"
    " quando dove quale chi posso como que quê onde qual quem pode"
)
_ASKING = "do i my you one it work works mean means happen happens wer geht ist ich può è io porque eu"

FIRST_OF_A_QUESTION = frozenset(_FIRST.split())
"""Words that begin a question about the rules."""

ASKING = FIRST_OF_A_QUESTION.union(_ASKING.split())
"""Words of a question that are not looked up in the rules."""


class Unclear:
    """Words of a line that name no action.

    Args:
        words: the words.
        spelling: builds the game's actions from words.
        offered: what the game offers to the person who typed them.
        where: returns where the piece named by a word is.
        commands: words that have a meaning besides the actions.
        is_a_seat: whether a word is the name or number of a seat, which needs a colon.
    """

    def __init__(
        self,
        words: Sequence[str],
        spelling: Spelling,
        offered: Sequence[Choice],
        where: Callable[[str], Text | None],
        commands: Iterable[str] = (),
        is_a_seat: Callable[[str], bool] = lambda word: False,
    ) -> None:
        self._words, self._spelling, self._offered, self._where = words, spelling, offered, where
        self._commands = {word: word for word in commands}
        self._is_a_seat = is_a_seat

    def text(self) -> Text:
        """Return the explanation."""
        if (asked := self._question()) is not None:
            return asked
        if (strange := self._strange()) is not None:
            return strange
        if (kind := self._spelling.named(self._words)) is not None:
            return self._of_kind(kind)
        return self._together()

    def _question(self) -> Text | None:
        """Return how to look up a rule, if the words ask about one; else `None`."""
        first, *rest = [word.casefold() for word in self._words]
        if not self._commands or not rest or first not in FIRST_OF_A_QUESTION:
            return None
        about = [bare for word in rest if (bare := word.strip("?!.,")) not in ASKING and bare not in LITTLE_WORDS]
        return say("To look up a rule: {command}", command=f"`rules {' '.join(about)}`") if about else None

    def _strange(self) -> Text | None:
        """Return the first word that the game does not know, with the most similar known word."""
        known = dict(self._spelling.vocabulary())
        known |= {word: word for choice in self._offered for word in choice.words}
        for word in self._words:
            name, equals, _ = word.partition("=")
            bare = plain(name)
            fits = bare in known or bare in LITTLE_WORDS or (
                not equals and len(bare) >= SHORTEST and any(one.startswith(bare) for one in known)
            )  # fmt: skip
            if fits or (not equals and bare.isdecimal()):
                continue
            if self._commands and bare in ALSO:
                near = f"`{ALSO[bare]}`"
            else:
                alike = [one for key, one in {**self._commands, **known}.items() if key[:1] == bare[:1]]
                near = suggestion(name, alike)
            what = say("`{word}` is not a word of this game", word=word)
            return say("{what}. Did you mean {near}?", what=what, near=near) if near else what
        return None

    def _of_kind(self, kind: type[Action]) -> Text:
        """Return which word does not fit a kind of action, or what the action needs."""
        do = kind.model_fields["do"].default
        fields = {name: field for name, field in kind.model_fields.items() if name != "do"}
        known = [f"`{name}`{limits_of(field)}" for name, field in fields.items()]
        takes: Slot = listed(known) if known else say("nothing")
        if word := self._spelling.first_without_place(kind, self._words):
            if word == self._words[0] and self._is_a_seat(word):
                line = f"`{word}: {' '.join(self._words[1:])}`"
                return say("To act for another seat, put a colon after its name or number: {line}", line=line)
            text = say("`{action}` has no field `{word}`. It takes {fields}", word=word, action=do, fields=takes)
        else:
            text = say("`{action}` takes {fields}", action=do, fields=takes)
        alike = [one for one in self._offered if one.fields["do"] == do]
        if not alike:
            return text
        return say("{what}. For example: {example}", what=text, example=f"`{short_sentence(alike[0], self._offered)}`")

    def _together(self) -> Text:
        """Return which word does not fit the words before it, or where the piece named by the first word is."""
        first, at = self._words[0], first_misfit(self._offered, self._words)
        if at:
            before = f"`{' '.join(self._words[:at])}`"
            return say("`{word}` matches no legal action with {before}", before=before, word=self._words[at])
        if (lies := self._where(first)) is not None:
            return say("`{word}` matches no legal action now: {lies}", word=first, lies=lies)
        return say("`{word}` matches no legal action now", word=" ".join(self._words))
