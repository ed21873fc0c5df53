"""``numero-cam game`` and ``play``, their options, and the games of the live table that were kept."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from numero_cam.cli.extras import need
from numero_cam.cli.options import (
    BadArgumentsError,
    ByOption,
    DatabaseOption,
    GamesProgressOption,
    LevelOption,
    NumbersOption,
    PlayedForOption,
    PlayingOption,
    PrintedOption,
    RuleOption,
    ScoringOption,
    ScoringStepsOption,
    WildsOption,
    check_out,
    finite,
    say_notices,
)
from numero_cam.cli.watch_app import watch_game
from numero_cam.games.numero.rules.choices import By

if TYPE_CHECKING:
    from numero_cam.app.table_games import Reached, Records, TableGame

NEEDED = ("sqlalchemy",)
WHAT = "games of the live table need"
KINDS: tuple[By, ...] = get_args(By)


def run_list(database: str | None, *, most: int | None, as_json: bool) -> None:
    """Prints the kept games.

    Raises:
        StoreError: They cannot be used.
    """
    from numero_cam.cli.options import print_json
    from numero_cam.text import console

    need(NEEDED, WHAT)
    from numero_cam.app.table_games import open_games, table_games

    with open_games(database) as store:
        say_notices(store.notices)
        found = table_games(store, most)
    if as_json:
        for each in found:
            print_json(each.to_dict())
    elif found:
        console.print_table(("game", "began", "scores", "by", "stands"), [_row(each) for each in found], numbers=(0,))
    else:
        console.print_lines(["No game of the live table was kept yet; play one: numero-cam live"])


def run_show(number: int, database: str | None, *, as_json: bool) -> None:
    """Tells a kept game.

    Raises:
        GameError: There is none, or nothing to tell of it.
        StoreError: It cannot be read.
    """
    from numero_cam.cli.game_replay import print_game
    from numero_cam.cli.options import print_json
    from numero_cam.games.numero.engine import Reading
    from numero_cam.text import console
    from numero_cam.text.game_words import game_json

    found = _one(number, database)
    game = found.played()
    if as_json:
        print_json(game_json(Reading(game, None)))
        return
    console.print_lines([found.title])
    print_game(game)


def run_export(number: int, database: str | None, *, text: Path | None, csv: Path | None, html: Path | None) -> None:
    """Writes a kept game to files.

    Raises:
        GameError: There is none, or a file cannot be written.
        StoreError: It cannot be read.
    """
    found = _one(number, database)
    from numero_cam.app.table_games import export

    for path in export(found, text=text, csv=csv, html=html):
        print(f"Game {number} is in {path}")


def run_delete(number: int, database: str | None, *, yes: bool) -> None:
    """Removes a kept game.

    Raises:
        BadArgumentsError: Nobody is there to be asked.
        GameError: There is none.
        StoreError: It cannot be removed.
    """
    found = _one(number, database)
    from numero_cam.app.table_games import open_games, remove

    if not yes:
        if not sys.stdin.isatty():
            raise BadArgumentsError("nobody is there to be asked; say --yes to delete the game")
        if not typer.confirm(f"Delete {found.title}, {_scores(found)}? It cannot be brought back."):
            print("Nothing was deleted.")
            return
    with open_games(database) as store:
        remove(store, number)
    print(f"Game {number} was deleted. Files that you exported, and recordings, are yours to remove.")


def run_records(database: str | None, *, as_json: bool) -> None:
    """Prints the records of kept games.

    Raises:
        StoreError: They cannot be used.
    """
    from numero_cam.cli.options import print_json
    from numero_cam.text import console

    need(NEEDED, WHAT)
    from numero_cam.app.table_games import open_games, records, table_games

    with open_games(database) as store:
        say_notices(store.notices)
        found = table_games(store)
    told = [records(found, by) for by in KINDS]
    if as_json:
        print_json({each.by: each.to_dict() for each in told})
        return
    if not any(each.players for each in told):
        console.print_lines(["There are no records yet; play a game: numero-cam live"])
    for each in told:
        if each.players:
            _print_records(each)


def _print_records(told: "Records") -> None:
    from numero_cam.text import console

    lines = [f"Games for {told.by}"]
    lines += [f"Best take: {_reached(take, told.by)}. {take.words}" for take in told.takes]
    lines += [f"Highest score: {_reached(score, told.by)}." for score in told.scores]
    console.print_lines(lines)
    rows = [
        (
            one.player,
            str(one.games),
            str(one.wins),
            "" if one.best_score is None else str(one.best_score),
            "" if one.mean_score is None else f"{one.mean_score:.1f}",
            str(one.best_take),
        )
        for one in told.players
    ]
    console.print_table(("player", "games", "wins", "best score", "mean score", "best take"), rows, numbers=range(1, 6))


def _reached(reached: "Reached", by: By) -> str:
    from numero_cam.text.words import count

    return f"{count(reached.count, by.removesuffix('s'))}, {reached.player} (game {reached.game}, {reached.when})"


def _row(found: "TableGame") -> tuple[str, ...]:
    return (str(found.kept.game), found.when, _scores(found), found.stands.by, found.standing)


def _scores(found: "TableGame") -> str:
    return ", ".join(f"{name} {found.scores[name]}" if name in found.scores else name for name in found.kept.players)


def _one(number: int, database: str | None) -> "TableGame":
    need(NEEDED, WHAT)
    from numero_cam.app.table_games import open_games, table_game

    with open_games(database) as store:
        say_notices(store.notices)
        return table_game(store, number)


NumberArgument = Annotated[int, typer.Argument(min=1, metavar="N", help="Number of the game, as game list shows it.")]
OneJsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")]


def list_games(
    *,
    most: Annotated[
        int | None, typer.Option("--most", min=1, max=100_000, metavar="N", show_default="all", help="Only so many, the newest.")
    ] = None,
    database: DatabaseOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs, one object a line.")] = False,
) -> None:
    """Lists the games of the live table, newest first: when, who, the scores, and whether they are over.

    \b
    Examples:
      numero-cam game list
      numero-cam game list --most 5 --json
    """
    run_list(database, most=most, as_json=json)


def show_game(*, number: NumberArgument, database: DatabaseOption = None, json: OneJsonOption = False) -> None:
    """Tells a game of the live table turn by turn and prints its score sheet.

    \b
    Example:
      numero-cam game show 3
    """
    run_show(number, database, as_json=json)


def export_game(
    *,
    number: NumberArgument,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE.html", show_default=False, help="The score sheet as a page to look at and to print.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="The score sheet for a spreadsheet.")] = None,
    text: Annotated[
        Path | None, typer.Option(metavar="FILE.txt", show_default=False, help="The game as text, for game replay and play.")
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Writes a game of the live table to files: its score sheet with every item on a line, or the game itself.

    \b
    Examples:
      numero-cam game export 3 --html sheet.html
      numero-cam game export 3 --csv sheet.csv --text game.txt
    """
    wanted = (("--html", html, (".html", ".htm")), ("--csv", csv, (".csv",)), ("--text", text, (".txt",)))
    if not any(out for _, out, _ in wanted):
        raise BadArgumentsError("say what is written: --html FILE.html, --csv FILE.csv, --text FILE.txt, or several of them")
    for name, out, endings in wanted:
        if out is not None:
            check_out(out, endings, name)
    run_export(number, database, text=text, csv=csv, html=html)


def delete_game(
    *,
    number: NumberArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Removes a game of the live table, so that nothing of it stays in the file. It asks first.

    Files that you exported, and recordings, are yours to remove.

    \b
    Examples:
      numero-cam game delete 3
      numero-cam game delete 3 --yes
    """
    run_delete(number, database, yes=yes)


def show_records(*, database: DatabaseOption = None, json: OneJsonOption = False) -> None:
    """Shows the records of the live table: the best take, the highest score, and what each player reached.

    Games for points and games for cards are counted apart. Scores count of games that were played to their end, takes of all.

    \b
    Example:
      numero-cam game records
    """
    run_records(database, as_json=json)


HELP_NAMES = {"help_option_names": ["-h", "--help"]}

game_app = typer.Typer(rich_markup_mode=None, context_settings=HELP_NAMES)

ThinkOption = Annotated[
    float, typer.Option(min=0.001, max=3600, callback=finite, metavar="SECONDS", help="How long expert thinks about a play.")
]
PlayThinkOption = Annotated[
    float,
    typer.Option(min=0.001, max=3600, callback=finite, metavar="SECONDS", help="How long expert and the advice think about a play."),
]
SeedOption = Annotated[str, typer.Option(metavar="SEED", help="Shuffles the cards: the same seed, the same game.")]


@game_app.callback()
def game() -> None:
    """Whole games: replayed from a file, watched, played by the thousand, or kept at the live table."""


@game_app.command()
def replay(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game as text; - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")] = False,
) -> None:
    """Tells a game turn by turn and prints its score sheet.

    A file that goes wrong on some line is told up to there; what is wrong is said with line, turn and rule, and the exit status is 1.

    \b
    Examples:
      numero-cam game replay ours.txt
      numero-cam game replay - < ours.txt
    """
    from numero_cam.cli.game_replay import run_replay

    run_replay(file, as_json=json)


game_app.command("watch")(watch_game)
game_app.command("list")(list_games)
game_app.command("show")(show_game)
game_app.command("export")(export_game)
game_app.command("delete")(delete_game)
game_app.command("records")(show_records)


@game_app.command()
def simulate(
    *,
    players: Annotated[
        str, typer.Option(metavar="NAMES", help="Who plays, 2-4 of expert, greedy and random; one plays solitaire.")
    ] = "greedy,random",
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 100,
    seed: SeedOption = "1",
    level: LevelOption = "all",
    numbers: NumbersOption = None,
    wilds: WildsOption = None,
    playing: PlayingOption = False,
    printed_points: PrintedOption = None,
    by: ByOption = "points",
    scoring: ScoringOption = "website",
    scoring_steps: ScoringStepsOption = "all",
    rule: RuleOption = None,
    think: ThinkOption = 0.1,
    both_seats: Annotated[bool, typer.Option("--both-seats", help="Play each deal once from every seat, so that luck evens out.")] = False,
    jobs: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="How many processes play at once.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")] = False,
    progress: GamesProgressOption = False,
) -> None:
    """Plays many games among programs and says who wins.

    greedy takes what brings most at once, else builds, else discards as the guide advises; expert looks beyond its turn; random plays
    anything legal. The seats go round from game to game.

    \b
    Examples:
      numero-cam game simulate --players greedy,random --games 1000 --seed 1
      numero-cam game simulate --players expert,greedy --games 20 --both-seats
      numero-cam game simulate --players greedy --level 3 --rule values=any
    """
    from numero_cam.app.kept_games import GameChoice
    from numero_cam.cli.game_replay import run_simulate

    names = [name.strip() for name in players.split(",")]
    choice = GameChoice(level, wilds, playing, printed_points, by, scoring, scoring_steps, tuple(rule or ()), numbers)
    run_simulate(names, games, seed, choice, think=think, all_seats=both_seats, jobs=jobs, as_json=json, progress=progress)


def play(
    context: typer.Context,
    *,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, help="A saved game to go on with; you are its first player.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = "Player",
    against: Annotated[str, typer.Option(metavar="PLAYER", help="expert, greedy or random.")] = "greedy",
    think: PlayThinkOption = 0.1,
    solitaire: Annotated[bool, typer.Option("--solitaire", help="Play alone.")] = False,
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", show_default=False, help="Shuffles the cards: the same seed, the same game.")
    ] = None,
    level: LevelOption = "1",
    numbers: NumbersOption = None,
    wilds: WildsOption = None,
    playing: PlayingOption = False,
    printed_points: PrintedOption = None,
    by: PlayedForOption = None,
    scoring: ScoringOption = "website",
    scoring_steps: ScoringStepsOption = "all",
    rule: RuleOption = None,
) -> None:
    """Plays a game with you in the terminal.

    Write your play, such as: take 13: 10 + 3, or: discard 8. hint helps, more each time it is asked; advise compares the plays; help
    lists all there is. The game keeps itself after each turn: whoever leaves can go on with it the next time.

    \b
    Examples:
      numero-cam play
      numero-cam play --level 3 --by points --seed 7
      numero-cam play --against expert --think 2
      numero-cam play mygame.txt
      numero-cam play --solitaire --level all --by points
    """
    from numero_cam.app.kept_games import GameChoice
    from numero_cam.cli.play import run_play

    choice = GameChoice(level, wilds, playing, printed_points, by, scoring, scoring_steps, tuple(rule or ()), numbers)
    sources = ((option, context.get_parameter_source(option)) for option in context.params)
    given = {option for option, source in sources if source is not None and source.name == "COMMANDLINE"}
    run_play(file, choice, given=given, name=name, against=against, alone=solitaire, seed=seed, think=think)
