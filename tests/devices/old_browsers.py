"""Chromiums of years ago, as npm's packages carry them: fetched once and kept in CINDERBOX_BROWSERS."""

import os
import shutil
import subprocess
import tarfile
import tempfile
from contextlib import suppress
from pathlib import Path

import brotli

KEPT = Path(os.environ.get("CINDERBOX_BROWSERS") or "/var/tmp/cinderbox-browsers")
PACKAGES = {80: "chrome-aws-lambda@2.1.1", 92: "chrome-aws-lambda@10.1.0", 106: "@sparticuz/chrome-aws-lambda@17.1.3"}


class NotHere(Exception):
    """Why this Chromium cannot be had."""


def old_browser(version: int) -> Path:
    """The folder with this Chromium and its libraries."""
    folder = KEPT / f"chromium-{version}"
    if not folder.exists():
        _fetch(PACKAGES[version], folder)
    return folder


def _fetch(package: str, folder: Path) -> None:
    if not shutil.which("npm"):
        raise NotHere(f"{package} comes with npm, which is not installed")
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
        packed = subprocess.run(["npm", "pack", "--silent", package], cwd=scratch, capture_output=True, text=True)
        if packed.returncode:
            raise NotHere(f"npm could not get {package}")
        with tarfile.open(Path(scratch) / packed.stdout.split()[-1]) as archive:
            archive.extractall(scratch, filter="data")
        _unpack(Path(scratch) / "package" / "bin", half := Path(scratch) / "half")
        with suppress(OSError):  # somebody else was quicker
            half.rename(folder)


def _unpack(source: Path, folder: Path) -> None:
    folder.mkdir()
    for name in ("aws.tar.br", "swiftshader.tar.br"):
        archive = folder / "part.tar"
        archive.write_bytes(brotli.decompress((source / name).read_bytes()))
        with tarfile.open(archive) as part:
            part.extractall(folder, filter="data")
        archive.unlink()
    chromium = folder / "chromium"
    chromium.write_bytes(brotli.decompress((source / "chromium.br").read_bytes()))
    chromium.chmod(0o755)
