"""Options that several commands share, the values made of them, and checks before a command does any work."""

import functools
import inspect
import json
import math
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from numero_cam.app.choices import Paper
from numero_cam.base.errors import ConfigError, StoreError
from numero_cam.base.seats import Seat
from numero_cam.catalogue import and_list, ngettext, or_list, tr
from numero_cam.games.numero.rules.choices import MAX_PACKS, By, FractionsInPlay, Language, LevelName, ScoringName, Values

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

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
READER_VARIABLE = "NUMERO_CAM_READER"  #: Environment variable that names the file with settings of the reader.
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


@contextmanager
def refused(kind: type[Exception], name: str = "", instead: type[Exception] = BadArgumentsError) -> Iterator[None]:
    """Turn an error of a kind in the block into a ``BadArgumentsError``, or `instead`, with `name` before its message."""
    try:
        yield
    except kind as error:
        raise instead(f"{name}{error}") from error


def grouped(command: Callable[..., None], **several: Sequence[type]) -> Callable[..., None]:
    """Return a command with a parameter for each field of its records of options (NamedTuples), which are passed to it as records.

    Args:
        command: Has parameters of such types.
        several: Types of the records that a parameter takes as a sequence, by its name.
    """
    signature = inspect.signature(command, eval_str=True)
    plain = {name: [each.annotation] for name, each in signature.parameters.items() if hasattr(each.annotation, "_field_defaults")}
    records: dict[str, Sequence[Any]] = {**plain, **several}

    @functools.wraps(command)
    def run(**given: object) -> None:
        """Call the command with its records made of the fields that were given."""
        made = {name: [each(**{field: given.pop(field) for field in each._fields}) for each in records[name]] for name in records}
        command(**given, **{name: made[name] if name in several else made[name][0] for name in made})

    parameters = list[inspect.Parameter]()
    for each in signature.parameters.values():
        if each.name not in records:
            parameters.append(each)
            continue
        parameters += [
            inspect.Parameter(name, each.kind, default=record._field_defaults[name], annotation=hint)
            for record in records[each.name]
            for name, hint in get_type_hints(record, include_extras=True).items()
        ]
    vars(run)["__signature__"] = signature.replace(parameters=parameters)
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def finite(value: float | None) -> float | None:
    """Return the value of an option; refuse nan and infinity, which its limits do not exclude."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(tr("{value} is no number that can be counted with; give one such as 2.5", value=value))
    return value


BriefOption = Annotated[bool, typer.Option("--brief", rich_help_panel=OUTPUT, help="One sentence, and nothing else.")]
LanguageOption = Annotated[
    Language,
    typer.Option(metavar="HOW", rich_help_panel=OUTPUT, help="Say 3/4 as fractions, percent or decimal."),
]
JsonOption = Annotated[bool, typer.Option("--json", rich_help_panel=OUTPUT, help="JSON for other programs, one object a line.")]
CorrectOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="N=CARD",
        rich_help_panel=READING,
        help="Mend reading N: 3=7r; 5=none where no card lies; 6=hand or 6=centre for its place. May be repeated.",
    ),
]
SeatOption = Annotated[
    Seat, typer.Option(metavar="SIDE", rich_help_panel=READING, help="Where you sit: near (the lower edge), far, left or right.")
]
DeckOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=READING,
        help="The deck: numero, playing, a learned one, auto or none.",
    ),
]
MirroredOption = Annotated[
    bool,
    typer.Option("--mirrored", rich_help_panel=READING, help="The pictures are mirrored, as some webcams and front cameras give them."),
]
LimitOption = Annotated[
    float,
    typer.Option(min=0, callback=finite, metavar="SECONDS", rich_help_panel=ANSWERS, help="Stop then, with the best take so far."),
]
ThinkOption = Annotated[
    float,
    typer.Option(min=0.05, max=60, callback=finite, metavar="SECONDS", rich_help_panel=ADVICE, help="How long it thinks."),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE|FILE.toml",
        rich_help_panel=COUNTS,
        help="A rule of docs/rules.md, such as packs=2 or negative=no; or a file of rules. May be repeated.",
    ),
]
#: Rules of a position, and those that the advice on one asks for besides.
POSITION_RULES = ("by", "scoring", "values", "fractions-in-play", "negative", "scoring-steps", "printed-points", "packs")
ADVICE_RULES = ("level", "wilds", "players")
#: Rules of a game that are no choice of a few words; the others are in `CHOICES`.
GAME_RULES = ("level", "numbers", "wilds", "playing", "packs", "printed-points")
RULES_VERSION = 1


def given_rules(texts: Iterable[str] | None, typed: Mapping[str, object], usable: Collection[str]) -> dict[str, str]:
    """Return the rules of ``--rule`` by their names: those of the command line count before those of files.

    Args:
        texts: Each a rule or the name of a file.
        typed: Values of the rules that have an option of their own, by name; None for one that was not given.
        usable: Names of the rules that the command uses. Others are refused on the command line, and ignored in a file.
    """
    rules = {name: str(value) for name, value in typed.items() if value is not None}
    of_files: dict[str, tuple[Path, str]] = {}
    for text in texts or ():
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign and text.endswith(".toml"):
            of_files |= {rule: (Path(text), value) for rule, value in _rules_of_file(Path(text)).items()}
        elif not sign or name not in usable:
            names = ", ".join(usable)
            if sign and name in {*POSITION_RULES, *ADVICE_RULES, *game_rules()}:
                raise BadArgumentsError(tr("--rule {name} does not count here; rules that do: {names}", name=name, names=names))
            raise BadArgumentsError(tr("--rule {rule!r}: write name=value, with one of {names}; or a file, .toml", rule=text, names=names))
        elif name in rules:
            raise BadArgumentsError(tr("--rule {name} is there twice", name=name))
        else:
            rules[name] = value
    for name in of_files.keys() & set(usable) - rules.keys():
        rules[name] = _checked_rule(*of_files[name], name)
    return rules


def _checked_rule(path: Path, value: str, name: str) -> str:
    """Return the value of a rule of a file; raise a ``ConfigError`` with the file's name where it cannot be used."""
    rule = {name: value}
    try:
        if name == "players":
            _whole(rule, name, 2, 4)
        elif name in POSITION_RULES:
            settings_of(rule), packs_of(rule)
        else:
            make_options({"level": "all"} | rule, 2)
    except (BadArgumentsError, ConfigError) as error:
        raise ConfigError(f"{path}: {str(error).removeprefix('--rule ').removeprefix('--')}") from error
    return value


def _rules_of_file(path: Path) -> dict[str, str]:
    """Return the rules of a TOML file by their names, as texts; a path in it is relative to its folder."""
    from numero_cam.base.bounded_reader import read_toml, short_repr
    from numero_cam.base.files import check_version

    known = {*POSITION_RULES, *ADVICE_RULES, *game_rules()}
    data = read_toml(path, ConfigError)
    check_version(path, data, RULES_VERSION, ConfigError)
    del data["version"]
    rules: dict[str, str] = {}
    for key, value in data.items():
        name = key.replace("_", "-")
        if name not in known:
            raise ConfigError(
                tr("{file}: {name} is no rule; choose from {names}", file=path, name=short_repr(key), names=", ".join(sorted(known)))
            )
        if type(value) not in (str, int, bool):
            raise ConfigError(tr("{file}: {name} = {value}: give a word or a whole number", file=path, name=name, value=short_repr(value)))
        if name in rules:
            raise ConfigError(tr("{file}: {name} is there twice", file=path, name=name))
        rules[name] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    if points := rules.get("printed-points"):
        rules["printed-points"] = str(path.parent / points)
    return rules


def game_rules() -> tuple[str, ...]:
    """Return the names of all rules of a game."""
    from numero_cam.games.numero.engine.options import CHOICES

    return (*GAME_RULES, *(name.replace("_", "-") for name in CHOICES))


def packs_of(rules: Mapping[str, str]) -> int:
    """Return the number of packs that are mixed, by default 1."""
    return _whole(rules, "packs", 1, MAX_PACKS)


def _whole(rules: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Return a rule as a whole number, by default `least`."""
    text = rules.get(name, str(least))
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise BadArgumentsError(
            tr("--rule {name}={value}: give a whole number from {least} to {most}", name=name, value=text, least=least, most=most)
        )
    return int(text)


class RuleOptions(NamedTuple):
    """The rules of every command that solves or judges; see the help of these options."""

    by: Annotated[
        By | None,
        typer.Option(metavar="points|cards", rich_help_panel=COUNTS, help="What the best take has most of, usually points."),
    ] = None
    scoring: Annotated[
        ScoringName | None,
        typer.Option(rich_help_panel=COUNTS, help="Points by the website, as usual, or by the guide of 2000."),
    ] = None
    values: Annotated[
        Values | None, typer.Option(rich_help_panel=COUNTS, help="On the way: whole, as usual, any fraction, or roots too.")
    ] = None
    fractions_in_play: Annotated[
        FractionsInPlay | None,
        typer.Option(metavar="WHEN", rich_help_panel=COUNTS, help="yes, no; auto, as usual: if one lies there."),
    ] = None
    rule: RuleOption = None

    def read(self, *more: str) -> dict[str, str]:
        """Return the rules that were given; `more` are names of further ones that the command uses."""
        typed = {name.replace("_", "-"): value for name, value in self._asdict().items() if name != "rule"}
        return given_rules(self.rule, typed, (*POSITION_RULES, *more))


def settings_of(rules: Mapping[str, str]) -> "Settings":
    """Return the settings of a solver, made of rules as texts by their names."""
    from numero_cam.games.numero.rules import PrintedPoints, PrintedPointsError
    from numero_cam.games.numero.solve import Settings, SettingsError

    file, negative = rules.get("printed-points"), rules.get("negative", "yes")
    if negative not in ("yes", "no"):
        raise BadArgumentsError(tr("{name} is {value!r}; choose from {choices}", name="negative", value=negative, choices="yes, no"))
    chosen: dict[str, Any] = {name.replace("-", "_"): rules[name] for name in (*POSITION_RULES[:4], "scoring-steps") if name in rules}
    with refused(PrintedPointsError, "--rule printed-points=", ConfigError), refused(SettingsError, "--rule "):
        printed = PrintedPoints.load(file) if file else PrintedPoints.default()
        return Settings(**chosen, negative=negative == "yes", printed=printed)


class AdviceOptions(NamedTuple):
    """Whether plays are compared, and how; see the help of these options."""

    advise: Annotated[bool, typer.Option("--advise", rich_help_panel=ADVICE, help="Also compare all plays by what may follow.")] = False
    think: ThinkOption = 0.1
    stock: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", rich_help_panel=ADVICE, help="Cards left to draw; else nothing was taken yet."),
    ] = None

    def effort(self) -> "Effort | None":
        """Return the time that the advice may think; None without advice."""
        if self.stock is not None and not self.advise:
            raise BadArgumentsError(tr("--stock tells the advice what is left to draw; give --advise with it"))
        return effort_of(self.think) if self.advise else None

    def facts(self, rules: Mapping[str, str]) -> "GameFacts | None":
        """Return the level, wild cards, players and stock of the game for the advice; None without advice."""
        from numero_cam.games.numero.engine.options import LEVELS
        from numero_cam.games.numero.players.view import GameFacts

        if not self.advise:
            return None
        level, wilds = rules.get("level"), rules.get("wilds")
        if level is not None and level not in LEVELS:
            raise BadArgumentsError(tr("level is {name!r}; choose from {choices}", name=level, choices=", ".join(LEVELS)))
        if level == "4" and rules.get("by") == "cards":
            raise BadArgumentsError(tr("level 4 is level 3 played for points; by cards play level 3"))
        players = _whole({"players": "2"} | dict(rules), "players", 2, 4)
        return GameFacts(cast("LevelName | None", level), None if wilds is None else wild_cards(wilds), players, self.stock)


class PictureOptions(NamedTuple):
    """How pictures are read; see the help of these options."""

    deck: DeckOption = None
    calibration: Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=READING, help="What numero-cam calibrate wrote.")] = (
        None
    )
    mirrored: MirroredOption = False


CsvOption = Annotated[bool, typer.Option("--csv", rich_help_panel=OUTPUT, help="A table for spreadsheets.")]


class ShowOptions(NamedTuple):
    """The form of a command's output on photos; see the help of these options."""

    json: JsonOption = False
    csv: CsvOption = False
    brief: BriefOption = False
    annotate: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.jpg|FOLDER",
            rich_help_panel=OUTPUT,
            help="Write the photo with all that was found in it; into a folder, every photo.",
        ),
    ] = None

    def form(self, language: Language = "fractions") -> "OutputFormat":
        """Return the form in which answers are printed, after checking that the options go together."""
        check_forms(as_json=self.json, as_csv=self.csv)
        return make_output_format(as_json=self.json, as_csv=self.csv, brief=self.brief, language=language)


def reader_file() -> Path | None:
    """Return the file with settings of the reader that this computer's user has named, or None."""
    name = os.environ.get(READER_VARIABLE)
    return Path(name) if name else None


def photo_only(options: Sequence[str]) -> str:
    """Return the message that options go with a photo only."""
    return ngettext("{options} goes with a photo only", "{options} go with a photo only", len(options), options=and_list(options))


def refuse_without_photo(picture_options: PictureOptions, show: ShowOptions, **others: object) -> None:
    """Refuse options that have no meaning for typed cards."""
    given = {**others, **picture_options._asdict(), "csv": show.csv, "annotate": show.annotate}
    if wrong := [f"--{name}" for name, value in given.items() if value]:
        raise BadArgumentsError(photo_only(wrong))


class OutputFormat(NamedTuple):
    """The form in which an answer is printed; see the help of these options."""

    as_json: bool = False  #: Whether JSON is printed.
    brief: bool = False  #: Whether only one sentence is printed.
    language: Language = "fractions"  #: How fraction cards are read.


def no_player(option: str, name: str, names: Sequence[str]) -> str:
    """Return the message that an option names an unknown computer player."""
    return tr('{option}: there is no player "{name}"; choose from {names}', option=option, name=name, names=", ".join(names))


def make_output_format(*, as_json: bool, as_csv: bool, brief: bool, language: Language = "fractions") -> OutputFormat:
    """Return the form in which an answer is printed; one sentence and a form for programs are refused together."""
    if (as_json or as_csv) and brief:
        raise BadArgumentsError(tr("--brief is one sentence for people, --json and --csv are for programs; give one of them"))
    return OutputFormat(as_json, brief, language)


def check_forms(*, as_json: bool, as_csv: bool) -> None:
    """Refuse two forms of an answer at once."""
    if as_json and as_csv:
        raise BadArgumentsError(tr("--json and --csv are two forms of the same; give one of them"))


def check_out(out: Path, endings: Sequence[str], name: str) -> None:
    """Refuse a path of a file to write with another ending, of a folder, or in no folder; `name` is the option's."""
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

    with refused(SettingsError, "--think: "):
        return Effort(think)


def wild_cards(text: str) -> "tuple[Card, ...]":
    """Return the wild cards of the text of ``--wilds``, each once; `none` for none."""
    from numero_cam.games.numero.rules import NotationError, parse_cards

    with refused(NotationError, "--wilds: "):
        cards = () if text.strip().lower() == "none" else parse_cards(text)
    for card in cards:
        if card.is_number or cards.count(card) > 1:
            raise BadArgumentsError(
                tr("--wilds: {card} is a number card", card=card)
                if card.is_number
                else tr("--wilds: {card} is there twice; a pack has it once", card=card)
            )
    return cards


PaperOption = Annotated[Paper, typer.Option(help="Size of the paper.")]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        envvar="DATABASE_URL",
        metavar="ADDRESS",
        show_default="a file of yours",
        help="Another file in which games are kept, such as sqlite:///games.sqlite.",
    ),
]


def games_address() -> str | None:
    """Return the address of the file of kept games that this computer's user has named, or None."""
    return checked_address(os.environ.get("DATABASE_URL") or None, "DATABASE_URL")


def checked_address(address: str | None, name: str) -> str | None:
    """Return an address of kept games unchanged, after checking it; `name` is that of its option or variable, for the message."""
    from numero_cam.app.table_games import check_games_address

    with refused(StoreError, f"{name}: ", StoreError):
        check_games_address(address)
    return address


def print_json(values: Mapping[str, object]) -> None:
    """Print one object on one line, at once, in ASCII: it passes through any pipe of any system."""
    print(json.dumps(values), flush=True)


def say_notices(notices: Iterable[str]) -> None:
    """Write lines for the user to standard error."""
    for line in notices:
        sys.stderr.write(f"numero-cam: {line}\n")


class GameOptions(NamedTuple):
    """Which game is played; see the help of these options."""

    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            rich_help_panel=COUNTS,
            show_default="1 in play, else all",
            help="Cards: 1-10, 1, 2, 3, unit-fractions, proper-fractions, fractions or all; 4 is 3 for points.",
        ),
    ] = None
    numbers: Annotated[
        int | None,
        typer.Option(min=5, max=15, metavar="N", rich_help_panel=COUNTS, help="Your own highest number card instead of the level's."),
    ] = None
    wilds: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS", rich_help_panel=COUNTS, help='Your own choice of wild cards instead of the level\'s: "x2 -3"; or none.'
        ),
    ] = None
    by: Annotated[
        By | None, typer.Option(rich_help_panel=COUNTS, show_default="in play cards, else and at level 4 points", help="What wins.")
    ] = None
    scoring: Annotated[
        ScoringName | None,
        typer.Option(rich_help_panel=COUNTS, help="Points by the website, as usual, or by the guide of 2000."),
    ] = None
    rule: RuleOption = None

    def read(self, **usual: str) -> dict[str, str]:
        """Return the given rules of the game by their names, as texts; `usual` are defaults."""
        typed = {name: value for name, value in self._asdict().items() if name != "rule"}
        return usual | given_rules(self.rule, typed, game_rules())


def make_options(rules: Mapping[str, str], players: int) -> "Options":
    """Return the options of a game for a number of players, made of rules as texts by their names."""
    from numero_cam.app.kept_games import chosen_options
    from numero_cam.games.numero.engine import OptionsError
    from numero_cam.games.numero.rules import NotationError, PrintedPointsError

    no_points = refused(PrintedPointsError, "--rule printed-points=", ConfigError)
    with refused(NotationError, "--wilds: "), no_points, refused(OptionsError):
        return chosen_options(rules, players)


def written_options(context: typer.Context) -> set[str]:
    """Return the names of the options that were given on the command line."""
    sources = ((option, context.get_parameter_source(option)) for option in context.params)
    return {option for option, source in sources if source is not None and source.name == "COMMANDLINE"}


def refuse_options(written: Iterable[str], allowed: Iterable[str], file: object) -> None:
    """Refuse options on the command line other than the allowed ones, because the file of the game has their values."""
    if others := set(written) - set(allowed):
        shown = ", ".join(f"--{other}" for other in sorted(others))
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
