"""A picture that somebody uploads, made into one of our own: decoded under limits, drawn anew, written as PNG.

Nothing of the file itself is kept or sent to anybody: no script, no comment, no trailer. Pillow is loaded only here.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from engine.refusals import Refused

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 1_500_000
MOST_PIXELS = 12_000_000
KEPT_BYTES = 150_000
LARGEST = (800, 400)
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
NO_PICTURE = "This is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file."

TOO_LARGE = "This picture has more than 12 million pixels. Make it smaller first."


def read_logo(data: bytes) -> bytes:
    """The picture as a PNG of ours, at most 800 × 400; or a sentence why not."""
    if not data:
        raise Refused("Choose a file first.")
    if len(data) > MOST_BYTES:
        raise Refused("This file is larger than 1.5 MB. Choose a smaller one.")
    if _is_svg(data):
        raise Refused("SVG is not taken: it can carry scripts. Save the logo as PNG and choose that.")
    return _written(_decoded(data))


def _is_svg(data: bytes) -> bool:
    beginning = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return beginning.startswith((b"<svg", b"<?xml", b"<!doctype svg")) or b"<svg" in beginning


def _decoded(data: bytes) -> Image:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as found:
            width, height = found.size
            if width * height > MOST_PIXELS:
                raise Refused(TOO_LARGE)
            found.draft("RGB", LARGEST)
            ImageOps.exif_transpose(found, in_place=True)
            picture: Image.Image = found.convert("RGBA")
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as why:
        raise Refused(TOO_LARGE) from why
    except Exception as why:  # a decoder says anything of a foreign file
        raise Refused(NO_PICTURE) from why
    picture.thumbnail(LARGEST)
    return picture


def _written(picture: Image) -> bytes:
    """As large as it may be kept: photographs are made smaller until they fit."""
    while True:
        found = io.BytesIO()
        picture.save(found, "PNG", optimize=True)
        if len(found.getvalue()) <= KEPT_BYTES:
            return found.getvalue()
        picture = picture.resize((max(1, picture.width * 3 // 4), max(1, picture.height * 3 // 4)))
