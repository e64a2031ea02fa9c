"""Actions typed in full: the name and fields as NAME=VALUE, values in order without names, or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablescribe.cli.table.opening import pair
from tablescribe.cli.terminal.language import wrong_use
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match


def action_data(match: Match, words: Sequence[str]) -> dict[str, Any]:
    """Return an action as data from words of the command line. The game checks its form later."""
    if words[0].lstrip().startswith("{"):
        import msgspec

        try:
            return msgspec.json.decode(" ".join(words), type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise wrong_use(say("the action is not JSON: {error}", error=str(error))) from error
    game = match.opening.game
    data: dict[str, Any] = {"do": words[0]}
    for word in words[1:]:
        fields = game.kind(words[0]).model_fields if words[0] in game.action_names else {}
        if "=" not in word:  # `step forward`: the next field that nothing was said of
            word = f"{next((name for name in fields if name not in data), '')}={word}" if fields.keys() - data else word
        if "=" not in word:
            takes = listed([f"`{name}`" for name in fields if name != "do"]) if len(fields) > 1 else say("nothing")
            no_place = say("`{action}` has no field `{word}`. It takes {fields}",
                           word=word, action=words[0], fields=takes)  # fmt: skip
            raise wrong_use(no_place)
        name, value = pair(word)
        if name == "fact" and "facts" in fields:  # fact="set coins 4" can be given several times
            data.setdefault("facts", []).append(word.partition("=")[2])
            continue
        text = name in fields and fields[name].annotation in (str, str | None)
        data[name] = word.partition("=")[2] if text else value
    return data
