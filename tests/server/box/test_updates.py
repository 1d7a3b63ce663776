"""Updates from a stick at the desk: which version, whether it is whole, and only a word for systemd."""

from hashlib import sha256

import pytest

from server.box import updates, usb_stick
from tests.server.result_event import Event


@pytest.fixture
def media(tmp_path, monkeypatch):
    folder = tmp_path / "media"
    folder.mkdir()
    monkeypatch.setenv("CINDERBOX_MEDIA", str(folder))
    monkeypatch.setattr(usb_stick, "sticks", lambda: sorted(folder.iterdir()))
    return folder


@pytest.fixture
def door(tmp_path, monkeypatch):
    folder = tmp_path / "door"
    folder.mkdir()
    monkeypatch.setenv("CINDERBOX_POWER", str(folder))
    monkeypatch.setenv("CINDERBOX_UPDATES", str(folder))
    monkeypatch.setenv("CINDERBOX_UPDATING", str(folder / "at-work"))
    return folder


def put_on(media, version="9.1.0", name="sda1"):
    """A stick with an update on it."""
    folder = media / name / updates.FOLDER
    (folder / "wheels").mkdir(parents=True)
    (folder / "deploy.tar").write_bytes(b"steps")
    (folder / f"wheels/cinderbox-{version}-py3-none-any.whl").write_bytes(b"wheel")
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    lines = [f"{sha256((folder / name).read_bytes()).hexdigest()}  ./{name}\n" for name in names]
    (folder / updates.SUMS).write_text("".join(lines))
    return folder


def fingerprint(folder):
    return sha256((folder / updates.SUMS).read_bytes()).hexdigest()[:16]


def test_it_says_which_version_and_who_is_playing_and_leaves_a_word(app, organizer, media, door):
    folder = put_on(media)
    Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    page = organizer.get("/box/update")
    assert "Cinderbox 9.1.0 on the stick sda1" in page
    assert "2 tables still playing" in page
    assert fingerprint(folder) in page
    assert list(door.iterdir()) == []
    assert "is being updated to 9.1.0" in organizer.post("/box/update", fingerprint=fingerprint(folder))
    assert [path.name for path in door.iterdir()] == [updates.DOOR]
    assert (door / updates.DOOR).read_bytes() == b""
    assert "An update is running" in organizer.get("/box/update")


def test_without_a_stick_it_says_how_to_make_one(organizer, media, door):
    assert "./deploy/build-update STICK" in organizer.get("/box/update")
    organizer.post("/box/update", fingerprint="")
    assert list(door.iterdir()) == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda folder: (folder / "deploy.tar").write_bytes(b"other"), "differs from its checksums (deploy.tar)"),
        (lambda folder: (folder / "more.sh").write_text("rm"), "holds more than its list"),
        (lambda folder: (folder / "deploy.tar").unlink(), "is not whole"),
        (lambda folder: (folder / updates.SUMS).unlink(), "no list of checksums"),
        (lambda folder: next(folder.glob("wheels/*")).unlink(), "holds no Cinderbox"),
    ],
)
def test_what_is_not_as_its_list_says_is_not_installed(organizer, media, door, spoil, told):
    folder = put_on(media)
    known = fingerprint(folder)
    spoil(folder)
    assert told in organizer.get("/box/update")
    organizer.post("/box/update", fingerprint=known)
    assert list(door.iterdir()) == []


def test_another_stick_than_the_one_that_was_shown_is_not_installed(organizer, media, door):
    put_on(media)
    assert "Another update is in the box" in organizer.post("/box/update", fingerprint="0" * 16)
    put_on(media, name="sdb1")
    assert "Leave one stick" in organizer.get("/box/update")
    organizer.post("/box/update", fingerprint=fingerprint(media / "sda1" / updates.FOLDER))
    assert list(door.iterdir()) == []


@pytest.mark.parametrize(
    ("version", "told"), [("0.0.1", "older than what the box runs"), ("0.1.0", "of that number already")]
)
def test_an_older_one_is_told(organizer, media, door, version, told):
    put_on(media, version)
    assert told in organizer.get("/box/update")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("done\n9.1.0\n", "The last update was to 9.1.0."),
        (
            "failed\nThe new version cannot open this box's data, so nothing was changed.\n",
            "was not done: The new version",
        ),
        ("nonsense", "There is no update"),
    ],
)
def test_how_the_last_one_went(organizer, media, door, said, told):
    (door / "said").write_text(said)
    assert told in organizer.get("/box/update")


def test_one_that_runs_is_waited_for_and_one_that_the_power_cut_off_is_done_again(organizer, media, door):
    """What stands under /run is gone after a power cut; what was said of it is not."""
    known = fingerprint(put_on(media))
    (door / "said").write_text("running\n9.1.0\n")
    (door / "at-work").mkdir()
    assert "An update is running" in organizer.get("/box/update")
    assert "running already" in organizer.post("/box/update", fingerprint=known)
    assert not (door / updates.DOOR).exists()
    (door / "at-work").rmdir()
    page = organizer.get("/box/update")
    assert "The update to 9.1.0 was cut off" in page
    assert known in page
    organizer.post("/box/update", fingerprint=known)
    assert (door / updates.DOOR).exists()
    assert "cut off" not in organizer.get("/box/update")


def test_a_machine_that_is_not_set_up_for_it_says_so(organizer, media, monkeypatch):
    monkeypatch.delenv("CINDERBOX_POWER", raising=False)
    folder = put_on(media)
    assert "cannot be updated from here" in organizer.get("/box/update")
    assert "cannot be updated from here" in organizer.post("/box/update", fingerprint=fingerprint(folder))


def test_nothing_of_an_update_can_be_sent_to_the_box(app):
    """One address, which takes a fingerprint and no file."""
    assert [rule.rule for rule in app.url_map.iter_rules() if "update" in rule.endpoint] == ["/box/update"] * 2
