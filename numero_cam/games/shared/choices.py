"""Choices of a rule, declared as the `Literal` type of a dataclass field, the default first."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, get_args, get_origin, get_type_hints

YesNo = Literal["yes", "no"]
NoYes = Literal["no", "yes"]


@cache
def choices_of(record: type) -> Mapping[str, tuple[str, ...]]:
    """Return the allowed values of each dataclass field whose type is a `Literal`."""
    hints = get_type_hints(record).items()
    return MappingProxyType({name: get_args(hint) for name, hint in hints if get_origin(hint) is Literal})
