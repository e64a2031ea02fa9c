"""Letters of pieces in sentences, translated by the word catalogues (Appendix C.2 leaves them to the players)."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say


def lettered(word: str) -> Text:
    """Return a move as a text that is translated for the reader: "Nf3" becomes "Sf3" in German.

    Args:
        word: the move in SAN, such as `Nf3`, `exd8=Q+`, `O-O`; or just the letter of a piece.
    """
    before, promotes, piece = word.partition("=")
    if promotes:
        return Text("{before}={piece}", {"before": before, "piece": lettered(piece)})
    rest = word[1:]
    match word[:1]:
        case "K":
            return say("K{rest}", rest=rest)
        case "Q":
            return say("Q{rest}", rest=rest)
        case "R":
            return say("R{rest}", rest=rest)
        case "B":
            return say("B{rest}", rest=rest)
        case "N":
            return say("N{rest}", rest=rest)
        case _:
            return Text("{word}", {"word": word})
