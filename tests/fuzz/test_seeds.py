"""A case that fails can be tried again: by its number, and by what it had made."""

import pytest

from tests.fuzz.seeds import case


def test_what_a_failing_case_had_made_is_kept(tmp_path, monkeypatch):
    """The number alone was not enough: on the next version the dice fall another way."""
    monkeypatch.setenv("FUZZ_KEPT", str(tmp_path))
    with pytest.raises(ValueError, match="odd") as failed:
        fail()
    assert (tmp_path / "an_export-7.json").read_bytes() == b'{"acts": "\xed\xa0\x80"}'
    assert any(str(tmp_path) in note for note in failed.value.__notes__)


def fail():
    with case(7, "an_export") as rng:
        rng.made = '{"acts": "\ud800"}'
        raise ValueError("odd")
