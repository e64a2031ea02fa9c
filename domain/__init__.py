"""The domain: matches, tournaments and the rules of games, in pure Python.

It imports no other room and uses no disk, no clock and no random numbers. Callers pass in time, chance and the contents
of files. Start reading at `domain/table/table.py`.
"""
