"""Whose box this is: name, logo and colour of a shop or club, on walls, phones and paper."""

from __future__ import annotations

import hashlib
from contextlib import closing
from typing import Any

from flask import Blueprint, Response, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from engine.refusals import Refused, Unknown
from engine.values import dataclass
from server.box import box_settings
from server.box.logo import MOST_BYTES, read_logo
from server.core.auth import needs
from server.core.db import db
from server.core.models import BoxRow
from server.core.open_forms import changed
from server.core.spelling import clean

bp = Blueprint("shop", __name__)
# Kept as digits: whoever is erased is searched for in every text of the box, and a picture must have no words.
NAME, ACCENT, LOGO, LOGO_TAG = "shop-name", "shop-accent", "shop-logo", "shop-logo-tag"
LONGEST_NAME = 60
# By the key in tokens.css, where each keeps its contrast on every ground.
ACCENTS = {"": "Ember", "violet": "Violet", "green": "Green", "plain": "Black and white"}


@dataclass(frozen=True, slots=True)
class Shop:
    """As every page may show it; empty where nobody said anything."""

    name: str = ""
    accent: str = ""
    logo: str = ""

    @property
    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "accent": self.accent, "logo": self.logo}


def shop() -> Shop:
    """Nothing where the database does not answer: a page that says so is better than none."""
    keys = (NAME, ACCENT, LOGO_TAG)
    try:
        with db.engine.connect() as connection:
            rows = connection.execute(select(BoxRow.key, BoxRow.value).where(BoxRow.key.in_(keys))).all()
    except SQLAlchemyError:
        return Shop()
    said = {row.key: row.value for row in rows}
    accent, tag = said.get(ACCENT, ""), said.get(LOGO_TAG, "")
    return Shop(
        said.get(NAME, ""),
        accent if accent in ACCENTS else "",
        url_for("shop.logo", tag=tag) if tag else "",
    )


@bp.get("/shop/<tag>.png")
@needs("public")
def logo(tag: str) -> ResponseReturnValue:
    """Named by what it shows, so that it is kept for ever and never old."""
    kept = box_settings.get(LOGO) if tag == box_settings.get(LOGO_TAG) else ""
    if not kept:
        raise Unknown("There is no such picture on this box.")
    response = Response(bytes.fromhex(kept), mimetype="image/png")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers["Content-Security-Policy"] = "default-src 'none'"
    return response


@bp.post("/box/shop")
@needs("organizer")
def save() -> ResponseReturnValue:
    name, accent = clean(request.form.get("name", "")), request.form.get("accent", "")
    if len(name) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} characters.")
    if accent not in ACCENTS:
        raise Refused("There is no such colour. Choose one from the list.")
    box_settings.put(**changed(request.form, {"shop_name": name, "shop_accent": accent}))
    flash("Saved. Walls and phones show it at once.", "done")
    return _home()


@bp.post("/box/shop/logo")
@needs("organizer")
def save_logo() -> ResponseReturnValue:
    sent = request.files.get("logo")
    data = b""
    if sent is not None:
        with closing(sent):
            data = sent.read(MOST_BYTES + 1)
    picture = read_logo(data)
    tag = hashlib.sha256(picture).hexdigest()[:16]
    box_settings.put(shop_logo=picture.hex(), shop_logo_tag=tag)
    flash("The logo is on walls, phones and paper now.", "done")
    return _home()


@bp.post("/box/shop/logo/remove")
@needs("organizer")
def remove_logo() -> ResponseReturnValue:
    box_settings.put(shop_logo="", shop_logo_tag="")
    flash("The logo is removed.", "done")
    return _home()


def _home() -> ResponseReturnValue:
    return redirect(url_for("this_box.show", _anchor="shop"), 303)
