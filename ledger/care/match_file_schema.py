"""JSON Schema (2020-12) of a match file: the document, and the events in its log."""

from __future__ import annotations

from typing import Any

import msgspec

from tablescribe.domain.match.events import EVENTS
from tablescribe.ledger.care.match_files import WITH_TEXTS, MatchFile, StoredRow

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FIELDS = StoredRow.__struct_fields__


def match_file_schema() -> dict[str, Any]:
    """Return the schema of match files of this version and earlier ones.

    The `body` of an event is a string, because its exact bytes are hashed. `contentSchema` describes its content, but
    validators do not enforce it. To check an event, parse the string and validate it against `#/$defs/Event`.
    """
    template = "#/$defs/{name}"
    (document,), parts = msgspec.json.schema_components([MatchFile], ref_template=template)
    kinds, events = msgspec.json.schema_components(EVENTS, ref_template=template)
    row = parts["StoredRow"]
    for at, name in enumerate(FIELDS):
        row["prefixItems"][at]["title"] = name
    body = row["prefixItems"][FIELDS.index("body")]
    body |= {"contentMediaType": "application/json", "contentSchema": {"$ref": "#/$defs/Event"}}
    return {
        "$schema": DIALECT,
        "$id": f"urn:tablescribe:match-file:{WITH_TEXTS}",
        "title": "Tablescribe match file",
        **document,
        "$defs": parts | events | {"Event": {"description": "Any event of a match.", "anyOf": list(kinds)}},
    }
