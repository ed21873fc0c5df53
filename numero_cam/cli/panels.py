"""Groups of options in the help of commands that have many, as plain text."""

from collections import defaultdict
from typing import TYPE_CHECKING

from typer.core import TyperCommand

if TYPE_CHECKING:  # typer has its own copy of click
    from typer._click import Context, HelpFormatter

POSITION = "The position"
COUNTS = "What counts"
ANSWERS = "What is answered"
ADVICE = "Advice"
READING = "Reading photos"
OUTPUT = "Output"
PANELS = (POSITION, COUNTS, ANSWERS, ADVICE, READING, OUTPUT)
"""In the order of the help."""


class PanelledCommand(TyperCommand):
    """A command whose help lists its options by their `rich_help_panel`: typer's own plain help puts all of them into one list."""

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the arguments, the options of no group, and each group of options."""
        panels: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for param in self.get_params(ctx):
            usual = "Arguments" if param.param_type_name == "argument" else OUTPUT if param.name == "help" else "Options"
            if record := param.get_help_record(ctx):
                panels[getattr(param, "rich_help_panel", None) or usual].append(record)
        for name in ("Arguments", "Options", *PANELS):
            if name in panels:
                with formatter.section(name):
                    formatter.write_dl(panels[name])
