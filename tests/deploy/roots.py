"""Fake machines for install.sh: a bare folder as the root, and wheels of versions that were never released."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"

SERVING = "server/cli/serving.py"  # without it a version installs, and does not start
NEWER_TABLES = """
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    op.execute("CREATE TABLE tomorrow (id INTEGER)")
"""


def our_wheel(folder):
    """A wheelhouse with nothing but this version."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    return folder


def next_wheel(house, folder, *, version, newer_tables=False, starts=True):
    """A wheelhouse with the same under another version; on request with a migration no older one knows, or broken."""
    (old,) = house.glob("cinderbox-*.whl")
    was = old.name.split("-")[1]
    folder.mkdir()
    assert SERVING in zipfile.ZipFile(old).namelist()
    with zipfile.ZipFile(old) as source, zipfile.ZipFile(folder / old.name.replace(was, version), "w") as target:
        for name in source.namelist():
            body = source.read(name)
            if ".dist-info/" in name:
                body = body.replace(f"cinderbox-{was}".encode(), f"cinderbox-{version}".encode())
                body = body.replace(f"Version: {was}\n".encode(), f"Version: {version}\n".encode())
            if name == SERVING and not starts:
                body = b"raise SystemExit('This version does not serve.')\n"
            target.writestr(name.replace(f"cinderbox-{was}", f"cinderbox-{version}"), body)
        if newer_tables:
            target.writestr("server/core/migrations/versions/9999_tomorrow.py", NEWER_TABLES.format(head=_head(source)))
    return folder


def update_on(stick, wheels):
    """As build-update leaves it on a stick, with these wheels."""
    update = stick / "cinderbox-update"
    shutil.rmtree(update, ignore_errors=True)
    shutil.copytree(wheels, update / "wheels")
    subprocess.run(["tar", "-cf", update / "deploy.tar", "-C", ROOT, "--owner=0", "--group=0", "deploy"], check=True)
    list_again(update)
    return update


def list_again(update):
    """Its list of checksums, for what is in it now."""
    files = sorted(path for path in update.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    names = [f"./{path.relative_to(update)}" for path in files]
    done = subprocess.run(["sha256sum", *names], cwd=update, capture_output=True, text=True, check=True)
    (update / "SHA256SUMS").write_text(done.stdout)


def environment(folder):
    """Everything Cinderbox needs but Cinderbox itself, so that an installation need fetch nothing."""
    parts = folder / "parts"
    parts.mkdir()
    for each in Path(sysconfig.get_path("purelib")).iterdir():
        if "cinderbox" not in each.name:
            (parts / each.name).symlink_to(each)
    return {**os.environ, "PYTHONPATH": str(parts)}


def install(*arguments, env=None):
    """Call install.sh; how it went."""
    command = [str(DEPLOY / "install.sh"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, cwd="/")


def everything_in(folder):
    """Every path below, with what is in it."""
    paths = sorted(folder.rglob("*"))
    return {str(path): path.read_bytes() if path.is_file() else b"" for path in paths}


def system_units(folder):
    """This machine's own units, which ours refer to."""
    shutil.copytree("/lib/systemd/system", folder / "usr/lib/systemd/system", symlinks=True)


def _head(wheel):
    """The newest migration: the one no other names as the one before it."""
    texts = [wheel.read(n).decode() for n in wheel.namelist() if re.match(r"server/core/migrations/versions/.*\.py", n)]
    known = {re.search(r'^revision\b.*?"(\w+)"', text, re.M)[1] for text in texts}
    before = {found[1] for text in texts if (found := re.search(r'^down_revision\b.*?"(\w+)"', text, re.M))}
    (head,) = known - before
    return head
