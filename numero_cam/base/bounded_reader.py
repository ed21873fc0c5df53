"""Reads files and texts that somebody else may have written: nothing in them decides how much memory, time or stack is used.

Every loader of such a file reads through this module. Needs the standard library only, so that games may use it as well. In all functions
``most`` is the maximum size of the file or line, bytes, ``name`` that of the file in messages, and ``error`` the type of what is raised.
"""

import json
import math
import re
import tomllib
from collections.abc import Generator
from pathlib import Path
from typing import Any, BinaryIO

from numero_cam.base.errors import reason_of
from numero_cam.catalogue import tr

MAX_DEPTH = 32  #: Maximum depth of nested lists and objects.
MAX_WHOLE_NUMBER = 2**53  #: Maximum absolute value of a whole number; larger JSON numbers are not exact in every program.
MAX_TOML_BYTES = 1_000_000  #: Maximum size of a TOML file in bytes; a learned deck, the largest kind, has about 30,000.
MAX_NUMBER_LENGTH = 64  #: Maximum length of a number in characters; the longest that Python writes has 25.
MAX_SHOWN_LENGTH = 60  #: Maximum number of characters of a wrong value that a message shows.

# A text that does not end is taken to the end of its line or file, where the parser refuses it: each sign is looked at once.
_JSON_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?+', re.DOTALL)
_TOML_TEXT = re.compile(
    r'"""(?:[^"\\]++|\\.|"{1,2}+(?!"))*+"{0,5}+'  # text over several lines, with escapes
    r"|'''(?:[^']++|'{1,2}+(?!'))*+'{0,5}+"  # and without
    r'|"(?:[^"\\\n]++|\\.)*+"?+'
    r"|'[^'\n]*+'?+"
    r"|\#[^\n]*+",
    re.DOTALL,
)
#: A key of so many parts nests as deep, and the standard library needs the square of their number in time.
_DOTTED_KEY = re.compile(rf"(?:\.[\w \t-]*+){{{MAX_DEPTH}}}")


def read_bytes(path: Path | str, most: int, error: type[Exception]) -> bytes:
    """Return the content of a file."""
    try:
        with Path(path).open("rb") as file:
            return read_stream(file, most, str(path), error)
    except (OSError, ValueError) as reason:  # ValueError: a zero byte in the name
        raise _unreadable(path, reason, error) from reason


def read_stream(file: BinaryIO, most: int, name: str, error: type[Exception]) -> bytes:
    """Return the rest of an open file, such as standard input."""
    data = file.read(most + 1)
    if len(data) > most:
        raise error(tr("{file}: is larger than any such file ({most:,} bytes)", file=name, most=most))
    return data


def read_text(path: Path | str, most: int, error: type[Exception]) -> str:
    """Return a file of at most ``most`` bytes of text in UTF-8, without the mark that some programs put first."""
    return decode_text(read_bytes(path, most, error), str(path), error)


def decode_text(data: bytes, name: str, error: type[Exception]) -> str:
    """Return bytes as text in UTF-8, without the mark that some programs put first; ``name`` begins the message of an error."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as reason:
        raise error(tr("{file}: is no text in UTF-8", file=name)) from reason


def read_lines(path: Path | str, most: int, error: type[Exception]) -> Generator[bytes, None, None]:
    """Yield the lines of a file of any length without their ends; one at a time is in memory."""
    try:
        with Path(path).open("rb") as file:
            yield from split_lines(file, most, str(path), error)
    except (OSError, ValueError) as reason:
        raise _unreadable(path, reason, error) from reason


def split_lines(file: BinaryIO, most: int, name: str, error: type[Exception]) -> Generator[bytes, None, None]:
    """Yield the lines of an open file as ``read_lines`` does."""
    number = 0
    while line := file.readline(most + 2):  # with its end: \n or \r\n
        number += 1
        plain = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(plain) > most:
            raise error(tr("{file}: line {line} is longer than any such line ({most:,} bytes)", file=name, line=number, most=most))
        yield plain


def parse_json(text: str, name: str, error: type[Exception]) -> Any:  # noqa: ANN401 - any JSON
    """Return the value that a JSON text holds: at most ``MAX_DEPTH`` deep, whole numbers up to ``MAX_WHOLE_NUMBER``, others finite.

    The depth is known before the text is parsed, so that no text can use up the stack.
    """
    try:
        _check_depth(_JSON_STRING.sub("", text))
        return json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_refused)
    except (ValueError, RecursionError) as reason:
        raise error(tr("{file}: is no JSON that can be used: {reason}", file=name, reason=_one_line(reason))) from reason


def read_toml(path: Path | str, error: type[Exception], most: int = MAX_TOML_BYTES) -> dict[str, Any]:
    """Read a TOML file, within the same bounds as ``parse_json``."""
    return parse_toml(read_text(path, most, error), str(path), error)


def parse_toml(text: str, name: str, error: type[Exception]) -> dict[str, Any]:
    """Return the fields of a TOML text, within the bounds of ``parse_json``; ``name`` begins the message of an error."""
    try:
        bare = _TOML_TEXT.sub("_", text.replace("\r\n", "\n"))
        _check_depth(bare)
        if _DOTTED_KEY.search(bare):
            raise ValueError(tr("a key has more than {most} parts", most=MAX_DEPTH))  # noqa: TRY301 - told like what the parser finds
        data = tomllib.loads(text, parse_float=_finite)
        _check_whole_numbers(data)
    except (ValueError, RecursionError) as reason:
        raise error(tr("{file}: is not a TOML file that can be used: {reason}", file=name, reason=_one_line(reason))) from reason
    return data


def whole_number(value: object, least: int, most: int) -> int:
    """Return a value that is a whole number from ``least`` to ``most``; ``True`` and ``1.0`` are none."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(tr("{value} is no whole number from {least} to {most}", value=short_repr(value), least=least, most=most))
    return value


def finite_number(value: object, least: float = -math.inf, most: float = math.inf) -> float:
    """Return a value that is a finite number from ``least`` to ``most``, as float."""
    plain = type(value) is float or (type(value) is int and abs(value) <= MAX_WHOLE_NUMBER)
    if not plain or not least <= (found := float(value)) <= most or not math.isfinite(found):  # type: ignore[arg-type]
        shown, bounded = short_repr(value), (least, most) != (-math.inf, math.inf)
        within = tr("{value} is no number from {least} to {most}", value=shown, least=least, most=most)
        raise ValueError(within if bounded else tr("{value} is no number", value=shown))
    return found


def plain_text(value: object, longest: int) -> str:
    """Return a value that is a text of at most ``longest`` printable characters."""
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise ValueError(tr("{value} is no text of at most {most} characters", value=short_repr(value), most=longest))
    return value


def list_of(value: object, most: int) -> list[Any]:
    """Return a value that is a list of at most ``most`` entries."""
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(tr("{value} is no list of at most {most} entries", value=short_repr(value), most=most))
    return value


def _check_depth(bare: str) -> None:
    """Refuse brackets that nest too deep; texts are taken out before."""
    depth = 0
    for sign in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if sign[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise ValueError(tr("lists and objects lie more than {most} deep in each other", most=MAX_DEPTH))


def _whole(text: str) -> int:
    """Return a whole number of JSON within ``MAX_WHOLE_NUMBER``."""
    if len(text) > MAX_NUMBER_LENGTH or abs(number := int(text)) > MAX_WHOLE_NUMBER:
        raise ValueError(tr("the number {number} is too large", number=text[:MAX_SHOWN_LENGTH]))
    return number


def _finite(text: str) -> float:
    """Return a number of JSON or TOML that is finite."""
    number = float(text) if len(text) <= MAX_NUMBER_LENGTH else math.inf
    if not math.isfinite(number):
        raise ValueError(tr("{value} is no number that can be used", value=text[:MAX_SHOWN_LENGTH]))
    return number


def _refused(text: str) -> float:
    """Refuse ``NaN`` and ``Infinity``, which Python's parser would take."""
    raise ValueError(tr("{value} is no number", value=text))


def _check_whole_numbers(data: dict[str, Any]) -> None:
    """Refuse what ``_whole`` refuses: the standard library reads whole numbers of TOML by itself."""
    waiting: list[Any] = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and abs(value) > MAX_WHOLE_NUMBER:
            raise ValueError(tr("a whole number is too large"))


def _unreadable(path: Path | str, reason: Exception, error: type[Exception]) -> Exception:
    """Return the error, of the type ``error``, that says why a file cannot be read."""
    if isinstance(reason, error):  # found while reading: it says everything
        return reason
    return error(tr("{file}: cannot be read: {reason}", file=path, reason=reason_of(reason)))


def _one_line(reason: Exception) -> str:
    """Return the text of an error on one line."""
    return " ".join(str(reason).split())


def short_repr(value: object) -> str:
    """Return a value as a message shows it; never the whole of a long one."""
    return repr(value[:MAX_SHOWN_LENGTH] if isinstance(value, str) else value)[: MAX_SHOWN_LENGTH + 2]
