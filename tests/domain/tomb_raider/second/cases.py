"""Tomb Raider's manual, sentence by sentence, and cases from them: `reading.txt` beside this file.

Its form is told in `tests/domain/second_reading.py`. Places are the manual's headings, shortened, and the number of
the sentence under it (lists of a level: the number of the entry). A is the first player, then B, C clockwise. c2d3 is
column 2 from the left, depth 3; forward is deeper. "3/4/3/2" are fight, movement, search, intelligence; "danger 3,
depth 2, sum 5" is a location. Numbers of cards are the manual's.
"""

from pathlib import Path

from tests.domain.second_reading import read

READING = read(Path(__file__).with_name("reading.txt"))
