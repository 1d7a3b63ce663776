"""What is mounted where."""

from server.box import usb_stick
from server.box.mounts import mount_of, mounts


def test_in_a_system_in_a_folder_without_proc_nothing_is_mounted_and_a_backup_goes_on(tmp_path, monkeypatch):
    nowhere = tmp_path / "proc/self/mountinfo"
    assert mounts(nowhere) == []
    assert mount_of(tmp_path, nowhere) is None
    monkeypatch.setattr(usb_stick, "MOUNTS", nowhere)
    monkeypatch.delenv("CINDERBOX_USB", raising=False)
    assert list(usb_stick.sticks()) == []
