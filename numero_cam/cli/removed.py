"""Commands and options that are no longer there, each with the way to do it now: whoever types one is told in a line."""

import re

from numero_cam.catalogue import tr

ON_THE_CLASS_PAGE = tr("{name} is done on the class page now; open it: numero-cam class page")
SHOWN = tr("{name} is on the class page now, numero-cam class page; a table for other programs: numero-cam class export NAME OUT.csv")
DECISIONS = tr("{name}: decide on the class page, numero-cam class page; a file of decisions is no longer read")
OUT = tr("{name}: mark prints the results, --csv > FILE.csv writes them; slips to look at are on the class page")
#: What to say, by the command and what was written behind it.
REMOVED = {
    **{("numero-cam class", name): ON_THE_CLASS_PAGE for name in ("result", "ladder", "strips", "wall", "needs", "challenge")},
    ("numero-cam class", "show"): SHOWN,
    ("numero-cam mark", "--decisions"): DECISIONS,
    ("numero-cam mark", "--out"): OUT,
}
_UNKNOWN = re.compile(r"No such (?:command|option):? '?([\w-]+)")


def removed_line(command: str, refusal: str) -> str:
    """Return the way to do what a command or an option did; empty where there never was one.

    Args:
        command: The command that was given, such as ``numero-cam class``.
        refusal: What Typer says in English.
    """
    found = _UNKNOWN.match(refusal)
    name = found[1] if found else ""
    return REMOVED.get((command, name), "").format(name=name)
