"""Options that several commands share, what their values mean, and what is refused before a command does any work."""

import functools
import inspect
import json
import math
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from numero_cam.base.errors import ConfigError
from numero_cam.base.seats import Seat
from numero_cam.catalogue import and_list, ngettext, or_list, tr
from numero_cam.games.numero.rules.choices import MAX_PACKS, By, FractionsInPlay, Language, LevelName, ScoringName, ScoringSteps, Values
from numero_cam.games.shared.choices import YesNo

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

    from numero_cam.app.kept_games import GameChoice
    from numero_cam.games.numero.engine import Options
    from numero_cam.games.numero.players.advisor import Effort
    from numero_cam.games.numero.players.view import GameFacts
    from numero_cam.games.numero.rules import Card
    from numero_cam.games.numero.solve import Settings

POSITION = "The position"
COUNTS = "What counts"
ANSWERS = "What is answered"
ADVICE = "Advice"
READING = "Reading photos"
OUTPUT = "Output"
TABLE = "Cards on a table"
GAMES = "Games"
CLASSES = "Classes"
SETUP = "This computer"
COMMANDS = "Commands"
COMMAND_PANELS = (TABLE, GAMES, CLASSES, SETUP, COMMANDS)  #: Groups of commands, in the order of the help.
PANELS = (POSITION, COUNTS, ANSWERS, ADVICE, READING, OUTPUT)  #: In the order of the help.
_FIRST_SENTENCE = re.compile(r".+?[.][»”)]*(?= |$)")


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


class PanelledGroup(TyperGroup):
    """A group whose help lists its commands by their `rich_help_panel`, each with its first sentence whole; click cuts it at the line."""

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write each group of commands."""
        panels: dict[str, list[tuple[str, str]]] = {name: [] for name in COMMAND_PANELS}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                words = " ".join((command.help or "").split())
                first = _FIRST_SENTENCE.match(words)
                panels[getattr(command, "rich_help_panel", None) or COMMANDS].append((name, first[0] if first else words))
        for panel, rows in panels.items():
            if rows:
                with formatter.section(panel):
                    formatter.write_dl(rows)


def command_group() -> typer.Typer:
    """Return an empty group of commands with plain help, which reads the same in every terminal."""
    return typer.Typer(cls=PanelledGroup, rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})


class BadArgumentsError(Exception):
    """Arguments that cannot be used: one line, exit status 2."""


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of each parameter that is a record of options, and hand them to it as that record."""
    signature = inspect.signature(command, eval_str=True)
    records = {name: each.annotation for name, each in signature.parameters.items() if hasattr(each.annotation, "_field_defaults")}

    @functools.wraps(command)
    def run(**given: object) -> None:
        made = {name: record(**{field: given.pop(field) for field in record._fields}) for name, record in records.items()}
        command(**given, **made)

    parameters = list[inspect.Parameter]()
    for each in signature.parameters.values():
        if each.name not in records:
            parameters.append(each)
            continue
        record = records[each.name]
        hints = get_type_hints(record, include_extras=True)
        parameters += [
            inspect.Parameter(name, each.kind, default=record._field_defaults[name], annotation=hint) for name, hint in hints.items()
        ]
    vars(run)["__signature__"] = signature.replace(parameters=parameters)
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def finite(value: float | None) -> float | None:
    """Refuse nan and infinity, which the limits of an option do not exclude."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(tr("{value} is no number that can be counted with; give one such as 2.5", value=value))
    return value


BriefOption = Annotated[bool, typer.Option("--brief", rich_help_panel=OUTPUT, help="One sentence, and nothing else.")]
LanguageOption = Annotated[
    Language,
    typer.Option(metavar="HOW", rich_help_panel=OUTPUT, help="Say 3/4 as fractions, percent or decimal."),
]
JsonOption = Annotated[bool, typer.Option("--json", rich_help_panel=OUTPUT, help="JSON for other programs, one object a line.")]
PacksOption = Annotated[int, typer.Option(min=1, metavar="N", rich_help_panel=READING, help="Packs that are mixed.")]
AnnotateOption = Annotated[
    Path | None,
    typer.Option(metavar="OUT.jpg", rich_help_panel=OUTPUT, help="Write the photo with all that was found in it."),
]
CorrectOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="N=CARD",
        rich_help_panel=READING,
        help="Mend reading N: 3=7r; 5=none where no card lies; 6=hand or 6=centre for its place. May be repeated.",
    ),
]
ConfigOption = Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=READING, help="TOML file with settings for reading.")]
DeckOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=READING,
        help="The deck: numero, playing, a learned one, auto or none.",
    ),
]
CalibrationOption = Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=READING, help="What numero-cam calibrate wrote.")]
ThinkOption = Annotated[
    float,
    typer.Option(min=0.05, max=60, callback=finite, metavar="SECONDS", rich_help_panel=ADVICE, help="How long it thinks."),
]
ScoringOption = Annotated[ScoringName, typer.Option(rich_help_panel=COUNTS, help="Points by the website or the guide of 2000.")]
ScoringStepsOption = Annotated[
    ScoringSteps,
    typer.Option(
        metavar="STEPS",
        rich_help_panel=COUNTS,
        help="all, or A to ABCDE: A printed points, B size, C colours, D operations, E clearing.",
    ),
]


class RuleOptions(NamedTuple):
    """What counts, of every command that solves or judges; see the help of these options."""

    by: Annotated[By, typer.Option(metavar="points|cards", rich_help_panel=COUNTS, help="What the best take has most of.")] = "points"
    scoring: ScoringOption = "website"
    scoring_steps: ScoringStepsOption = "all"
    values: Annotated[Values, typer.Option(rich_help_panel=COUNTS, help="On the way: whole, any fraction, or roots too.")] = "whole"
    negative: Annotated[YesNo, typer.Option(rich_help_panel=COUNTS, help="Negative values on the way.")] = "yes"
    fractions_in_play: Annotated[
        FractionsInPlay, typer.Option(metavar="WHEN", rich_help_panel=COUNTS, help="yes, no; auto: if one lies there.")
    ] = "auto"
    printed_points: Annotated[
        Path | None, typer.Option(metavar="FILE", rich_help_panel=COUNTS, help="TOML table of your pack's printed points.")
    ] = None

    def settings(self) -> "Settings":
        """Return the settings of a solver."""
        from numero_cam.games.numero.rules import PrintedPoints, PrintedPointsError
        from numero_cam.games.numero.solve import Settings

        try:
            printed = PrintedPoints.load(self.printed_points) if self.printed_points else PrintedPoints.default()
        except PrintedPointsError as error:
            raise ConfigError(f"--printed-points {error}") from error
        known = self._replace(printed_points=None)._asdict()
        del known["printed_points"]
        return Settings(**{**known, "negative": self.negative == "yes"}, printed=printed)


MirroredOption = Annotated[
    bool,
    typer.Option("--mirrored", rich_help_panel=READING, help="The pictures are mirrored, as some webcams and front cameras give them."),
]
SeatOption = Annotated[
    Seat, typer.Option(metavar="SIDE", rich_help_panel=READING, help="Where you sit: near (the lower edge), far, left or right.")
]


CsvOption = Annotated[bool, typer.Option("--csv", rich_help_panel=OUTPUT, help="A table for spreadsheets.")]
AnnotateToOption = Annotated[
    Path | None, typer.Option(metavar="FOLDER", rich_help_panel=OUTPUT, help="The same for every photo, into this folder.")
]
ProgressOption = Annotated[bool, typer.Option("--progress", rich_help_panel=OUTPUT, help="Say after each photo how many are done.")]


GamesProgressOption = Annotated[
    bool, typer.Option("--progress", help="Say how many games are played also where no terminal is, or with --json (on standard error).")
]


class ShowOptions(NamedTuple):
    """In which forms commands show what they find in photos; see the help of these options."""

    as_json: bool = False
    as_csv: bool = False
    annotate: Path | None = None
    annotate_to: Path | None = None
    progress: bool = False


class PhotoOptions(NamedTuple):
    """How photos are read; see the help of these options."""

    correct: tuple[str, ...] = ()
    config: Path | None = None
    deck: str | None = None
    calibration: Path | None = None
    seat: Seat = "near"
    mirrored: bool = False


def photo_only(options: Sequence[str]) -> str:
    """Return in words that options go with a photo only."""
    return ngettext("{options} goes with a photo only", "{options} go with a photo only", len(options), options=and_list(options))


def refuse_without_photo(photo: PhotoOptions, show: ShowOptions) -> None:
    """Refuse options that have no meaning for typed cards."""
    given = {**photo._asdict(), **show._asdict()}
    usual = {**PhotoOptions()._asdict(), **ShowOptions()._asdict(), "as_json": show.as_json}
    wrong = [f"--{name.removeprefix('as_').replace('_', '-')}" for name in given if given[name] != usual[name]]
    if wrong:
        raise BadArgumentsError(photo_only(wrong))


class OutputFormat(NamedTuple):
    """In which form an answer is printed; see the help of these options."""

    as_json: bool = False
    brief: bool = False
    language: Language = "fractions"


def no_player(option: str, name: str, names: Sequence[str]) -> str:
    """Return in words that an option names a computer player that there is not."""
    return tr('{option}: there is no player "{name}"; choose from {names}', option=option, name=name, names=", ".join(names))


def make_output_format(*, as_json: bool, as_csv: bool, brief: bool, language: Language = "fractions") -> OutputFormat:
    """Return in which form an answer is printed."""
    if (as_json or as_csv) and brief:
        raise BadArgumentsError(tr("--brief is one sentence for people, --json and --csv are for programs; give one of them"))
    return OutputFormat(as_json, brief, language)


def check_forms(*, as_json: bool, as_csv: bool) -> None:
    """Refuse two forms of an answer at once."""
    if as_json and as_csv:
        raise BadArgumentsError(tr("--json and --csv are two forms of the same; give one of them"))


def check_out(out: Path, endings: Sequence[str], name: str) -> None:
    """Refuse a path of a file before time is spent on it.

    Args:
        out: The file to be written.
        endings: How its name may end, with the point.
        name: What the argument is called.
    """
    why = None
    if out.suffix.lower() not in endings:
        why = tr("end its name in {endings}", endings=or_list(endings))
    elif out.is_dir():
        why = tr("is a folder; give the name of a file to write")
    elif not out.parent.is_dir():
        why = tr("there is no folder {folder}", folder=out.parent)
    if why:
        raise BadArgumentsError(f"{name} {out}: {why}")


def effort_of(think: float) -> "Effort":
    """Return the effort of an advisor that thinks this long, seconds."""
    from numero_cam.games.numero.players.advisor import Effort
    from numero_cam.games.numero.solve import SettingsError

    try:
        return Effort(think)
    except SettingsError as error:
        raise BadArgumentsError(f"--think: {error}") from error


def wild_cards(text: str) -> "tuple[Card, ...]":
    """Return the wild cards of an option."""
    from numero_cam.games.numero.rules import NotationError, parse_cards

    try:
        cards = () if text.strip().lower() == "none" else parse_cards(text)
    except NotationError as error:
        raise BadArgumentsError(f"--wilds: {error}") from error
    for card in cards:
        if card.is_number or cards.count(card) > 1:
            raise BadArgumentsError(
                tr("--wilds: {card} is a number card", card=card)
                if card.is_number
                else tr("--wilds: {card} is there twice; a pack has it once", card=card)
            )
    return cards


def told_of(level: LevelName | None, wilds: str | None, players: int, stock: int | None, *, advise: bool, by: By) -> "GameFacts | None":
    """Return what the options say of the game; None without advice."""
    from numero_cam.games.numero.players.view import GameFacts

    if not advise:
        if (level, wilds, players, stock) != (None, None, 2, None):
            raise BadArgumentsError(tr("--level, --wilds, --players and --stock tell the advice what is played; give --advise with them"))
        return None
    if level == "4" and by == "cards":
        raise BadArgumentsError(tr("--level 4 is level 3 played for points; give --level 3 with --by cards"))
    if wilds is None:
        return GameFacts(level, None, players, stock)
    return GameFacts(level, wild_cards(wilds), players, stock)


DatabaseOption = Annotated[
    str | None,
    typer.Option(
        envvar="DATABASE_URL",
        metavar="ADDRESS",
        show_default="a file of yours",
        help="Another file in which games are kept, such as sqlite:///games.sqlite.",
    ),
]


def print_json(values: Mapping[str, object]) -> None:
    """Print one object on one line, at once, in ASCII: it passes through any pipe of any system."""
    print(json.dumps(values), flush=True)


def say_notices(notices: Iterable[str]) -> None:
    """Write lines for the user to standard error."""
    for line in notices:
        sys.stderr.write(f"numero-cam: {line}\n")


LevelOption = Annotated[
    str, typer.Option(metavar="LEVEL", help="Cards: 1-10, 1, 2, 3, unit-fractions, proper-fractions, fractions or all; 4 is 3 for points.")
]
NumbersOption = Annotated[
    int | None,
    typer.Option(min=5, max=15, metavar="N", show_default=False, help="Your own highest number card instead of the level's."),
]
WildsOption = Annotated[
    str | None,
    typer.Option(metavar="CARDS", show_default=False, help='Your own choice of wild cards instead of the level\'s: "x2 -3"; or none.'),
]
PlayingOption = Annotated[bool, typer.Option("--playing-cards", help="A deck of playing cards without court cards for number cards 1-10.")]
PacksOfGameOption = Annotated[int, typer.Option("--packs", min=1, max=MAX_PACKS, metavar="N", help="Packs that are mixed.")]
PrintedOption = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML table of the points printed on your pack.")]
ByOption = Annotated[By, typer.Option(help="What wins.")]
PlayedForOption = Annotated[By | None, typer.Option(show_default="cards, at level 4 points", help="What wins.")]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="A rule that the sources leave open, as in docs/rules.md: last-chances=next. May be repeated."),
]


def make_options(choice: "GameChoice", players: int) -> "Options":
    """Return the options of a game."""
    from numero_cam.app.kept_games import RULE_OPTION, chosen_options
    from numero_cam.games.numero.engine import OptionsError
    from numero_cam.games.numero.rules import NotationError, PrintedPointsError

    try:
        return chosen_options(choice, players)
    except NotationError as error:
        raise BadArgumentsError(f"--wilds: {error}") from error
    except PrintedPointsError as error:
        raise ConfigError(f"--printed-points {error}") from error
    except OptionsError as error:
        raise BadArgumentsError(f"--rule {error}" if error.option == RULE_OPTION else str(error)) from error


def written_options(context: typer.Context) -> set[str]:
    """Return the names of the options that stand on the command line."""
    sources = ((option, context.get_parameter_source(option)) for option in context.params)
    return {option for option, source in sources if source is not None and source.name == "COMMANDLINE"}


def refuse_options(written: Iterable[str], allowed: Iterable[str], file: object) -> None:
    """Refuse options about a game that a file tells itself."""
    if others := set(written) - set(allowed):
        shown = ", ".join(f"--{'playing-cards' if other == 'playing' else other.replace('_', '-')}" for other in sorted(others))
        raise BadArgumentsError(
            tr("{options}: {file} says itself who plays, with which cards and by which rules; leave this out", options=shown, file=file)
        )


def raw_game(path: Path) -> bytes:
    """Return the bytes of a file of a game, or of standard input for ``-``."""
    from numero_cam.app.kept_games import MAX_GAME_BYTES
    from numero_cam.base.bounded_reader import read_bytes, read_stream
    from numero_cam.base.errors import GameError, reason_of

    try:
        if str(path) == "-":
            return read_stream(sys.stdin.buffer, MAX_GAME_BYTES, "-", GameError)
    except OSError as error:
        raise GameError(tr("{file}: cannot be read: {reason}", file="-", reason=reason_of(error))) from error
    return read_bytes(path, MAX_GAME_BYTES, GameError)
