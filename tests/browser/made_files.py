"""The files of the project that no hand has written: icons for home screens, and the video that keeps a screen awake.

    python -m tests.browser.made_files        makes them anew (needs ffmpeg and Chromium)

The video is ten seconds of black in 64 by 36 pixels with a silent sound, once as H.264 with AAC for Safari, once as VP8
with Opus for everybody else. It has a sound because WebKit lets a screen sleep beside a video without one.
"""

import shutil
import subprocess
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGS

STATIC = Path(__file__).parent.parent.parent / "server" / "core" / "static"
SIZES = (180, 192, 512)  # iPads and iPhones; Android's home screen; its splash screen
BLACK = ["-f", "lavfi", "-i", "color=black:size=64x36:rate=2:duration=10"]
SILENT = ["-f", "lavfi", "-i", "anullsrc=channel_layout=mono:sample_rate=48000", "-t", "10"]
PLAIN = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
CODECS = {
    "awake.mp4": [
        *("-c:v", "libx264", "-profile:v", "baseline", "-pix_fmt", "yuv420p", "-g", "20", "-c:a", "aac", "-b:a", "8k"),
        *("-bsf:v", "filter_units=remove_types=6", "-movflags", "+faststart"),
    ],
    "awake.webm": ["-c:v", "libvpx", "-b:v", "10k", "-g", "20", "-c:a", "libopus", "-b:a", "6k"],
}
# The mark on a dark ground, with room around it: iPads cut the corners off.
PAGE = """<body style="margin:0;background:#181413;color:#f6f0ea;display:grid;place-items:center;height:100vh">
<style>svg { width: 62vw; height: 62vw; } path:first-child { stroke: #f6f0ea; }</style>{mark}</body>"""


def make_videos():
    for name, codec in CODECS.items():
        command = ["ffmpeg", "-y", "-loglevel", "error", *BLACK, *SILENT, "-shortest", *codec, *PLAIN, STATIC / name]
        subprocess.run(command, check=True)


def make_icons():
    mark = (STATIC / "mark.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=ARGS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.replace("{mark}", mark))
            page.screenshot(path=STATIC / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    make_videos()
    make_icons()
