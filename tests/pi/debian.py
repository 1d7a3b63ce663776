"""An arm64 Debian with what Raspberry Pi OS Lite brings, made once; and a card with it, as that is handed out.

The root is kept in CINDERBOX_ROOTS (/var/tmp/cinderbox-roots), as those of `make fresh`. Everything is fetched from
where this machine fetches: apt's mirror, pip's settings.
"""

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from tests.fresh import ROOTS, mirror

SUITE = "bookworm"
PACKAGES = (
    *("systemd", "systemd-sysv", "systemd-timesyncd", "udev", "dbus", "kmod", "iproute2", "procps", "util-linux"),
    *("e2fsprogs", "python3", "python3-venv", "avahi-daemon", "ca-certificates", "gpiod", "login", "passwd"),
    *("libpam-systemd", "busybox-static", "openssh-server", "sudo"),
)
LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*")
TOOLS = ("qemu-system-aarch64", "mmdebstrap", "fdtput", "mke2fs", "mkfs.vfat", "sfdisk", "losetup", "cpio", "depmod")
BINFMT, ARM64 = Path("/proc/sys/fs/binfmt_misc"), Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
# Of the kernel's modules only what such a board needs.
MODULES = (
    *("fs/ext4", "fs/jbd2", "fs/mbcache.ko", "fs/fat", "fs/exfat", "fs/nls", "fs/autofs", "lib", "crypto", "arch"),
    *("drivers/mmc", "drivers/hwmon", "drivers/thermal", "drivers/char/hw_random", "drivers/watchdog"),
)
SECTOR, BOOT_STARTS, ROOT_STARTS = 512, 8192, 8192 + 131072
CARD = 2 << 30  # QEMU takes only powers of two


def lacking():
    """What is missing here for an emulated Pi, as a sentence; or nothing."""
    if os.geteuid() != 0:
        return "An emulated Pi needs root, for mounts and loop devices."
    if missing := [each for each in TOOLS if not shutil.which(each)]:
        return f"An emulated Pi needs {', '.join(missing)}: see the group pi in tests/install-tools."
    return "" if _runs_arm64() else "This machine cannot run programs for arm64: qemu-user-static is missing."


def _runs_arm64():
    if os.uname().machine == "aarch64":
        return True
    try:
        if not (BINFMT / "register").exists():
            subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT], check=True, capture_output=True)
        if not (BINFMT / "qemu-aarch64").exists():
            (BINFMT / "register").write_text(ARM64.read_text())
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def root():
    """The Debian, in a folder; nobody writes into it."""
    made = ROOTS / f"{SUITE}-arm64"
    if not made.exists():
        half = made.with_suffix(".half")
        shutil.rmtree(half, ignore_errors=True)
        ROOTS.mkdir(parents=True, exist_ok=True)
        print(f"Making a {SUITE} for arm64: once, ten minutes …", flush=True)
        command = ["mmdebstrap", "--quiet", "--variant=apt", "--architectures=arm64", "--include=" + ",".join(PACKAGES)]
        command += ["--aptopt=Acquire::Languages none", *(f"--dpkgopt=path-exclude={each}" for each in LEFT_OUT)]
        from_where = (mirror() or ["http://deb.debian.org/debian"])[0]
        subprocess.run([*command, SUITE, half, f"deb {from_where} {SUITE} main"], check=True)
        half.rename(made)
    return made


def kernel():
    """Debian's kernel for arm64, unpacked: its image, its modules with what depends on what, and the device trees."""
    made = ROOTS / f"{SUITE}-arm64-kernel"
    if not made.exists():
        half = made.with_suffix(".half")
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir()
        subprocess.run(["chroot", root(), "apt-get", "update", "-qq"], check=True)
        depends = ["chroot", root(), "apt-cache", "depends", "--important", "linux-image-arm64"]
        said = subprocess.run(depends, check=True, capture_output=True, text=True).stdout
        package = next(word for word in said.split() if word.startswith("linux-image-6"))
        with downloaded(package) as deb:
            subprocess.run(["dpkg-deb", "-x", deb, half], check=True)
        subprocess.run(["depmod", "-b", half, version_in(half)], check=True)
        half.rename(made)
    return made


@contextmanager
def downloaded(package):
    """A package as a file, fetched by the Debian itself."""
    place = root() / "var/tmp/downloaded"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    place.chmod(0o777)
    command = ["chroot", root(), "sh", "-c", f"cd /var/tmp/downloaded && apt-get download -qq {package}"]
    try:
        subprocess.run(command, check=True)
        yield next(place.glob("*.deb"))
    finally:
        shutil.rmtree(place)


def version_in(kernel_folder):
    return next((kernel_folder / "lib/modules").iterdir()).name


def card(folder):
    """A card with that Debian: a partition that a Pi's firmware reads, and the root; somebody's password in it, too."""
    system = folder / "system"
    subprocess.run(["cp", "-a", "--reflink=auto", root(), system], check=True)
    _put_modules(system)
    (system / "boot/firmware").mkdir(parents=True, exist_ok=True)
    fstab = "/dev/mmcblk0p2 / ext4 defaults,noatime 0 1\n/dev/mmcblk0p1 /boot/firmware vfat defaults,nofail 0 2\n"
    (system / "etc/fstab").write_text(fstab)
    (system / "etc/hostname").write_text("raspberrypi\n")
    (system / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")
    (system / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    _inside(system, "useradd", "--create-home", "--password", "$6$known$known", "pi")
    image = folder / "base.img"
    _partitioned(image, system)
    shutil.rmtree(system)
    return image


def _inside(system, *command):
    subprocess.run(["chroot", system, *command], check=True, stdout=subprocess.DEVNULL)


def _put_modules(system):
    """As udev wants to find them."""
    ours = kernel() / "lib/modules" / version_in(kernel())
    theirs = system / "lib/modules" / ours.name
    theirs.mkdir(parents=True)
    for each in [*ours.glob("modules.*"), *(ours / "kernel" / name for name in MODULES)]:
        place = theirs / each.relative_to(ours)
        place.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", each, place], check=True)


def _partitioned(image, system):
    with image.open("wb") as file:
        file.truncate(CARD // 2)
    table = f"label: dos\nstart={BOOT_STARTS}, size={ROOT_STARTS - BOOT_STARTS}, type=c\nstart={ROOT_STARTS}, type=83\n"
    subprocess.run(["sfdisk", "--quiet", image], input=table, text=True, check=True)
    boot = image.with_name("boot.img")
    size = (ROOT_STARTS - BOOT_STARTS) * SECTOR // 1024
    subprocess.run(["mkfs.vfat", "-C", boot, str(size)], check=True, stdout=subprocess.DEVNULL)
    with image.open("r+b") as file:
        file.seek(BOOT_STARTS * SECTOR)
        file.write(boot.read_bytes())
    boot.unlink()
    offset = f"offset={ROOT_STARTS * SECTOR},lazy_itable_init=0,lazy_journal_init=0"
    blocks = (CARD // 2 - ROOT_STARTS * SECTOR) // 4096
    command = ["mke2fs", "-q", "-F", "-t", "ext4", "-b", "4096", "-d", system, "-E", offset, image, str(blocks)]
    subprocess.run(command, check=True)


@contextmanager
def mounted(image, folder):
    """The root of a card, as a folder."""
    folder.mkdir(exist_ok=True)
    options = f"loop,offset={ROOT_STARTS * SECTOR},sizelimit={image.stat().st_size - ROOT_STARTS * SECTOR}"
    subprocess.run(["mount", "-o", options, image, folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
