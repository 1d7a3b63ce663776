"""What is sent often is packed once and kept so; whoever cannot unpack it gets it as it is."""

from __future__ import annotations

import gzip

from flask import Response, make_response, request


def pack(text: str) -> bytes:
    """Packed, and the same bytes every time."""
    return gzip.compress(text.encode(), 6, mtime=0)


def packed_response(packed: bytes, mimetype: str) -> Response:
    """An answer in the form that this browser takes."""
    unpacks = request.accept_encodings.quality("gzip") > 0
    response = make_response(packed if unpacks else gzip.decompress(packed))
    response.mimetype = mimetype
    if unpacks:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response
