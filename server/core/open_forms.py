"""A form that was open while somebody else saved the same thing: nobody wipes out what they have not read.

The form carries a mark of what it was filled with, as `was`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from engine.refusals import Refused
from server.core.spelling import quoted

LONGEST = 60
Fields = Mapping[str, str]
Labels = Mapping[str, str | tuple[str, str]]  # what a field is called; of a tick what it means with it and without


class SavedMeanwhile(Refused):
    """What the form would change is not what it was filled with."""


def mark(kept: Fields) -> str:
    """The same for the same fields."""
    told = json.dumps(kept, sort_keys=True)
    return blake2b(told.encode("utf-8", "replace"), digest_size=8).hexdigest()


def require_as_it_was(form: Fields, kept: Fields, *, now: str) -> None:
    """Refused if somebody else saved these fields since the form was opened; `now` says what they are.

    Nothing to say is nothing to lose: what is kept is what was typed, as after a double tap.
    """
    if now and form.get("was", mark(kept)) != mark(kept):
        raise SavedMeanwhile(
            "Somebody else saved this while you had it open, so yours is not saved yet. "
            f"It says now: {now}. Save again to put yours in its place."
        )


def was(kept: Fields, form: Fields | None = None, why: Refused | None = None) -> str:
    """What a page puts into its form: after a refusal for any other reason, what the form was filled with before."""
    return mark(kept) if form is None or isinstance(why, SavedMeanwhile) else form.get("was", mark(kept))


def differences(kept: Fields, form: Fields, labels: Labels) -> str:
    """What is kept where something else is typed: number “B-7”, no note. Empty where it is the same."""
    found = {
        label: kept.get(field, "") for field, label in labels.items() if kept.get(field, "") != _typed(form, field)
    }
    return ", ".join(_said(label, value) for label, value in found.items())


def changed(form: Fields, typed: Fields) -> dict[str, str]:
    """Of what is typed only what the form was not filled with, where it says so field by field, as `was-name`.

    For fields that have nothing to do with each other: two people may then save one form, and nobody is asked.
    """
    return {field: value for field, value in typed.items() if value != form.get(f"was-{field}")}


def _typed(form: Fields, field: str) -> str:
    return form.get(field, "").replace("\r\n", "\n").strip()


def _said(label: str | tuple[str, str], value: str) -> str:
    if not isinstance(label, str):
        return label[0] if value else label[1]
    if not value:
        return f"no {label}"
    return f"other {label}" if "\n" in value or len(value) > LONGEST else f"{label} {quoted(value)}"
