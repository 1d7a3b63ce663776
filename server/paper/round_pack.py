"""What goes onto a USB stick after a round: the backup, and the round on paper for the day the box itself is gone."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from flask import Flask, current_app, render_template

from engine.so_far import last_closed
from server.box import backups, usb_stick
from server.core import static_files, time_of_day
from server.core.desk import Desk, desk
from server.paper.round_paper import document

BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome")
LONGEST = 60
log = logging.getLogger(__name__)
# What other rooms write beside it: files made in this folder for this event.
BESIDE: list[Callable[[Flask, str, Path], list[Path]]] = []


def take_along(app: Flask, tournament_id: str, backup: Path) -> None:
    """Copy the backup to every stick that is there, then the round's paper: a page that needs no server, and a PDF."""
    if not usb_stick.sticks():
        return
    config = app.config["CINDERBOX"]
    wrong = usb_stick.take_backup(config, backup)
    with tempfile.TemporaryDirectory(prefix="cinderbox-pack-", ignore_cleanup_errors=True) as folder:
        page = _page(app, tournament_id, Path(folder))
        if page is not None:
            more = (file for make in BESIDE for file in make(app, tournament_id, Path(folder)))
            wrong += usb_stick.copy_to_sticks(config, {file.name: file for file in (page, *_pdf(page), *more)})
    usb_stick.keep_trouble(config, wrong)


def _page(app: Flask, tournament_id: str, folder: Path) -> Path | None:
    """The pack of the last closed round in one file."""
    with app.test_request_context():
        event = desk(tournament_id)
        number = last_closed(event.t)
        if not number:
            return None
        pack = document(event, "pack", number, now=time_of_day.now())
        html = render_template("paper_sheet.html", names=event.names, doc=pack, tid=tournament_id)
    page = folder / f"{pack_name(event)}-round-{number}.html"
    page.write_text(_self_contained(html), encoding="utf-8")
    return page


def pack_name(event: Desk) -> str:
    """How the files of an event begin: its name as any file system takes it, and a piece of its id."""
    return (re.sub(r"\W+", "-", event.name.casefold()).strip("-")[:40] or "event") + f"-{event.id[:4]}"


def _self_contained(html: str) -> str:
    """Styles inside, scripts, icon and the bar with its way back left out."""

    def inside(link: re.Match[str]) -> str:
        styles = static_files.bundled(link[1])
        assert styles is not None, link[1]
        return f"<style>{styles}</style>"

    html = re.sub(r'<link rel="stylesheet" href="/static/\w+/page/([^"]+)">', inside, html)
    return re.sub(
        r'<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>|<script.*?</script>|<header class="p-bar">.*?</header>',
        "",
        html,
        flags=re.S,
    )


def _pdf(page: Path) -> list[Path]:
    """The same as a PDF, if a browser is here to make it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return []
    pdf = page.with_suffix(".pdf")
    # No sandbox: it shows one file that we wrote, without script, inside the unit's own sandbox.
    flags = (
        "--headless",
        "--no-sandbox",
        "--no-zygote",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-pdf-header-footer",
    )
    profile = f"--user-data-dir={page.parent / 'profile'}"
    home = {**os.environ, "HOME": str(page.parent)}
    command = [browser, *flags, profile, f"--print-to-pdf={pdf}", page.as_uri()]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=LONGEST, env=home)
    except (OSError, subprocess.SubprocessError) as why:
        log.warning("no PDF of %s, only the page: %s", page.name, why)
    return [pdf] if pdf.exists() else []


def backup_after_round(tournament_id: str) -> None:
    """The same, and the round on paper with it onto the stick."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    backups.soon(app.config["CINDERBOX"], tournament_id, lambda made: take_along(app, tournament_id, made))
