"""Photos as answers: with their type, which no browser guesses, and a policy by which nothing in them runs."""

from __future__ import annotations

from starlette.responses import Response

from tablescribe.ledger.log.pictures import TYPE

POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def photo_answer(data: bytes, commitment: str) -> Response:
    """Return a photo as an answer that no cache keeps, as it may be erased."""
    return Response(
        data, media_type=TYPE,
        headers={
            "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
            "Content-Disposition": f'inline; filename="{commitment[:12]}.jpg"',
        },
    )  # fmt: skip
