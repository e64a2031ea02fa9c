"""What a match is and what the rules say.

This room imports nothing of ours and asks nothing of the world: no disk, no clock, no
random generator. Time, chance and files are handed in. Start reading at `domain/table/table.py`.
"""
