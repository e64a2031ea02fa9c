"""The versus rules of Robinson, sentence by sentence, and cases from them: `reading.txt` beside this file.

Its form is told in `tests/domain/second_reading.py`. Places are the document's headings (Intro, Setup, the six phases
by name, Adventure, Requirements, Attack, Steal, Death) and the number of the sentence under it. A is the first player,
then B, C clockwise; "camp at 8" is the island space 8; distances count island spaces.
"""

from pathlib import Path

from tests.domain.second_reading import read

READING = read(Path(__file__).with_name("reading.txt"))
