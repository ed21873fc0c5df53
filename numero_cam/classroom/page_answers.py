"""The answers of the teacher's pages to a browser: a page, a file or another address."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs


@dataclass(frozen=True, slots=True)
class ClassPage:
    """A page; its status is that of HTTP."""

    html: str  #: The page.
    status: int = 200  #: HTTP status.


@dataclass(frozen=True, slots=True)
class ClassFile:
    """A file: shown where it has no name, else saved under it."""

    data: bytes  #: Its content.
    kind: str  #: Its media type.
    name: str = ""  #: Name under which a browser saves it.


@dataclass(frozen=True, slots=True)
class ClassAddress:
    """Another page that a browser goes to: the path with its query."""

    path: str  #: Path and query.


ClassAnswer = ClassPage | ClassFile | ClassAddress


def form_fields(data: bytes) -> Mapping[str, str]:
    """Return the fields of a form sent as ``application/x-www-form-urlencoded``; several values of one name are joined by spaces."""
    return {name: " ".join(values) for name, values in parse_qs(data.decode(errors="replace"), keep_blank_values=True).items()}
