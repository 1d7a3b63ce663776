"""QR codes as a camera sees them: read by a reader of our own, from what is drawn."""

import re
from random import Random

import pytest

from server.box import qr_codes
from server.box.qr_codes import qr, qr_rows, wifi_rows
from tests.qr_reader import read

DICE = Random("codes")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
KEYS = ["".join(DICE.choices(LETTERS, k=20)) for _ in range(12)]
TEXTS = [
    "http://10.0.0.1/",
    "http://192.168.178.20:8000/",
    "HTTP://BOX/ENTER",
    "http://cinderbox.local/enter/Gül-und-José",
    *(f"http://192.168.178.20:8000/me#{key[:8]}" for key in KEYS[:4]),
    *(f"http://[fd00::1234:5678]:8000/slip#{key[:12]}.3.{117 * n}.{key}" for n, key in enumerate(KEYS, start=1)),
    "http://box/" + "x" * 190,
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_code_says_what_was_written(text: str) -> None:
    assert read(qr_rows(text), border=2) == text


def test_a_drawn_code_is_the_same_as_its_rows() -> None:
    text = TEXTS[-2]
    assert read(_drawn(qr(text)), border=3) == text


def test_the_wifi_is_told_with_what_its_name_and_password_may_hold() -> None:
    assert read(wifi_rows("Café; 2", 'a"b\\c'), border=2) == r"WIFI:T:WPA;S:Café\; 2;P:a\"b\\c;;"
    assert read(wifi_rows("Open", ""), border=2) == "WIFI:S:Open;;"


def test_the_reader_finds_a_wrong_dot() -> None:
    rows = list(qr_rows(TEXTS[0]))
    wrong = {"0": "1", "1": "0"}[rows[-11][-3]]
    rows[-11] = rows[-11][:-3] + wrong + rows[-11][-2:]
    assert read(rows, border=2) != TEXTS[0]


def test_no_code_is_made_eight_times(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    made = qr_codes.segno.make
    monkeypatch.setattr(qr_codes.segno, "make", lambda text, **how: (asked.append(how), made(text, **how))[1])
    qr("http://10.0.0.1/one")
    assert [how["mask"] for how in asked] == [qr_codes.MASK]


def _drawn(svg: str) -> list[str]:
    """The rows of a drawing: one path of strokes, each from a place to the right."""
    size = int(re.search(r'viewBox="0 0 (\d+) ', svg)[1])  # type: ignore[index]
    rows = [["0"] * size for _ in range(size)]
    paths = [path for path in re.findall(r'd="([^"]+)"', svg) if "h" in path]
    x = y = 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]*)", paths[-1]):
        given = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if kind == "M":
            x, y = given
        elif kind == "m":
            x, y = x + given[0], y + given[1]
        else:
            rows[int(y)][int(x) : int(x + given[0])] = "1" * int(given[0])
            x += given[0]
    return ["".join(row) for row in rows]
