"""What QEMU needs beside the card: the kernel, a first system that finds the card, and the board's description."""

import gzip
import shutil
import subprocess
from pathlib import Path

from tests.pi.debian import kernel, root, version_in

# The drivers of the card and what ext4 counts with, in any order: modules.dep tells which others come first.
WANTED = ("crc32c_generic", "ext4", "sdhci-iproc", "bcm2835")
INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc p /proc; mount -t sysfs s /sys; mount -t devtmpfs d /dev
for each in $(cat /modules/order); do insmod /modules/$each; done
until [ -b /dev/mmcblk0p2 ]; do sleep 0.5; done
mount -t ext4 -o rw,noatime /dev/mmcblk0p2 /root || exec sh
mount --move /dev /root/dev
umount /proc /sys
exec switch_root /root /sbin/init
"""


class Board:
    """The files that stay the same whatever card is in."""

    def __init__(self, folder):
        self.kernel, self.first_system, self.tree = folder / "vmlinuz", folder / "initrd.gz", folder / "pi.dtb"
        shutil.copy(next((kernel() / "boot").glob("vmlinuz-*")), self.kernel)
        _pack(self.first_system, folder / "initrd")
        found = next((kernel() / "usr/lib").glob("linux-image-*/broadcom/bcm2837-rpi-3-b.dtb"))
        shutil.copy(found, self.tree)
        # gpiozero asks which Pi it is; and the serial line is ours, not that of Bluetooth.
        for change in (
            ["fdtput", "-p", "-t", "x", self.tree, "/system", "linux,revision", "a02082"],
            ["fdtput", "-r", self.tree, "/soc/serial@7e201000/bluetooth"],
        ):
            subprocess.run(change, check=True)


def _pack(archive, folder):
    for name in ("bin", "dev", "proc", "sys", "root", "modules"):
        (folder / name).mkdir(parents=True)
    shutil.copy(root() / "bin/busybox", folder / "bin/busybox")
    found = _in_order()
    for each in found:
        shutil.copy(each, folder / "modules")
    (folder / "modules/order").write_text("\n".join(each.name for each in found) + "\n")
    (folder / "init").write_text(INIT)
    (folder / "init").chmod(0o755)
    names = "\n".join(str(each.relative_to(folder)) for each in folder.rglob("*"))
    packed = subprocess.run(
        ["cpio", "--quiet", "-o", "-H", "newc"], input=names.encode(), cwd=folder, check=True, capture_output=True
    )
    archive.write_bytes(gzip.compress(packed.stdout, 1))


def _in_order():
    """The modules that are wanted, each after those that it needs."""
    modules = kernel() / "lib/modules" / version_in(kernel())
    lines = (line.split(":") for line in (modules / "modules.dep").read_text().splitlines())
    needs = {Path(name).stem: [Path(name), *map(Path, reversed(others.split()))] for name, others in lines}
    chains = [[*needs[each][1:], needs[each][0]] for each in WANTED if each in needs]
    return [modules / path for path in dict.fromkeys(path for chain in chains for path in chain)]
