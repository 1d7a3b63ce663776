"""What a program asks of the disk, call by call: recorded by strace, read back as steps in the order they were done.

Between the steps stands what was asked of the server and what it answered, so that every moment knows what had been
promised by then.
"""

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

DISK = "openat,write,pwrite64,writev,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate,sendfile,copy_file_range,"
DISK += "fsync,fdatasync,sync_file_range,sync,syncfs,msync,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,"
DISK += "mkdirat,link,linkat,symlink,symlinkat"
WIRE = "recvfrom,sendto"
_LINE = re.compile(r"(\d+) +(\d+\.\d+) (.*)", re.S)
_RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)", re.S)
_CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+)", re.S)
_PART = re.compile(r'"((?:\\x..)*)"|<((?:\\x..)*)>(?:\(deleted\))?')
_ASKED = re.compile(rb'request_id(?:=|"\r\n\r\n)([\w-]+)')


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done: to a file, to a folder, or on the wire. `began` is the number of the step before it."""

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""
    to: str = ""
    began: int = 0
    time: float = 0.0
    thread: int = 0
    descriptor: int = -1
    fresh: bool = False


@dataclass
class Recording:
    """Everything that was done below one folder, in order."""

    root: Path
    steps: list[Step] = field(default_factory=list)

    def first(self, kind, name):
        """The number of the first step of this kind about this request or path; one past the end if there is none."""
        return next(
            (n for n, step in enumerate(self.steps) if step.kind == kind and step.path == name), len(self.steps)
        )


def why_not():
    """Why nothing can be recorded here; nothing if it can."""
    return "" if shutil.which("strace") else "strace is not installed"


def strace(trace, *more):
    """The words in front of a command whose calls are to be recorded."""
    calls = f"trace={DISK},{WIRE}"
    options = ("--follow-forks", "--seccomp-bpf", "-q", "-ttt", "-y", "-xx", "-s", "8000000", "-e", "signal=none")
    return ["strace", *options, "-e", calls, "-o", str(trace), *more]


def read(trace, root):
    """The steps of a recorded trace that concern this folder or the wire."""
    found = Recording(Path(root))
    reader = _Reader(found, str(root))
    with Path(trace).open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            reader.take(line)
    return found


class _Reader:
    """Reads line by line; knows which calls are under way, and where each open file stands."""

    def __init__(self, recording, root):
        self.steps, self.root = recording.steps, root
        self.under_way = {}
        self.position = {}
        self.appends = set()
        self.said = {}

    def take(self, line):
        thread, time, text = _LINE.fullmatch(line.rstrip("\n")).groups()
        if text.startswith(("+++", "---")):
            return
        if text.endswith("<unfinished ...>"):
            self.under_way[thread] = (text.removesuffix("<unfinished ...>"), len(self.steps), float(time))
            return
        began, started = len(self.steps), float(time)
        if resumed := _RESUMED.fullmatch(text):
            start, began, started = self.under_way.pop(thread)
            text = start + resumed[2]
        call = _CALL.match(text)
        if call and int(call[3]) >= 0:
            self.about = {"began": began, "time": started, "thread": int(thread)}
            getattr(self, f"_{call[1]}", self._not_foreseen)(call[2], int(call[3]), text)

    def add(self, kind, path, **more):
        self.steps.append(Step(kind, path, **self.about, **more))

    def _parts(self, text):
        return [bytes.fromhex((one or two).replace("\\x", "")) for one, two in _PART.findall(text)]

    def _ours(self, path):
        return path == self.root or path.startswith(f"{self.root}/")

    def _path(self, text, place=0):
        """The path that is named here, which may be relative to a folder."""
        words = [part.decode(errors="replace") for part in self._parts(text)]
        path = words[place]
        return path if path.startswith("/") else str(Path(words[place - 1] if place else ".", path))

    def _openat(self, arguments, handle, text):
        path = self._path(arguments, 1)
        self.position[handle] = 0
        self.appends.discard(handle)
        if "O_APPEND" in arguments:
            self.appends.add(handle)
        if self._ours(path):
            made = "O_CREAT" in arguments
            self.add("open", path, descriptor=handle, at="O_TRUNC" in arguments, fresh=made)

    def _file(self, arguments):
        """Which file a call is about: number and path."""
        return int(arguments.split("<", 1)[0]), self._path(arguments)

    def _pwrite64(self, arguments, count, _text):
        handle, path = self._file(arguments)
        if self._ours(path):
            data = self._parts(arguments)[1][:count]
            self.add("write", path, descriptor=handle, at=int(arguments.rsplit(",", 1)[1]), data=data)

    def _write(self, arguments, count, _text):
        handle, path = self._file(arguments)
        if self._ours(path):
            at = -1 if handle in self.appends else self.position.get(handle, 0)
            self.add("write", path, descriptor=handle, at=at, data=self._parts(arguments)[1][:count])
        self.position[handle] = self.position.get(handle, 0) + count

    def _lseek(self, arguments, where, _text):
        self.position[int(arguments.split("<", 1)[0])] = where

    def _sendfile(self, arguments, count, _text):
        """A copy from file to file: `to` is where it comes from."""
        handle, path = self._file(arguments)
        if self._ours(path):
            offset = re.search(r"\[(\d+)\]", arguments)
            at = self.position.get(handle, 0)
            source = self._path(arguments, 1)
            self.add(
                "copy",
                path,
                descriptor=handle,
                at=at,
                to=source,
                data=f"{offset[1] if offset else at},{count}".encode(),
            )
        self.position[handle] = self.position.get(handle, 0) + count

    def _ftruncate(self, arguments, _answer, _text):
        handle, path = self._file(arguments)
        if self._ours(path):
            self.add("size", path, descriptor=handle, at=int(arguments.rsplit(",", 1)[1]))

    def _fallocate(self, arguments, _answer, _text):
        """Room is made; what it holds is zeros, as in a file that grows."""
        handle, path = self._file(arguments)
        if self._ours(path):
            _, _, start, length = arguments.rsplit(",", 3)
            self.add("room", path, descriptor=handle, at=int(start) + int(length))

    def _fsync(self, arguments, _answer, _text):
        handle, path = self._file(arguments)
        if self._ours(path):
            self.add("sync", path, descriptor=handle)

    _fdatasync = _fsync

    def _rename(self, arguments, _answer, _text):
        self._renamed(*(self._path(arguments, place) for place in (0, 1)))

    def _renameat(self, arguments, _answer, _text):
        self._renamed(*(self._path(arguments, place) for place in (1, 3)))

    _renameat2 = _renameat

    def _renamed(self, before, after):
        if self._ours(before) or self._ours(after):
            self.add("rename", before, to=after)

    def _unlink(self, arguments, _answer, _text):
        self._gone(self._path(arguments))

    _rmdir = _unlink

    def _unlinkat(self, arguments, _answer, _text):
        self._gone(self._path(arguments, 1))

    def _gone(self, path):
        if self._ours(path):
            self.add("unlink", path)

    def _mkdir(self, arguments, _answer, _text):
        if self._ours(path := self._path(arguments)):
            self.add("mkdir", path)

    def _mkdirat(self, arguments, _answer, _text):
        if self._ours(path := self._path(arguments, 1)):
            self.add("mkdir", path)

    def _recvfrom(self, arguments, _count, _text):
        handle = arguments.split("<", 1)[0]
        parts = self._parts(arguments)
        heard = self.said.get(handle, b"") + (parts[1] if len(parts) > 1 else b"")
        self.said[handle] = heard
        if asked := _ASKED.search(heard):
            name = asked[1].decode()
            if self.first_time("asked", name):
                self.add("asked", name)

    def _sendto(self, arguments, _count, _text):
        handle = arguments.split("<", 1)[0]
        heard, answer = self.said.pop(handle, b""), self._parts(arguments)[1]
        if (asked := _ASKED.search(heard)) and re.match(rb"HTTP/1\.[01] [23]", answer):
            self.add("acknowledged", asked[1].decode())

    def first_time(self, kind, name):
        return not any(step.kind == kind and step.path == name for step in self.steps)

    def _not_foreseen(self, arguments, _answer, text):
        """A call that the disk's model does not know would make everything that follows a guess."""
        assert not any(self._ours(part.decode(errors="replace")) for part in self._parts(arguments)), text[:200]
