"""The configuration of everything that reads photos, from one TOML file. There is no global configuration: callers pass it on."""

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.bounded_reader import read_toml, short_repr
from numero_cam.base.errors import ConfigError
from numero_cam.base.files import check_version
from numero_cam.base.records import LEAST_READ
from numero_cam.catalogue import tr

VERSION = 1
_RANGES = {
    "threads": (1, 64),
    "long_side": (256, 2048),
    "least_confidence": (LEAST_READ, 1.0),
}
"""Allowed minimum and maximum of a field; 0 and 1 for fields that are not listed."""


@dataclass(frozen=True)
class ReaderConfig:
    """How photos are read.

    Attributes:
        threads: Number of processor threads of the models, 1-64.
        long_side: Longer side of the detector's input, pixels, 256-2048.
        least_score: 0..1, minimum score of a detection.
        least_card: 0..1, minimum probability, by the judge, that a candidate is a card.
        least_confidence: 0.5..1, minimum confidence of a label; below it the card is printed as null.
        same_card: 0..1, minimum IoU of two refined outlines of one card.
    """

    threads: int = 2
    long_side: int = 704
    least_score: float = 0.15
    least_card: float = 0.5
    least_confidence: float = 0.5
    same_card: float = 0.8

    def __post_init__(self) -> None:
        """Check the ranges."""
        for field in dataclasses.fields(self):
            least, most = _RANGES.get(field.name, (0.0, 1.0))
            value = getattr(self, field.name)
            if not least <= value <= most:
                name = field.name
                message = tr("{field} = {value}: give a number from {least} to {most}", field=name, value=value, least=least, most=most)
                raise ConfigError(message)


def load_config(path: Path | str) -> ReaderConfig:
    """Read a configuration file.

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
    """Make a configuration from plain values; names and types are checked.

    Raises:
        ConfigError: A field is unknown (the message names the nearest one), or a value has the wrong type.
    """
    fields = {field.name: field.type for field in dataclasses.fields(ReaderConfig)}
    for name, value in data.items():
        if name not in fields:
            (near,) = difflib.get_close_matches(name, fields, n=1, cutoff=0)
            known = ", ".join(fields)
            message = tr("unknown field {field}; did you mean {near!r}? Fields: {fields}", field=short_repr(name), near=near, fields=known)
            raise ConfigError(message)
        if type(value) is not fields[name]:
            kind = getattr(fields[name], "__name__", fields[name])
            message = tr("{field} = {value}: give a value of kind {kind}", field=name, value=short_repr(value), kind=kind)
            raise ConfigError(message)
    return ReaderConfig(**data)  # type: ignore[arg-type]
