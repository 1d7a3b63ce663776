"""What is sent often is packed once and kept so; whoever cannot unpack it gets it as it is."""

from __future__ import annotations

import gzip

from flask import Flask, Response, make_response, request

LEAST = 2048  # bytes: less is one packet or two, packed or not


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


def pack_pages(app: Flask) -> None:
    """A page of the desk is made anew for whoever asks, and packed on its way."""

    @app.after_request
    def packed(response: Response) -> Response:
        if response.mimetype != "text/html" or response.is_streamed or "Content-Encoding" in response.headers:
            return response
        if len(response.get_data()) < LEAST:
            return response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings.quality("gzip") > 0:
            response.set_data(gzip.compress(response.get_data(), 4, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response
