"""A disk that loses its power: what of a recording is on it for certain at some moment, and what may be.

Nothing is certain before its own sync: a file's content before that of the file, a name before that of its folder.
What was under way may have landed or not, whole or in sectors, in any order.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR, SECTORS_OF_A_PAGE = 512, 8
NEVER = 1 << 60
ALL = None


@dataclass(slots=True)
class Change:
    """To a file's content, or to the names in a folder; done by step `at`, certain from step `certain` on."""

    at: int
    kind: str
    names: tuple[str, ...] = ()
    file: "File | None" = None
    offset: int = 0
    data: bytes = b""
    certain: int = NEVER


@dataclass(eq=False, slots=True)
class File:
    """A file or a folder, whatever it is called."""

    folder: bool = False
    changes: list[Change] = field(default_factory=list)
    now: bytearray = field(default_factory=bytearray)


class Disk:
    """Built from a recording once; asked for as many power cuts as wanted.

    `honours` says which syncs the disk honours: a control run has one that lies.
    """

    def __init__(self, recording, start=None, *, honours=lambda step: True):
        self.root = str(recording.root)
        self.names = {self.root: File(folder=True)}
        self.open_files = {}
        self.changes = []
        self._take_as_it_is(start)
        for number, step in enumerate(recording.steps):
            if step.kind not in ("asked", "acknowledged") and (step.kind != "sync" or honours(step)):
                getattr(self, f"_{step.kind}")(number, step)

    def _take_as_it_is(self, start):
        """What was on the disk before, all of it certain."""
        for path in sorted(Path(start).rglob("*")) if start else ():
            name = f"{self.root}/{path.relative_to(start)}"
            file = File(folder=path.is_dir())
            self._name(-1, "make", (name,), file=file).certain = -1
            if not path.is_dir():
                self._content(-1, file, "write", offset=0, data=path.read_bytes()).certain = -1

    # What the steps do

    def _name(self, number, kind, names, *, file=None):
        change = Change(number, kind, names, file=file)
        self.changes.append(change)
        for folder in {self.names.get(name.rpartition("/")[0]) for name in names} - {None}:
            folder.changes.append(change)
        _apply_to_names(self.names, change)
        return change

    def _content(self, number, file, kind, *, offset, data=b""):
        change = Change(number, kind, file=file, offset=offset, data=data)
        file.changes.append(change)
        _apply(file.now, change)
        return change

    def _open(self, number, step):
        if step.path not in self.names:
            assert step.fresh, f"{step.path} was there before anybody made it"
            self._name(number, "make", (step.path,), file=File())
        file = self.open_files[step.descriptor] = self.names[step.path]
        if step.at and file.now:
            self._content(number, file, "size", offset=0)

    def _write(self, number, step):
        file = self.open_files[step.descriptor]
        offset = len(file.now) if step.at < 0 else step.at
        self._content(number, file, "write", offset=offset, data=step.data)

    def _copy(self, number, step):
        start, count = map(int, step.data.split(b","))
        source = self.names.get(step.to)
        data = bytes(source.now[start : start + count]) if source else Path(step.to).read_bytes()[start : start + count]
        assert len(data) == count, step
        self._content(number, self.open_files[step.descriptor], "write", offset=step.at, data=data)

    def _size(self, number, step):
        self._content(number, self.open_files[step.descriptor], "size", offset=step.at)

    def _room(self, number, step):
        file = self.open_files[step.descriptor]
        if step.at > len(file.now):
            self._content(number, file, "size", offset=step.at)

    def _sync(self, number, step):
        file = self.open_files[step.descriptor]
        for change in file.changes:
            if change.at < step.began and change.certain == NEVER:
                change.certain = number

    def _rename(self, number, step):
        self._name(number, "rename", (step.path, step.to))

    def _unlink(self, number, step):
        self._name(number, "unlink", (step.path,))

    def _mkdir(self, number, step):
        self._name(number, "make", (step.path,), file=File(folder=True))

    # What a cut leaves

    def cut(self, number, *, way, seed):
        """What is on the disk if the power goes after this step: each path with its content, None for a folder."""
        dice = Random(seed)
        names = self._names_left(number, WAYS[way], dice)
        found = {}
        for path, file in names.items():
            if path != self.root and _reachable(names, path, self.root):
                content = None if file.folder else _content_left(file, number, WAYS[way], dice)
                found[path.removeprefix(f"{self.root}/")] = content
        return found

    def _names_left(self, number, way, dice):
        done = [change for change in self.changes if change.at <= number]
        landed = way.of_names([change for change in done if change.certain > number], dice)
        names, waiting = {self.root: File(folder=True)}, set()
        for change in done:
            if change.certain > number and (waiting & set(change.names) or id(change) not in landed):
                waiting.update(change.names)  # what happened to this name later has not happened either
            else:
                _apply_to_names(names, change)
        return names


def _content_left(file, number, way, dice):
    done = [change for change in file.changes if change.at <= number and change.file is file]
    landed = way.of_content([change for change in done if change.certain > number], dice)
    content = bytearray()
    for change in done:
        if change.certain <= number:
            _apply(content, change)
        elif id(change) in landed:
            _apply(content, change, landed[id(change)])
    return bytes(content)


def _reachable(names, path, root):
    folder = path.rpartition("/")[0]
    return folder == root or (folder in names and names[folder].folder and _reachable(names, folder, root))


def _apply_to_names(names, change):
    if change.kind == "make":
        names[change.names[0]] = change.file
    elif change.kind == "unlink":
        names.pop(change.names[0], None)
    elif change.names[0] in names:
        before, after = change.names
        assert not names[before].folder, "a folder that gets another name is not foreseen"
        names[after] = names.pop(before)


def _apply(content, change, sectors=ALL):
    """All of a change to a file, or only those of its sectors that landed."""
    if change.kind == "size":
        del content[change.offset :]
        content.extend(bytes(change.offset - len(content)))
        return
    for number, start, piece in _pieces(change):
        if sectors is ALL or number in sectors:
            content.extend(bytes(max(0, start - len(content))))
            content[start : start + len(piece)] = piece


def _pieces(change):
    """A write, cut where the disk's sectors end."""
    start, data = change.offset, change.data
    while data:
        room = SECTOR - start % SECTOR
        yield start // SECTOR, start, data[:room]
        start, data = start + room, data[room:]


@dataclass(frozen=True)
class Way:
    """What of everything under way has landed: of the names in a folder, and of what was written to one file."""

    of_names: Callable
    of_content: Callable


def _none(_changes, _dice):
    return {}


def _all(changes, _dice):
    return {id(change): ALL for change in changes}


def _some(changes, dice):
    return {id(change): ALL for change in changes if dice.random() < 0.5}


def _first(changes, dice):
    """In order, up to some moment; the last of them only in part."""
    landed = changes[: dice.randint(0, len(changes))]
    return _all(landed[:-1], dice) | {id(change): _part(change, dice) for change in landed[-1:]}


def _last(changes, dice):
    """The last ones, and nothing of what was written before them."""
    return _all(changes[-dice.randint(1, 3) :], dice)


def _torn(changes, dice):
    return {id(change): _part(change, dice) for change in changes if dice.random() < 0.8}


def _part(change, dice):
    """Some sectors of it: those before one, those after one, or any."""
    numbers = [number for number, _, _ in _pieces(change)]
    where, how = dice.randint(0, len(numbers)), dice.choice(("before", "after", "any", "page"))
    if how == "page":
        pages = {number // SECTORS_OF_A_PAGE for number in numbers if dice.random() < 0.5}
        return {number for number in numbers if number // SECTORS_OF_A_PAGE in pages}
    if how == "any":
        return {number for number in numbers if dice.random() < 0.5}
    return set(numbers[:where] if how == "before" else numbers[where:])


WAYS = {
    "nothing landed": Way(_none, _none),
    "everything landed": Way(_all, _all),
    "some landed": Way(_some, _some),
    "the first landed": Way(_first, _first),
    "the last landed first": Way(_some, _last),
    "in torn sectors": Way(_some, _torn),
    "names before content": Way(_all, _none),
    "content before names": Way(_none, _all),
}
