"""Parses and checks the options that people write for open rules, such as `equal-parts=no`."""

from collections.abc import Iterable
from typing import Any

from numero_cam.catalogue import tr
from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.kinds import LEVELS, MeldRules


class OptionsError(ValueError):
    """Options that no game can have; the message is one line for people.

    Attributes:
        option: Name of the wrong option; empty where several together are wrong.
    """

    def __init__(self, message: str, option: str = "") -> None:
        """Store the name of the wrong option."""
        self.option = option
        super().__init__(message)


def named_rules(texts: Iterable[str], record: type) -> dict[str, str]:
    """Return field names and values of texts such as `equal-parts=no`.

    Args:
        texts: One rule each.
        record: The dataclass that has the fields.

    Raises:
        OptionsError: A text names no rule, a wrong choice, or a rule for the second time.
    """
    choices, chosen = choices_of(record), dict[str, str]()
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        field = name.replace("-", "_")
        if not sign or field not in choices:
            message = tr(
                '"{text}": write name=value, with one of {choices}',
                text=text,
                choices=", ".join(known.replace("_", "-") for known in choices),
            )
            raise OptionsError(message)
        if field in chosen:
            message = tr('"{name}" is there twice', name=name)
            raise OptionsError(message, field)
        check_choice(field, value, choices[field])
        chosen[field] = value
    return chosen


def check_choice(field: str, value: object, choices: Iterable[object]) -> None:
    """Check a value of a field.

    Raises:
        OptionsError: The value is not one of the choices.
    """
    if value not in choices:
        message = tr(
            "{field} is {value!r}; choose from {choices}", field=field.replace("_", "-"), value=value, choices=", ".join(map(str, choices))
        )
        raise OptionsError(message, field)


def make_meld_rules(texts: Iterable[str], table: CharacterTable) -> MeldRules:
    """Return the open rules about melds that texts such as `equal-parts=no` set.

    Raises:
        OptionsError: As in `named_rules`.
    """
    chosen: dict[str, Any] = named_rules(texts, MeldRules)
    return MeldRules(table=table, **chosen)


def check_level(level: int) -> None:
    """Check a level.

    Raises:
        OptionsError: NUMO has no such level.
    """
    if level not in LEVELS:
        message = tr("there is no level {level}; NUMO has levels 1 to {most}", level=level, most=max(LEVELS))
        raise OptionsError(message, "level")
