"""What the open rules may be, by name, as people write them: `equal-parts=no`."""

from collections.abc import Iterable
from typing import Any

from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.rules.kinds import LEVELS, MeldRules
from numero_cam.numo.rules.table import Table


class OptionsError(ValueError):
    """Options that no game can have; the message is one line.

    Attributes:
        option: The option that is wrong; empty where it is no single one.
    """

    def __init__(self, message: str, option: str = "") -> None:
        """Keep which option is wrong."""
        self.option = option
        super().__init__(message)


def named_rules(texts: Iterable[str], record: type) -> dict[str, str]:
    """Return the fields that texts such as `equal-parts=no` set.

    Args:
        texts: One rule each.
        record: The dataclass whose fields they are.

    Raises:
        OptionsError: At the first that is no such rule, no such choice, or there twice.
    """
    choices, chosen = choices_of(record), dict[str, str]()
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        field = name.replace("-", "_")
        if not sign or field not in choices:
            message = f'"{text}": write name=value, with one of {", ".join(known.replace("_", "-") for known in choices)}'
            raise OptionsError(message)
        if field in chosen:
            message = f'"{name}" is there twice'
            raise OptionsError(message, field)
        check_choice(field, value, choices[field])
        chosen[field] = value
    return chosen


def check_choice(field: str, value: object, choices: Iterable[object]) -> None:
    """Refuse a value that is none of the choices.

    Raises:
        OptionsError: If it is none.
    """
    if value not in choices:
        message = f"{field.replace('_', '-')} is {value!r}; choose from {', '.join(map(str, choices))}"
        raise OptionsError(message, field)


def make_meld_rules(texts: Iterable[str], table: Table) -> MeldRules:
    """Return the open rules about melds as these texts set them.

    Raises:
        OptionsError: As in `named_rules`.
    """
    chosen: dict[str, Any] = named_rules(texts, MeldRules)
    return MeldRules(table=table, **chosen)


def check_level(level: int) -> None:
    """Refuse a level that NUMO does not have.

    Raises:
        OptionsError: If it has none.
    """
    if level not in LEVELS:
        message = f"there is no level {level}; NUMO has levels 1 to {max(LEVELS)}"
        raise OptionsError(message, "level")
