"""Cache compiled Jinja templates beside Python's compiled modules, once for each version of their source.

Loading a compiled template executes it. So the cache is where Python keeps compiled modules (`__pycache__`, or below
PYTHONPYCACHEPREFIX), never in a cache folder: anyone who can write there can already change the code that runs. A
file is read only if it is complete and only this user can write it. If nothing can be written, every process compiles.
"""

from __future__ import annotations

import marshal
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from tablescribe.replays.reading.parsed_files import keep, kept

FORM = "tablescribe template 1"
"""Part of each key. Raise the number when settings of an environment change that `_key` does not name."""


class CompiledTemplates(BytecodeCache):
    """The compiled templates of an environment.

    Args:
        name: the environment; each can compile templates in its own way.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the path of a template; its cache file is beside it."""
        return filename or ""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the compiled template from its cache file, if the file was made from this source."""
        with suppress(OSError, ValueError, TypeError, EOFError, NotImplementedError):
            found = marshal.loads(kept(self._place(bucket), self._key(bucket)))
            if isinstance(found, CodeType):
                bucket.code = found

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a compiled template, if possible."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError, ValueError, NotImplementedError):
            keep(self._place(bucket), self._key(bucket), marshal.dumps(bucket.code))

    def _place(self, bucket: Bucket) -> Path:
        """Return the cache file of a compiled template.

        Raises:
            ValueError: the template is not from a file.
            NotImplementedError: this Python writes no compiled modules.
        """
        if not bucket.key:
            raise ValueError("it is not of a file")
        return Path(cache_from_source(f"{bucket.key}.py")).with_suffix(f".{self._name}")

    def _key(self, bucket: Bucket) -> str:
        """Return a hash of everything a compiled template depends on: its source, the settings, and the compiler."""
        of = bucket.environment
        settings = (of.autoescape, of.trim_blocks, of.lstrip_blocks, of.undefined.__name__, of.finalize is not None)
        made_by = (FORM, jinja2.__version__, MAGIC_NUMBER, self._name, settings)
        return sha256(f"{made_by} {bucket.key} {bucket.checksum}".encode()).hexdigest()
