"""Rootlog (V2.8), the community's notation for matches of Root: reading and writing.

`reading.read` turns text into values. It accounts for every line; what it cannot read is kept unchanged.
`writing.write` is its inverse, except for spelling. `notation.ROOTLOG` is the entry point for clients: it imports a log
as a match, and exports a match as a log.
"""
