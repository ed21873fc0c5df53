"""The help and the refusals of the command line in another language than English, which neither needs nor loads this file.

The help is in the commands, as Typer reads it, so it is replaced in the tree of commands before one runs. Sentences of Typer and its copy
of click have no catalogue: they are listed in tables here, and recognised in what these print.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer.core
from typer._click.formatting import HelpFormatter
from typer.main import get_command

from numero_cam.catalogue import translate
from numero_cam.cli.app import app
from numero_cam.cli.options import COMMAND_PANELS, PANELS

if TYPE_CHECKING:
    from typer._click import Command

HEADINGS = ("Usage: ", "[OPTIONS]", "COMMAND [ARGS]...", "Arguments", "Options", *COMMAND_PANELS, *PANELS)
LINES = ("Show this message and exit.", "default: {default}", "env var: {var}", "required")
#: Typer's refusals of arguments, without the full stop; the first that matches is taken.
REFUSALS = (
    "Invalid value for {name}: {reason}",
    "Invalid value: {reason}",
    "Missing argument {name}",
    "Missing option {name}",
    "No such option: {name} (Possible options: {names})",
    "No such option: {name}",
    "No such command {name}. Did you mean {names}?",
    "No such command {name}",
    "Got unexpected extra argument(s) ({arguments})",
    "Option {name} requires an argument",
    "Option {name} does not take a value",
    "{value} is not in the range {range}",
    "{value} is not one of {values}",
    "{value} is not a valid int range",
    "{value} is not a valid int",
    "{value} is not a valid float range",
    "{value} is not a valid float",
)
#: A paragraph of help that begins so keeps its lines: a heading, then examples, which are indented and the same in every language.
PLAIN = "\b\n"


def help_texts() -> Iterator[tuple[str, str]]:
    """Yield every text of the help and of the refusals for the template of the catalogue, each once.

    Yields:
        Where the first command with the text is, such as `help/solve/--top`, and the English.
    """
    found: dict[str, str] = dict.fromkeys((*HEADINGS, *LINES, *REFUSALS), "help")

    def collect(where: str, text: str) -> str:
        """Note the first place of a text."""
        found.setdefault(text, where)
        return text

    _change(get_command(app), "help", collect)
    for text, where in found.items():
        yield where, text


def translated_commands() -> "Command":
    """Return the tree of commands with its help, and Typer's own words, in the language of the process."""
    commands = get_command(app)
    _change(commands, "help", lambda _where, text: translate(text))
    commands.context_class.formatter_class = _TranslatedFormatter
    vars(typer.core)["_"] = translate
    return commands


def translated_refusal(words: str) -> str:
    """Return a refusal of Typer in the language of the process; one that no template of ``REFUSALS`` matches is returned unchanged."""
    for template in REFUSALS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template))
        if match := re.fullmatch(pattern, words, re.DOTALL):
            parts = match.groupdict()
            if "reason" in parts:
                parts["reason"] = translated_refusal(parts["reason"].rstrip("."))
            return translate(template).format(**parts)
    return words


class _TranslatedFormatter(HelpFormatter):
    """Writes help whose headings, and whose line about the help itself, click names in English."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, translate("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(translate(heading))

    def write_dl(self, rows: Sequence[tuple[str, str]], *widths: int, **named_widths: int) -> None:
        super().write_dl([(name, translate(text)) for name, text in rows], *widths, **named_widths)


def _change(command: Any, where: str, change: Callable[[str, str], str]) -> None:  # noqa: ANN401 - Typer's classes are private
    """Replace each text of the help of a command and its subcommands by `change` of its place, such as `help/solve/--top`, and itself."""

    def replace(thing: Any, names: Sequence[str], place: str) -> None:  # noqa: ANN401 - the same
        """Replace these attributes of a command or parameter, if they are texts."""
        for name in names:
            text = getattr(thing, name, None)
            typed = name == "metavar" and text == str(text).lower()  # such as points|cards
            if isinstance(text, str) and text and not typed:
                setattr(thing, name, _by_paragraphs(text, lambda part: change(place, part)))

    replace(command, ("help", "short_help", "epilog", "options_metavar", "subcommand_metavar"), where)
    for param in command.params:
        replace(param, ("help", "metavar", "show_default"), f"{where}/{param.opts[0]}")
    for name, below in getattr(command, "commands", {}).items():
        _change(below, f"{where}/{name}", change)


def _by_paragraphs(text: str, change: Callable[[str], str]) -> str:
    """Return a text of help with `change` of each paragraph as one line; in a paragraph with ``PLAIN``, of each line not indented."""
    parts = []
    for part in text.split("\n\n"):
        if part.startswith(PLAIN):
            lines = part.removeprefix(PLAIN).splitlines()
            parts.append(PLAIN + "\n".join(line if line.startswith(" ") else change(line) for line in lines))
        else:
            parts.append(change(" ".join(part.split())))
    return "\n\n".join(parts)
