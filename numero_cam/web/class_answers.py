"""What the teacher's pages answer, whatever brings it to a browser."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClassPage:
    """A page; its status is that of HTTP."""

    html: str
    status: int = 200


@dataclass(frozen=True, slots=True)
class ClassFile:
    """A file: shown where it has no name, else saved under it.

    Attributes:
        data: Its content.
        kind: Its media type.
        name: Name under which a browser saves it.
    """

    data: bytes
    kind: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ClassAddress:
    """Another page that a browser goes to: the path with its query."""

    path: str


ClassAnswer = ClassPage | ClassFile | ClassAddress
