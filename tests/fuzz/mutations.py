"""Files that are wrong: those by which the program fell once, and valid ones that were damaged by chance with a fixed seed."""

import random
import re
from collections.abc import Callable, Iterator

#: Numbers: lengths that overflowed, that asked for all memory, and what else arithmetic does not like.
HUGE = (
    b"1" + b"0" * 25,
    b"1" + b"0" * 15,
    b"-1",
    b"9" * 5000,
    b"1e400",
    b"-1e308",
    b"NaN",
    b"Infinity",
    b"0x" + b"f" * 300,
    b"1e-320",
    b"0",
)
#: Values of another kind.
WRONG = (b"null", b"true", b"{}", b"[]", b'""', b'"\\ud800"', b"[[]]", b'{"a": 1}', b"7", b"-0.0", b'"' + b"x" * 5000 + b'"')
DEEP = (
    b"[" * 200_000,
    b"[" * 50_000 + b"]" * 50_000,
    b'{"a":' * 100_000,
    b"a" + b".a" * 200_000 + b" = 1\n",
    b"(" * 3000 + b"1" + b")" * 3000,
)
#: Files that say the same wrong thing to every loader.
WHOLE = (
    b"", b"\x00" * 1000, b"\xff\xfe\x00\x00", b"\xef\xbb\xbf", b"\n" * 300_000, b"," * 300_000, b'"' * 100_001, b"x" * 2_000_000,
    b"\x1b[2J\x07", "\u202e\u2028\u0600".encode(), *DEEP, *(b"[" + number + b"]" for number in HUGE), *WRONG,
)  # fmt: skip
_NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
_VALUE = re.compile(rb'"[^"\n]*"|-?[0-9.]+|\[[^\[\]]*\]|true|false|null')


def damaged(data: bytes, draw: random.Random) -> bytes:
    """Return a file with one to three damages."""
    for _ in range(draw.choice((1, 1, 2, 3))):
        data = draw.choice(_WAYS)(data, draw)
    return data


def cases(valid: bytes, count: int, seed: str) -> Iterator[bytes]:
    """Give the wrong files for one valid file: those that were ever found first, the same ones for the same seed."""
    yield valid
    yield from WHOLE
    for number in HUGE[:6]:  # each number of the file in turn, as the lengths of a recording; the others come by chance
        places = list(_NUMBER.finditer(valid))
        yield from (valid[: place.start()] + number + valid[place.end() :] for place in places[-12:])
    draw = random.Random(seed)  # noqa: S311 - the same cases each time
    for _ in range(count):
        yield damaged(valid, draw)


def _flip(data: bytes, draw: random.Random) -> bytes:
    changed = bytearray(data or b"\x00")
    for _ in range(draw.choice((1, 1, 3, 20))):
        changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _cut(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def _leave_out(data: bytes, draw: random.Random) -> bytes:
    start = draw.randrange(len(data) + 1)
    return data[:start] + data[start + draw.choice((1, 2, 10, 100)) :]


def _double(data: bytes, draw: random.Random) -> bytes:
    start = draw.randrange(len(data) + 1)
    block = data[start : start + draw.choice((1, 10, 200, 5000))]
    return data[:start] + block * draw.choice((2, 3, 50)) + data[start:]


def _swap_lines(data: bytes, draw: random.Random) -> bytes:
    lines = data.split(b"\n")
    draw.shuffle(lines)
    return b"\n".join(lines)


def _other_number(data: bytes, draw: random.Random) -> bytes:
    return _replaced(data, _NUMBER, HUGE, draw)


def _other_value(data: bytes, draw: random.Random) -> bytes:
    return _replaced(data, _VALUE, (*WRONG, *HUGE), draw)


def _nest(data: bytes, draw: random.Random) -> bytes:
    return _replaced(data, _VALUE, (b"[" * 60 + b"1" + b"]" * 60, *DEEP[:3]), draw)


def _insert(data: bytes, draw: random.Random) -> bytes:
    start = draw.randrange(len(data) + 1)
    what = draw.choice(
        (b"\x00", b"\xff", b'"', b"'", b'"""', b"[", b"}", b"=", b"#", b"\\", b"\r\n", b",", b";", "é\u202e".encode(), *HUGE)
    )
    return data[:start] + what + data[start:]


def _replaced(data: bytes, what: re.Pattern[bytes], by: tuple[bytes, ...], draw: random.Random) -> bytes:
    places = list(what.finditer(data))
    if not places:
        return data
    place = draw.choice(places)
    return data[: place.start()] + draw.choice(by) + data[place.end() :]


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _cut, _leave_out, _double, _swap_lines, _other_number, _other_value, _nest, _insert,
)  # fmt: skip
