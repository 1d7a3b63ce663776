"""Reads a QR code from its rows, by ISO/IEC 18004 and not by the library that wrote it. Nothing is mended: what is dark
must be right. Codes of versions 1 to 10 with one segment of bytes (Latin-1), or of capital letters and digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

MASKS = (
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
)
# Table 9: for each version and level (L, M, Q, H) how many blocks there are, and in all how many codewords of data.
BLOCKS = {
    1: ((1, 19), (1, 16), (1, 13), (1, 9)),
    2: ((1, 34), (1, 28), (1, 22), (1, 16)),
    3: ((1, 55), (1, 44), (2, 34), (2, 26)),
    4: ((1, 80), (2, 64), (2, 48), (4, 36)),
    5: ((1, 108), (2, 86), (4, 62), (4, 46)),
    6: ((2, 136), (4, 108), (4, 76), (4, 60)),
    7: ((2, 156), (4, 124), (6, 88), (5, 66)),
    8: ((2, 194), (4, 154), (6, 110), (6, 86)),
    9: ((2, 232), (5, 182), (8, 132), (8, 100)),
    10: ((4, 274), (5, 216), (8, 154), (8, 122)),
}
ALIGNED = {2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34)}
ALIGNED |= {7: (6, 22, 38), 8: (6, 24, 42), 9: (6, 26, 46), 10: (6, 28, 50)}
LEVELS = {0b01: 0, 0b00: 1, 0b11: 2, 0b10: 3}
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def read(rows: Sequence[str], *, border: int) -> str:
    """The text of a code that is given as rows of 0 and 1."""
    size = len(rows) - 2 * border
    grid = [[cell == "1" for cell in row[border : border + size]] for row in rows[border : border + size]]
    version = (size - 17) // 4
    level, mask = _format(grid)
    bits = [grid[i][j] ^ (not MASKS[mask](i, j)) for i, j in _path(size, version)]
    words = [_number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    return _text(_in_order(words, *BLOCKS[version][level]), version)


def _format(grid: list[list[bool]]) -> tuple[int, int]:
    """Level of correction and mask, from the fifteen bits at the upper left corner."""
    places = [(8, j) for j in (0, 1, 2, 3, 4)]
    told = _number([grid[i][j] for i, j in places]) ^ 0b10101
    return LEVELS[told >> 3], told & 0b111


def _path(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Where the data lie: two columns at a time from the right, upwards and downwards in turn."""
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for i in range(size - 1, -1, -1) if upwards else range(size):
            yield from ((i, j) for j in (right, right - 1) if not _is_function(i, j, size, version))
        upwards = not upwards


def _is_function(i: int, j: int, size: int, version: int) -> bool:
    corner = (i < 9 and (j < 9 or j >= size - 8)) or (i >= size - 8 and j < 9)
    told = version >= 7 and ((i < 6 and j >= size - 11) or (j < 6 and i >= size - 11))
    at = ALIGNED.get(version, ())
    corners = {(6, 6), (6, at[-1]), (at[-1], 6)} if at else set()
    centres = {(y, x) for y in at for x in at} - corners
    return corner or told or i == 6 or j == 6 or any(abs(i - y) <= 2 and abs(j - x) <= 2 for y, x in centres)


def _in_order(words: list[int], blocks: int, data: int) -> list[int]:
    """The codewords of data, block after block: they were dealt out like cards, longer blocks are the last ones."""
    short, longer = divmod(data, blocks)
    found: list[list[int]] = [[] for _ in range(blocks)]
    at = iter(words)
    for place in range(short + bool(longer)):
        for block in found if place < short else found[blocks - longer :]:
            block.append(next(at))
    return [word for block in found for word in block]


def _text(words: list[int], version: int) -> str:
    bits = [bool(word >> (7 - n) & 1) for word in words for n in range(8)]
    mode, bits = _number(bits[:4]), bits[4:]
    if mode == 0b0010:
        size = 9 if version < 10 else 11
        return _letters(bits[size:], _number(bits[:size]))
    assert mode == 0b0100, f"mode {mode:04b}"
    size = 8 if version < 10 else 16
    length, bits = _number(bits[:size]), bits[size:]
    return bytes(_number(bits[8 * n : 8 * n + 8]) for n in range(length)).decode("latin-1")


def _letters(bits: list[bool], length: int) -> str:
    pairs = [divmod(_number(bits[11 * n : 11 * n + 11]), 45) for n in range(length // 2)]
    last = [_number(bits[11 * (length // 2) :][:6])] if length % 2 else []
    return "".join(ALPHANUMERIC[each] for each in (*(each for pair in pairs for each in pair), *last))


def _number(bits: Sequence[bool]) -> int:
    return int("".join("1" if bit else "0" for bit in bits), 2)
