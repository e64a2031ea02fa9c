"""Rootlog (V2.8): the community's notation for matches of Root, read and written.

Text in, values out: `read` accounts for every line, and what it cannot read stays as it is; `write` is its inverse,
but for spelling. `notation.ROOTLOG` is what clients know: a log recorded as a match, a
match written as a log.
"""

from domain.games.root.rootlog.reading import read
from domain.games.root.rootlog.writing import write

__all__ = ["read", "write"]
