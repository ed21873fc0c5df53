"""The commands ``game`` and ``play`` and their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.options import GamesProgressOption, ScoringOption, ScoringStepsOption, finite
from numero_cam.cli.playing_options import (
    ByOption,
    LevelOption,
    NumbersOption,
    PlayedForOption,
    PlayingOption,
    PrintedOption,
    RuleOption,
    WildsOption,
)
from numero_cam.cli.table_games_app import delete_game, export_game, list_games, show_game, show_records
from numero_cam.cli.watch_app import watch_game

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
    from numero_cam.cli.game import run_replay

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
    from numero_cam.assistant.game_options import GameChoice
    from numero_cam.cli.game import run_simulate

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
    from numero_cam.assistant.game_options import GameChoice
    from numero_cam.cli.play import run_play

    choice = GameChoice(level, wilds, playing, printed_points, by, scoring, scoring_steps, tuple(rule or ()), numbers)
    sources = ((option, context.get_parameter_source(option)) for option in context.params)
    given = {option for option, source in sources if source is not None and source.name == "COMMANDLINE"}
    run_play(file, choice, given=given, name=name, against=against, alone=solitaire, seed=seed, think=think)
