"""One TOML file to the frozen configuration of everything that reads photos. No global state: who wants it passes it on."""

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.bounded_reader import read_toml, short_repr
from numero_cam.base.errors import ConfigError
from numero_cam.base.files import check_version
from numero_cam.base.records import LEAST_READ

VERSION = 1
# All others are shares of 1.
_RANGES = {
    "threads": (1, 64),
    "long_side": (256, 2048),
    "least_confidence": (LEAST_READ, 1.0),
}


@dataclass(frozen=True)
class ReaderConfig:
    """How photos are read.

    Attributes:
        threads: Processor threads that the models use, 1-64.
        long_side: The longer side of the picture in which cards are looked for, pixels, 256-2048.
        least_score: 0..1, an outline with a lower score is not looked at.
        least_card: 0..1, what is judged less surely to be a card is left out.
        least_confidence: 0.5..1, a face with a lower confidence becomes null.
        same_card: 0..1, two refined outlines with at least this IoU are one card.
    """

    threads: int = 2
    long_side: int = 704
    least_score: float = 0.15
    least_card: float = 0.5
    least_confidence: float = 0.5
    same_card: float = 0.8

    def __post_init__(self) -> None:
        """Refuse values that cannot be meant."""
        for field in dataclasses.fields(self):
            least, most = _RANGES.get(field.name, (0.0, 1.0))
            value = getattr(self, field.name)
            if not least <= value <= most:
                message = f"{field.name} = {value}: give a number from {least} to {most}"
                raise ConfigError(message)


def load_config(path: Path | str) -> ReaderConfig:
    """Reads a configuration file.

    Args:
        path: TOML file with ``version = 1`` and any of the fields of ``ReaderConfig``.

    Returns:
        The configuration; a field that the file leaves out keeps its default.

    Raises:
        ConfigError: The file cannot be read, is of another version, or has an unknown field or a value of the wrong kind.
    """
    data = read_toml(path, ConfigError)
    check_version(path, data, VERSION, ConfigError)
    del data["version"]
    try:
        return reader_config(data)
    except ConfigError as error:
        message = f"{path}: {error}"
        raise ConfigError(message) from error


def reader_config(data: Mapping[str, object]) -> ReaderConfig:
    """Checks names and kinds of plain values and makes a configuration of them.

    Raises:
        ConfigError: An unknown field, with the nearest that exists, or a value of the wrong kind.
    """
    fields = {field.name: field.type for field in dataclasses.fields(ReaderConfig)}
    for name, value in data.items():
        if name not in fields:
            near = difflib.get_close_matches(name, fields, n=1, cutoff=0)
            message = f"unknown field {short_repr(name)}; did you mean {near[0]!r}? Fields: {', '.join(fields)}"
            raise ConfigError(message)
        if type(value) is not fields[name]:
            message = f"{name} = {short_repr(value)}: give a value of kind {getattr(fields[name], '__name__', fields[name])}"
            raise ConfigError(message)
    return ReaderConfig(**data)  # type: ignore[arg-type]
