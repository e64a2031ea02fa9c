"""Names of files and pages, made from titles and people's names."""

from __future__ import annotations

import re
import unicodedata


def slug(text: str) -> str:
    """Return the Latin letters and digits of a text in lower case, with hyphens between words; it may be empty."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
