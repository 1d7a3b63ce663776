"""The cookie of a device: by https under a name of its own, that is never sent where others could read it.

A box may be open by http and by https at once. One cookie for both would be sent in the clear by the next http page;
and where a browser keeps one that is only for https, http cannot replace it, so that nobody could sign in there.
"""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface

HTTP_COOKIE = "cinderbox"
HTTPS_COOKIE = "__Host-cinderbox"  # a browser takes this name only by https, for this host alone


class Sessions(SecureCookieSessionInterface):
    """As Flask keeps them."""

    def get_cookie_name(self, app: Flask) -> str:
        return HTTPS_COOKIE if request.is_secure else super().get_cookie_name(app)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


class _OfTheBox(Sessions):
    """The cookie that the box gives when it is open, whatever the pages that ask call their own."""

    def get_cookie_name(self, app: Flask) -> str:
        return HTTPS_COOKIE if request.is_secure else HTTP_COOKIE


def known_before(app: Flask) -> dict[str, Any]:
    """What the box's cookie says of this device, for pages that keep another session while the box cannot be opened."""
    return dict(_OfTheBox().open_session(app, request) or {})
