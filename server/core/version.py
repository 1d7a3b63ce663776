"""Which Cinderbox this is. The number stands in pyproject.toml and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def software() -> str:
    """The version of Cinderbox."""
    try:
        return version("cinderbox")
    except PackageNotFoundError:
        return "unpacked"
