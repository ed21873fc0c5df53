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

VERSION = 1  #: Version of the file's form.
#: Allowed minimum and maximum of a field; 0 and 1 for fields that are not listed.
_RANGES = {
    "threads": (1, 64),
    "long_side": (256, 2048),
    "least_confidence": (LEAST_READ, 1.0),
}


@dataclass(frozen=True)
class ReaderConfig:
    """How photos are read."""

    threads: int = 2  #: Number of processor threads of the models, 1-64.
    long_side: int = 704  #: Longer side of the detector's input, pixels, 256-2048.
    least_score: float = 0.15  #: 0..1, minimum score of a detection.
    least_card: float = 0.5  #: 0..1, minimum probability, by the judge, that a candidate is a card.
    least_confidence: float = 0.5  #: 0.5..1, minimum confidence of a label; below it the card is printed as null.
    same_card: float = 0.8  #: 0..1, minimum IoU of two refined outlines of one card.

    def __post_init__(self) -> None:
        """Check the ranges."""
        for field in dataclasses.fields(self):
            least, most = _RANGES.get(field.name, (0.0, 1.0))
            value = getattr(self, field.name)
            if not least <= value <= most:
                name = field.name
                raise ConfigError(
                    tr("{field} = {value}: give a number from {least} to {most}", field=name, value=value, least=least, most=most)
                )


def load_config(path: Path | str) -> ReaderConfig:
    """Read a configuration file.

    Args:
        path: TOML file with ``version = 1`` and any of the fields of ``ReaderConfig``.

    Returns:
        The configuration; a field that the file leaves out keeps its default.
    """
    data = read_toml(path, ConfigError)
    check_version(path, data, VERSION, ConfigError)
    del data["version"]
    try:
        return reader_config(data)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def reader_config(data: Mapping[str, object]) -> ReaderConfig:
    """Make a configuration from plain values; names and types are checked."""
    fields = {field.name: field.type for field in dataclasses.fields(ReaderConfig)}
    for name, value in data.items():
        if name not in fields:
            (near,) = difflib.get_close_matches(name, fields, n=1, cutoff=0)
            known = ", ".join(fields)
            raise ConfigError(
                tr("unknown field {field}; did you mean {near!r}? Fields: {fields}", field=short_repr(name), near=near, fields=known)
            )
        if type(value) is not fields[name]:
            kind = getattr(fields[name], "__name__", fields[name])
            raise ConfigError(tr("{field} = {value}: give a value of kind {kind}", field=name, value=short_repr(value), kind=kind))
    return ReaderConfig(**data)  # type: ignore[arg-type]
