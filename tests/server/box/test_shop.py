"""A shop's name, logo and colour: shown everywhere, and no file of a stranger's is ever kept or sent on."""

import io
import re
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from engine.refusals import Refused
from server.box import box_settings
from server.box.logo import KEPT_BYTES, LARGEST, MOST_BYTES, NO_PICTURE, read_logo
from server.box.shop import ACCENTS
from server.directory import erasing
from tests.server.conftest import filled
from tests.server.people.listed import event, person
from tests.server.played import entered, started

TOKENS = (Path(__file__).parents[3] / "server/core/static/tokens.css").read_text()


def picture(kind="PNG", size=(300, 100), mode="RGBA", **options):
    found = io.BytesIO()
    Image.new(mode, size, "red").save(found, kind, **options)
    return found.getvalue()


def png_that_claims(width, height):
    """A PNG of a few bytes whose head promises a picture that fills the memory."""

    def chunk(name, data):
        body = name + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 999)) + chunk(b"IEND", b"")
    )


def upload(organizer, data, name="logo.png"):
    return organizer.post("/box/shop/logo", logo=(io.BytesIO(data), name))


def logo_address(actor):
    return actor.client.get("/api/wall").get_json()["shop"]["logo"]


@pytest.mark.parametrize(
    "data",
    [
        picture("PNG"),
        picture("JPEG", mode="RGB"),
        picture("GIF", mode="P"),
        picture("WEBP"),
        picture(size=(3000, 1500)),
    ],
    ids=["png", "jpeg", "gif", "webp", "large"],
)
def test_a_picture_is_drawn_anew_as_a_png_of_ours(data):
    with Image.open(io.BytesIO(read_logo(data))) as ours:
        assert ours.format == "PNG"
        assert ours.size[0] <= LARGEST[0]
        assert ours.size[1] <= LARGEST[1]


def test_nothing_but_the_picture_is_kept():
    """No comment, no script behind the end, nothing that a camera wrote."""
    from PIL.PngImagePlugin import PngInfo

    said = PngInfo()
    said.add_text("Comment", "MARKED-COMMENT")
    ours = read_logo(picture(pnginfo=said) + b"<script>MARKED-SCRIPT</script>")
    assert b"MARKED" not in ours


def test_a_photograph_is_made_smaller_until_it_can_be_kept():
    noise = Image.effect_noise((1600, 800), 90).convert("RGB")
    found = io.BytesIO()
    noise.save(found, "JPEG", quality=90)
    assert len(read_logo(found.getvalue())) <= KEPT_BYTES


SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (png_that_claims(60_000, 60_000), "more than 12 million"),
        (png_that_claims(4_000, 4_000), "more than 12 million"),
        (png_that_claims(300, 300), NO_PICTURE),
        (SVG, "SVG is not taken"),
        (b"\xef\xbb\xbf\n  <svg/>", "SVG is not taken"),
        (b"<script>alert(1)</script>", NO_PICTURE),
        (b"Just a text, called logo.png.", NO_PICTURE),
        (b"%PDF-1.7", NO_PICTURE),
        (picture()[:60], NO_PICTURE),
        (picture("BMP", mode="RGB"), NO_PICTURE),
        (picture("TIFF"), NO_PICTURE),
        (b"", "Choose a file first"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * MOST_BYTES, "larger than 1.5 MB"),
    ],
    ids=["bomb", "large", "hollow", "svg", "svg-bom", "script", "text", "pdf", "cut", "bmp", "tiff", "empty", "bytes"],
)
def test_what_is_no_picture_is_refused_with_a_sentence(app, organizer, data, told):
    with pytest.raises(Refused, match=re.escape(told)):
        read_logo(data)
    assert told in upload(organizer, data)
    assert logo_address(organizer) == ""


def test_a_png_whose_texts_unpack_to_much_more_is_no_danger():
    """Either refused, or read without its texts."""

    def chunk(name, data):
        body = name + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    plain = picture()
    bomb = chunk(b"zTXt", b"a\0\0" + zlib.compress(b"0" * 90_000_000, 9))
    with suppress(Refused):
        assert len(read_logo(plain[:33] + bomb + plain[33:])) < KEPT_BYTES


def test_name_logo_and_colour_are_on_wall_phones_and_paper(app, organizer, stranger):
    started(app, 4)
    organizer.post("/events/cup/pairings/pair")
    organizer.post("/box/shop", name="Dragon’s Lair", accent="violet")
    assert "The logo is on walls, phones and paper now." in upload(organizer, picture())
    shown = stranger.client.get("/api/wall").get_json()["shop"]
    assert (shown["name"], shown["accent"]) == ("Dragon’s Lair", "violet")
    for path in ("/e/cup/", "/wall"):
        assert 'data-accent="violet"' in stranger.get(path).html
    for actor, path in (
        (stranger, "/e/cup/"),
        (organizer, "/events/cup/print/names"),
        (organizer, "/events/cup/print/signs"),
        (organizer, "/events/cup/print/cards"),
        (organizer, "/events/cup/entry/flyer"),
    ):
        page = actor.get(path)
        assert "Dragon’s Lair" in page
        assert shown["logo"] in page.html
    answer = stranger.client.get(shown["logo"])
    assert answer.mimetype == "image/png"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"


def test_another_logo_has_another_address_and_none_is_nowhere(app, organizer, stranger):
    upload(organizer, picture())
    first = logo_address(stranger)
    upload(organizer, picture(size=(90, 90)))
    assert logo_address(stranger) != first
    assert stranger.client.get(first).status_code == 404
    organizer.post("/box/shop/logo/remove")
    assert logo_address(stranger) == ""


def test_two_organizers_may_choose_name_and_colour_at_once(organizer, second):
    was = filled(second.get("/box"))
    organizer.post("/box/shop", name="Dragon’s Lair", accent="", **filled(organizer.get("/box")))
    second.post("/box/shop", name="", accent="violet", **was)
    shown = organizer.client.get("/api/wall").get_json()["shop"]
    assert (shown["name"], shown["accent"]) == ("Dragon’s Lair", "violet")


@pytest.mark.parametrize("form", [{"name": "x" * 61, "accent": ""}, {"name": "Lair", "accent": "pink"}])
def test_a_name_too_long_and_a_colour_that_is_not_there_are_refused(app, organizer, form):
    organizer.post("/box/shop", **form)
    assert organizer.client.get("/api/wall").get_json()["shop"]["name"] == ""


def test_only_the_organizer_says_whose_box_it_is(app, judge, stranger):
    entered(app, 4)
    for actor in (judge, stranger):
        actor.post("/box/shop", name="Mine", accent="")
        upload(actor, picture())
        assert actor.client.get("/api/wall").get_json()["shop"] == {"name": "", "accent": "", "logo": ""}


def test_whoever_is_erased_leaves_the_logo_as_it_is(app, organizer):
    """A picture kept as text must not hold anybody's name by chance."""
    upload(organizer, picture())
    before = organizer.client.get(logo_address(organizer)).get_data()
    with app.app_context():
        kept = box_settings.get("shop-logo")
        assert re.fullmatch("[0-9a-f]+", kept)
        inside = kept[40:46]
        event("one", inside, "Ben")
        erasing.erase(person(inside), "s0")
        assert box_settings.get("shop-logo") == kept
    assert inside not in organizer.get("/events/one/players/").text
    assert organizer.client.get(logo_address(organizer)).get_data() == before


def test_a_start_does_not_pay_for_pictures():
    code = "import sys, server.app; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Contrast


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def tokens(selector):
    """What a rule of tokens.css sets, as far as it is a plain colour."""
    body = re.search(rf"{re.escape(selector)}[^{{]*\{{([^}}]*)\}}", TOKENS)[1]
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})", body))


@pytest.mark.parametrize("accent", [key for key in ACCENTS if key])
def test_every_colour_stands_out_on_every_ground(accent):
    """7 to 1 on walls and tablets, 4.5 to 1 on the desk and phones, light and dark."""
    light, dark, wall = (
        tokens(f':root[data-accent="{accent}"]{more}')
        for more in ("", ':not([data-theme="light"])', '[data-surface="wall"]')
    )
    for ground in ("#0f0c0b", "#181413", "#221d1b"):
        assert contrast(wall["--go-text"], ground) >= 7
        assert contrast(dark["--go-text"], ground) >= 4.5
    for ground in ("#ffffff", "#f7f4f1", "#ece7e2"):
        assert contrast(light["--go-text"], ground) >= 4.5
    assert contrast(wall["--go"], wall["--go-ink"]) >= 7
    assert contrast(wall["--go-on-ink"], "#f6f0ea") >= 7
    for both in (light, dark):
        assert contrast(both["--go"], both["--go-ink"]) >= 4.5


def test_a_phone_that_looked_before_shows_the_new_name_at_once(app, organizer, stranger):
    """Public pages are kept for a revision, and a shop's name is of none."""
    entered(app, 4)
    assert "Lair" not in stranger.get("/e/cup/")
    organizer.post("/box/shop", name="Dragon’s Lair", accent="green")
    page = stranger.get("/e/cup/")
    assert "Dragon’s Lair" in page
    assert 'data-accent="green"' in page.html
