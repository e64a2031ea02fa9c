"""Letters of pieces in sentences: catalogues say which a language has (Appendix C.2 leaves them to the players)."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say


def lettered(word: str) -> Text:
    """Return a move of algebraic notation to be told in the reader's language: "Nf3" is told as "Sf3" in German.

    Args:
        word: the move as SAN of PGN writes it, such as `Nf3`, `exd8=Q+`, `O-O`; or the letter of a piece alone.
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
