"""Choices of a rule, declared once as the type of a field: what it may be, its default first."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, get_args, get_origin, get_type_hints

YesNo = Literal["yes", "no"]
NoYes = Literal["no", "yes"]


@cache
def choices_of(record: type) -> Mapping[str, tuple[str, ...]]:
    """Return by field of a dataclass what it may be, for those fields whose type is a choice."""
    hints = get_type_hints(record).items()
    return MappingProxyType({name: get_args(hint) for name, hint in hints if get_origin(hint) is Literal})
