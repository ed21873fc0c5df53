"""Commands and options that were removed, each with a line that says how to do the same now."""

import re

from numero_cam.catalogue import tr

ON_THE_CLASS_PAGE = tr("{name} is done on the class page now; open it: numero-cam class page")
SHOWN = tr("{name} is on the class page now, numero-cam class page; a table for other programs: numero-cam class export NAME OUT.csv")
DECISIONS = tr("{name}: decide on the class page, numero-cam class page; a file of decisions is no longer read")
OUT = tr("{name}: mark prints the results, --csv > FILE.csv writes them; slips to look at are on the class page")
RULE = tr("{name} is a rule now: --rule {rule}=VALUE")
ADVICE_RULE = tr("{name} is a rule of the advice now: --advise --rule {rule}=VALUE")
CARDS = tr("{name} is a rule now: --rule cards=FILE")
PLAYING = tr("{name} is a rule now: --rule playing=yes")
TOP_ALL = tr("{name} is --top all now")
ANNOTATE = tr("{name}: --annotate takes a folder as well")
PROGRESS = tr("{name} is gone: each answer is printed at once; with --json count its lines")
READER = tr("{name}: name the file in the environment variable NUMERO_CAM_READER")
CLASSES = tr("{name}: name the file in the environment variable NUMERO_CAM_CLASSES")
GAMES = tr("{name}: name the file in the environment variable DATABASE_URL, such as sqlite:///games.sqlite")
EXPORT = tr("{name}: write the files behind the number: numero-cam game export 3 sheet.html sheet.csv game.txt")
SHOW = tr("{name} is game replay now, which takes a file or the number of a game")
TURNING = tr("{name}: numero-cam game analyse says which plays of each player cost most")
LIST = tr("{name} is gone: the newest game comes first")
SEED = tr("{name} is gone: --new-puzzles makes other puzzles")
TOP_TAKE = tr("{name} is the page to project of a class now: Top Take on the class page, numero-cam class page")
COUNTED = ("numero-cam solve", "numero-cam score", "numero-cam check", "numero-cam watch", "numero-cam read")
PLAYED = ("numero-cam play", "numero-cam game watch", "numero-cam game simulate")
#: The template of the line, by the command and the removed subcommand or option.
REMOVED = {
    **{("numero-cam class", name): ON_THE_CLASS_PAGE for name in ("result", "ladder", "strips", "wall", "needs", "challenge")},
    ("numero-cam class", "show"): SHOWN,
    ("numero-cam mark", "--decisions"): DECISIONS,
    ("numero-cam mark", "--out"): OUT,
    **{(command, name): RULE for command in COUNTED for name in ("--negative", "--scoring-steps", "--printed-points", "--packs")},
    **{(command, name): RULE for command in PLAYED for name in ("--scoring-steps", "--printed-points", "--packs")},
    **{(command, "--playing-cards"): PLAYING for command in PLAYED},
    **{("numero-cam solve", name): ADVICE_RULE for name in ("--level", "--wilds", "--players")},
    ("numero-cam solve", "--all"): TOP_ALL,
    **{(command, "--annotate-to"): ANNOTATE for command in COUNTED},
    **{(command, "--progress"): PROGRESS for command in (*COUNTED, "numero-cam game simulate", "numero-cam numo simulate")},
    **{(command, "--config"): READER for command in (*COUNTED, "numero-cam game watch", "numero-cam live")},
    **{(f"numero-cam class {name}", "--file"): CLASSES for name in ("new", "list", "export", "forget", "backup", "restore", "page")},
    ("numero-cam", "toptake"): TOP_TAKE,
    **{(f"numero-cam game {name}", "--database"): GAMES for name in ("list", "export", "delete", "records")},
    **{("numero-cam game export", name): EXPORT for name in ("--html", "--csv", "--text")},
    ("numero-cam game list", "--most"): LIST,
    ("numero-cam game", "show"): SHOW,
    ("numero-cam game replay", "--turning-points"): TURNING,
    ("numero-cam week", "--seed"): SEED,
    **{(f"numero-cam numo {name}", "--cards"): CARDS for name in ("melds", "check", "score", "simulate", "play")},
}
_UNKNOWN = re.compile(r"No such (?:command|option):? '?([\w-]+)")


def removed_line(command: str, refusal: str) -> str:
    """Return the line for a removed command or option that Typer refused with `refusal`; empty where none was removed."""
    found = _UNKNOWN.match(refusal)
    name = found[1] if found else ""
    return REMOVED.get((command, name), "").format(name=name, rule=name.removeprefix("--"))
