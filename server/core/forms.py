"""Forms as they come in, and numbers that people type into them."""

from __future__ import annotations

from typing import Any

from flask import Request
from werkzeug.datastructures import MultiDict
from werkzeug.formparser import FormDataParser

from engine.refusals import Refused
from engine.words import PlayerId

MOST_TABLE = 9999  # the highest number of a table


class OnlyNamed(FormDataParser):
    """Fields that have a name: no browser sends others, and whoever looks through the names expects texts."""

    def parse(self, *asked: Any, **more: Any) -> Any:
        stream, form, files = super().parse(*asked, **more)
        for name, file in files.items(multi=True):
            if name is None:
                file.close()
        return stream, self._named(form), self._named(files)

    def _named(self, fields: MultiDict[str, Any]) -> MultiDict[str, Any]:
        return self.cls([(name, told) for name, told in fields.items(multi=True) if name is not None])


class PageRequest(Request):
    """What somebody asks of the pages."""

    form_data_parser_class = OnlyNamed


def whole(text: str, *, most: int) -> int | None:
    """The number, if the text is one up to `most`; however long it is, nobody has to read more digits than that."""
    digits = text.lstrip("0") or "0"
    if not text.isdecimal() or len(digits) > len(str(most)):
        return None
    return found if (found := int(digits)) <= most else None


def number(text: str, *, otherwise: str) -> int:
    """A whole number as people type it."""
    if not text.isdecimal() or len(text) > 4:
        raise Refused(otherwise)
    return int(text)


def typed_order(form: MultiDict[str, str]) -> tuple[list[PlayerId], list[int]]:
    """Players who are tied, and the place that was typed for each; 0 for what is no number."""
    tied = form.getlist("player")
    typed = [form.get(f"place-{player}", "").strip() for player in tied]
    return tied, [whole(place, most=len(tied)) or 0 for place in typed]
