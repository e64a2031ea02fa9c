"""Serve photos with their media type, which browsers must not guess, and a policy under which nothing in them runs."""

from __future__ import annotations

from starlette.responses import Response

from tablescribe.ledger.log.pictures import TYPE

POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def photo_answer(data: bytes, commitment: str) -> Response:
    """Return a photo as a response that caches do not store, because it may be erased later."""
    return Response(
        data, media_type=TYPE,
        headers={
            "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
            "Content-Disposition": f'inline; filename="{commitment[:12]}.jpg"',
        },
    )  # fmt: skip
