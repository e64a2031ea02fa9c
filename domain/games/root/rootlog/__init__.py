"""Rootlog (V2.8): the community's notation for matches of Root, read and written.

Text in, values out: `reading.read` accounts for every line, and what it cannot read stays as it is; `writing.write` is
its inverse, but for spelling. `notation.ROOTLOG` is what clients know: a log recorded as a match, a match written as a
log.
"""
