"""What forms and addresses of the class page ask, read, and the desk's answers to a browser: a page, a file or another address."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast, get_args
from urllib.parse import parse_qs, urlencode

from numero_cam.app.choices import Paper
from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.spreadsheets import is_number

if TYPE_CHECKING:  # the page without a server loads the store when it is asked for a class
    from numero_cam.classroom.slip_store import SlipStore
    from numero_cam.classroom.slips import Printing

PDF = "application/pdf"
CSV = "text/csv"
MAX_FILE_BYTES = 200_000_000  #: Maximum size of a file that is given back, in bytes.


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
    name: str = ""  #: Name under which a browser saves it, with a hyphen in place of each slash.

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.replace("/", "-"))


@dataclass(frozen=True, slots=True)
class ClassAddress:
    """Another page that a browser goes to: the path with its query."""

    path: str  #: Path and query.


ClassAnswer = ClassPage | ClassFile | ClassAddress
_Answers = TypeVar("_Answers", bound=Callable[..., ClassAnswer])


class Addresses(dict[str, Callable[..., ClassAnswer]]):
    """The functions of the desk by what follows ``/class/`` in an address."""

    def at(self, name: str) -> Callable[[_Answers], _Answers]:
        """Return what puts a function there."""

        def put(answers: _Answers) -> _Answers:
            """Put it there, and leave it as it is."""
            self[name] = answers
            return answers

        return put


VIEWS = Addresses()  #: Functions that show something, of the query of an address.
ACTIONS = Addresses()  #: Functions that do something, of the fields of a form.
UPLOADS = Addresses()  #: Functions that take a file, of the query and the content.


def form_fields(data: bytes) -> Mapping[str, str]:
    """Return the fields of a form sent as ``application/x-www-form-urlencoded``; several values of one name are joined by spaces."""
    return {name: " ".join(values) for name, values in parse_qs(data.decode(errors="replace"), keep_blank_values=True).items()}


Fields = Mapping[str, str]


def parse_number(text: str, name: str) -> int:
    """Return the whole number, 0 and more, in a field; `name` is the field's in the message for any other text."""
    if not is_number(text):
        raise ClassError(tr('"{given}" is no number; write one for: {field}', given=text[:20], field=name))
    return int(text)


def paper_of(fields: Fields) -> Paper:
    """Return the size of the paper that a form chooses; by default the first, ``a4``."""
    paper = fields.get("paper", "")
    return cast("Paper", paper if paper in get_args(Paper) else get_args(Paper)[0])


def asked_printing(store: "SlipStore", asked: Fields) -> "Printing":
    """Return the stored printing of the number in the field ``printing``."""
    printing = store.printing(parse_number(asked.get("printing", ""), tr("printing")))
    if printing is None:
        raise ClassError(tr("nothing was printed under this number on this computer"))
    return printing


def today() -> date:
    """Return the day where the teacher is."""
    return date.today()  # noqa: DTZ011 - the day where the teacher is


def class_address(view: str, name: str, **more: object) -> str:
    """Return the address of a page of a class."""
    return f"/class/{view}?{urlencode({'class': name, **more})}"


def printing_address(view: str, printing: int, **more: object) -> str:
    """Return the address of a page of a printing."""
    return f"/class/{view}?{urlencode({'printing': printing, **more})}"


def written_file(write: Callable[[Path], object], kind: str, name: str) -> ClassFile:
    """Return the file that `write` puts at the path it is given, as one of media type `kind` to be saved under `name`."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / f"file{Path(name.replace('/', '-')).suffix}"
        write(place)
        return ClassFile(read_bytes(place, MAX_FILE_BYTES, ClassError), kind, name)
