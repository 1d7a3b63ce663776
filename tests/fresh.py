"""Both commands of the README on machines that have nothing: a Debian made for it, a clone, `make run`, `make test`.

    sudo python3 tests/fresh.py [NAME …]    (all of MACHINES if none is named)

Everything such a machine fetches comes from where this one fetches: apt's mirror, pip's settings and certificates are
taken over. A Debian is made once and kept in CINDERBOX_ROOTS (/var/tmp/cinderbox-roots); every run has a copy.
"""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOTS = Path(os.environ.get("CINDERBOX_ROOTS") or "/var/tmp/cinderbox-roots")
# What the README asks for, and what a clone and an ordinary user need.
PACKAGES = "python3,python3-venv,make,git,sudo,ca-certificates"
HOST_CERTIFICATES, CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt"), "/etc/certificates-of-the-host.crt"
LOG = "fresh.log"
OLDEST = "oldest.txt"
PORT = 8123


@dataclass(frozen=True, slots=True)
class Machine:
    """A Debian, who sits at it, whether its systemd runs, and which versions of our dependencies it gets."""

    suite: str
    user: str = "stranger"
    systemd: bool = False
    oldest: bool = False


MACHINES = {
    "bookworm-user": Machine("bookworm"),
    "trixie-user": Machine("trixie", systemd=True),
    "trixie-root": Machine("trixie", user="root"),
    "bookworm-oldest": Machine("bookworm", oldest=True),
}


def main(names: list[str]) -> int:
    """Run on each machine; say how each went, how long it took and how large it became."""
    if os.geteuid() != 0 or not shutil.which("debootstrap") or not shutil.which("systemd-nspawn"):
        print("make fresh makes whole machines: it needs root, debootstrap and systemd-nspawn.", file=sys.stderr)
        return 1
    unknown = [name for name in names if name not in MACHINES]
    if unknown:
        print(f"There is no machine {unknown[0]}; there are {', '.join(MACHINES)}.", file=sys.stderr)
        return 2
    went = {name: passes(name, MACHINES[name]) for name in names or MACHINES}
    return 0 if all(went.values()) else 1


def passes(name: str, machine: Machine) -> bool:
    """Whether both commands do what the README says."""
    with tempfile.TemporaryDirectory(prefix="fresh-", dir=ROOTS.parent, ignore_cleanup_errors=True) as folder:
        root = Path(folder) / name
        subprocess.run(["cp", "-a", "--reflink=auto", debian(machine), root], check=True)
        move_in(root, machine)
        began = time.monotonic()
        served = runs(root, machine)
        between, size = time.monotonic(), megabytes(clone(root, machine) / ".venv")
        tested = served and enter(root, machine, make(machine, "test")).wait() == 0
        counted = ", then ".join(re.findall(r"^\d+ (?:failed|passed).*$", said(root), re.M)) or "no test ran"
        print(
            f"{name}: make run {'served' if served else 'FAILED'}, {between - began:.0f} s and {size} MB; "
            f"make test {'passed' if tested else 'FAILED'}, {time.monotonic() - between:.0f} s: {counted}",
            flush=True,
        )
        if not tested:
            print(said(root), flush=True)
        return tested


def debian(machine: Machine) -> Path:
    """A Debian with next to nothing in it, made once."""
    made = ROOTS / machine.suite
    if not made.exists():
        ROOTS.mkdir(parents=True, exist_ok=True)
        half = ROOTS / f"{machine.suite}.half"
        shutil.rmtree(half, ignore_errors=True)
        print(f"Making a {machine.suite}: once, a minute or two …", flush=True)
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", machine.suite, half, *mirror()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        half.rename(made)
    return made


def mirror() -> list[str]:
    """Where this machine's own packages come from."""
    command = ["apt-get", "indextargets", "--format", "$(SITE) $(REPO_URI)", "Origin: Debian"]
    found = subprocess.run(command, capture_output=True, text=True).stdout.split()
    return [each for each in found if re.search(r"/debian/?$", each)][:1]


def move_in(root: Path, machine: Machine) -> None:
    """A user, the host's way out, and a clone."""
    inside(root, "useradd", "--create-home", "--shell", "/bin/bash", "stranger")
    (root / "etc/sudoers.d/stranger").write_text("stranger ALL=(ALL) NOPASSWD: ALL\n")
    settings = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True).stdout
    (root / "etc/apt/apt.conf.d/99host").write_text(settings)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost {root.name}\n")
    if HOST_CERTIFICATES.exists():
        shutil.copy(HOST_CERTIFICATES, root / CERTIFICATES.lstrip("/"))
    if machine.systemd:
        inside(root, "apt-get", "update", "-qq")
        inside(root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", "systemd", "systemd-sysv", "dbus")
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone(root, machine)], check=True)
    if machine.oldest:
        (clone(root, machine) / OLDEST).write_text("\n".join(oldest()) + "\n")
    inside(root, "chown", "-R", f"{machine.user}:{machine.user}", home(machine))


def home(machine: Machine) -> str:
    return "/root" if machine.user == "root" else f"/home/{machine.user}"


def clone(root: Path, machine: Machine) -> Path:
    return root / home(machine).lstrip("/") / "cinderbox"


def inside(root: Path, *command: str) -> None:
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["chroot", root, *command], env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed in the new machine:\n{done.stdout}{done.stderr}")


def oldest() -> list[str]:
    """The lowest version pyproject.toml allows of everything that runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [each.replace(">=", "==") for each in project["dependencies"]]


def make(machine: Machine, target: str) -> str:
    """The README's command."""
    return f"make {target}" + (f" CONSTRAINTS={OLDEST}" if machine.oldest else "")


def runs(root: Path, machine: Machine) -> bool:
    """`make run` until a page comes, then Ctrl-C, which ends it without an error of make's."""
    process = enter(root, machine, f"PORT={PORT} {make(machine, 'run')}")
    served = answers(process)
    for each in descendants(process.pid):
        with contextlib.suppress(OSError):
            if re.search(rb"make\0run|cinderbox\0serve", Path(f"/proc/{each}/cmdline").read_bytes()):
                os.kill(each, signal.SIGINT)
    process.wait()
    return served and "***" not in said(root)


def answers(process: subprocess.Popen) -> bool:
    """Whether the box answers before the process is gone."""
    while process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=5) as answer:
                return bool(json.load(answer)["ok"])
        except (OSError, ValueError, http.client.HTTPException):
            time.sleep(0.5)
    return False


def descendants(pid: int) -> list[int]:
    """Every process below this one, whatever it calls itself in there."""
    with contextlib.suppress(OSError):
        below = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return below + [each for child in below for each in descendants(child)]
    return []


def enter(root: Path, machine: Machine, command: str) -> subprocess.Popen:
    """One command in the clone, as that user. Where systemd runs, a unit of it does it and switches the machine off."""
    folder = f"{home(machine)}/cinderbox"
    nspawn = ["systemd-nspawn", "--quiet", "--keep-unit", "--register=no", "--console=pipe", f"--directory={root}"]
    nspawn += [f"--bind-ro={each}" for each in pip_folders()]
    words = [f"{name}={value}" for name, value in settings(machine).items()]
    if machine.systemd:
        write_unit(root, machine, command, words)
        nspawn += ["--boot"]
    else:
        nspawn += ["--as-pid2", f"--user={machine.user}", f"--chdir={folder}", *(f"--setenv={word}" for word in words)]
        nspawn += ["env", "--unset=NOTIFY_SOCKET", "bash", "-c", command]
    with (root / LOG).open("a") as log:
        out = subprocess.DEVNULL if machine.systemd else log
        return subprocess.Popen(nspawn, stdout=out, stderr=out, stdin=subprocess.DEVNULL)


def write_unit(root: Path, machine: Machine, command: str, words: list[str]) -> None:
    environment = "".join(f'Environment="{word}"\n' for word in words)
    unit = f"""[Unit]
SuccessAction=exit
FailureAction=exit

[Service]
Type=oneshot
User={machine.user}
WorkingDirectory={home(machine)}/cinderbox
{environment}StandardOutput=append:/{LOG}
StandardError=append:/{LOG}
ExecStart=bash -c '{command}'
"""
    (root / "etc/systemd/system/fresh.service").write_text(unit)
    wants = root / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        (wants / "fresh.service").symlink_to("../fresh.service")


def said(root: Path) -> str:
    return (root / LOG).read_text(errors="replace")


def settings(machine: Machine) -> dict[str, str]:
    """The host's way to its registries: proxies, pip's settings, certificates."""
    kept = {name: value for name, value in os.environ.items() if re.match(r"PIP_|(https?|no)_proxy$", name, re.I)}
    for line in pip_settings().splitlines():
        key, _, value = line.partition("=")
        kept.setdefault("PIP_" + key.rpartition(".")[2].replace("-", "_").upper(), value.strip("'"))
    if HOST_CERTIFICATES.exists():
        kept |= dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE"), CERTIFICATES)
    return kept | {"HOME": home(machine), "LANG": "C.UTF-8"}


def pip_folders() -> list[str]:
    """Folders of this machine that pip's settings name; an index lies beside its files."""
    named = {Path(each) for each in re.findall(r"(?:file://|(?<=[\s'=]))(/[^\s']+)", pip_settings())}
    return sorted({str(each.parent if each.name == "simple" else each) for each in named if each.is_dir()})


def pip_settings() -> str:
    return subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True).stdout


def megabytes(folder: Path) -> int:
    return int(subprocess.run(["du", "-sm", folder], capture_output=True, text=True).stdout.split()[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
