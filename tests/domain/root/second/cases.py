"""Section 16 of the Law of Root, sentence by sentence, and cases from it: `reading.txt` beside this file.

Its form is told in `tests/domain/second_reading.py`. Places are the law's own numbers and the number of the sentence
there. Players are A, B, C … in turn order; x, y, z are hirelings; sympathy, sawmills and the like are the game's;
bare numbers such as "at 4" are clearings. "Ready" is neither exhausted nor damaged.
"""

from pathlib import Path

from tests.domain.second_reading import read

READING = read(Path(__file__).with_name("reading.txt"))
