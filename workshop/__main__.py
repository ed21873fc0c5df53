"""``python -m workshop``: draws scenes and films, trains the networks, exports them. Each step goes on where it was stopped."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)

Folder = Annotated[Path, typer.Option(help="Where scenes, crops and training runs are kept.")]


class DeckKind(StrEnum):
    """What a deck is, see ``synth.chance.random_design``."""

    NUMBERS = "numbers"
    PLAYING = "playing"
    TILES = "tiles"


Kind = Annotated[DeckKind | None, typer.Option(help="Draw only decks of this kind.")]
Workers = Annotated[int, typer.Option(help="Processes that draw or prepare.", min=0)]


@app.command()
def clips() -> None:
    """Make the sound clips of the page of the live table, with Debian's flite and lame."""
    from workshop.clips import FOLDER, make_all  # noqa: PLC0415

    typer.echo(f"{make_all() / 1000:.0f} kB in {FOLDER}")


@app.command("cut-fonts")
def cut_fonts(*, fonts: Annotated[Path, typer.Option(help="Folder for the fonts, to be named in NUMERO_CAM_FONTS.")]) -> None:
    """Cut this machine's fonts to the signs that cards use, for a machine that has none (12 MB)."""
    from workshop.cut_fonts import cut_fonts as cut  # noqa: PLC0415

    typer.echo(f"{cut(fonts)} fonts in {fonts}")


@app.command("web-fonts")
def web_fonts(
    *,
    modules: Annotated[Path, typer.Option(help="The folder node_modules with the packages of one of synth/npm*_fonts.txt.")],
    fonts: Annotated[Path, typer.Option(help="Folder for the fonts, to be named in NUMERO_CAM_FONTS.")],
) -> None:
    """Unpack the fonts of npm's packages, in which the judge's scenes are drawn."""
    from workshop.web_fonts import unpack  # noqa: PLC0415

    typer.echo(f"{unpack(modules, fonts)} fonts in {fonts}")


@app.command()
def tables(*, folder: Folder, decks: int = 2000, first: int = 0, seed: int = 1, workers: Workers = 2, kind: Kind = None) -> None:
    """Draw scenes in fonts, inks and light that the networks do not know, and read them, for the judge: four of each deck, an hour."""
    from workshop import judge_data, wide  # noqa: PLC0415

    wide.draw(folder / "tables", seed=seed, first_deck=first, decks=decks, workers=max(1, workers), kind=kind and kind.value)
    judge_data.collect(folder / "tables", workers=max(1, workers))


@app.command()
def judge(
    *,
    folder: Folder,
    models: Path = Path("models"),
    version: int = 1,
    epochs: int = 30,
    count: Annotated[int, typer.Option(min=1, help="So many are trained from different beginnings, one after the other.")] = 3,
    begin: Annotated[Path | None, typer.Option(help="A judge's model whose parts go on instead.")] = None,
) -> None:
    """Train judges on the tables that were read, and write their mean opinion as one ONNX model."""
    from workshop.judge_data import load  # noqa: PLC0415
    from workshop.train_judge import export_judge, held_out, judges_of, measure, thawed, train_judge  # noqa: PLC0415

    read = list(load(folder / "tables"))
    if not read:
        raise typer.BadParameter(f"{folder / 'tables'}: no tables were read there; run tables first")
    beginnings = thawed(begin) if begin else [None] * count
    runs = [folder / f"judge-{seed}" for seed in range(1, len(beginnings) + 1)]
    for seed, (run, weights) in enumerate(zip(runs, beginnings, strict=True), start=1):
        train_judge(read, run, epochs=epochs, seed=seed, begin=weights)
    steps = json.loads((runs[0] / "log.jsonl").read_text(encoding="utf-8").splitlines()[-1])["step"]
    judges = judges_of([run / "weights.pt" for run in runs])
    export_judge(judges, models / f"judge-v{version}.onnx", version=version, steps=steps)
    typer.echo(json.dumps(measure(judges, held_out(read))))


@app.command()
def inks(*, folder: Folder) -> None:
    """Fit how the hues of prints are spread on tables of ``tables`` that the judge was not trained on, and write it into the program."""
    from workshop import fit_inks  # noqa: PLC0415

    read = list(fit_inks.tables_of(folder / "tables"))
    if not read:
        sys.exit(f"no tables in {folder / 'tables'}: draw them with the command tables")
    fitted = fit_inks.fit(read)
    fit_inks.write(fitted, fit_inks.TARGET)
    typer.echo(f"{len(read)} tables: the loss of a card's colour is {fit_inks.loss(fitted, read):.4f}")


@app.command()
def mean(checkpoints: list[Path], out: Annotated[Path, typer.Option(help="The new checkpoint.")]) -> None:
    """Take the mean weights of several checkpoints of one run, or of a model and what went on from it; the last one's steps count."""
    from workshop.learning import mean_of  # noqa: PLC0415

    mean_of(checkpoints, out)


@app.command()
def export(folder: Folder, models: Path = Path("models"), version: int = 1) -> None:
    """Write the trained networks as ONNX, with the manifest; those not trained yet are left out."""
    from workshop.release import release  # noqa: PLC0415

    if (folder / "index" / "checkpoint.pt").exists() and not (folder / "face" / "checkpoint.pt").exists():
        raise typer.BadParameter(f"{folder}: the index network is fitted together with the face network; train that too")
    for line in release(folder, models, version):
        typer.echo(line)


@app.command()
def films(  # noqa: PLR0913 - the options of a command
    *,
    count: Annotated[int, typer.Option(help="How many.", min=1)] = 8,
    seed: Annotated[int, typer.Option(help="Decides everything; other seeds, other designs, tables, hands and games.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for NAME.mp4 and NAME.json.")],
    fast: Annotated[bool, typer.Option("--fast", help="Quick hands, pauses of 0.2-0.4 seconds.")] = False,
    hard: Annotated[
        bool, typer.Option("--hard", help="Exposure that hunts, blur, few bits, arms that rest, a thing put down in mid-game.")
    ] = False,
    masks: Annotated[bool, typer.Option("--masks", help="Write where hands and things are too, as NAME.mask.avi.")] = False,
    players: Annotated[int, typer.Option(help="Players of every game; 0 for a number by chance.", min=0, max=4)] = 0,
    turns: Annotated[int, typer.Option(help="Turns of every game where --players is given; 0 for whole games.", min=0)] = 60,
    packs: Annotated[int, typer.Option(help="Packs that are mixed where --players is given.", min=1)] = 1,
    covered: Annotated[float, typer.Option(help="Seconds for which something hides the table in the middle of the game.", min=0)] = 0.0,
) -> None:
    """Draw films of games with their answers, at half of real time on one core; films that are there are kept."""
    from workshop.films.games import LONG_GAME_LEVEL, Kind  # noqa: PLC0415
    from workshop.films.many import draw_films  # noqa: PLC0415

    kind = Kind(players, turns, 0, LONG_GAME_LEVEL, packs) if players else None
    for line in draw_films(out, count=count, seed=seed, fast=fast, hard=hard, masks=masks, kind=kind, covered=covered):
        typer.echo(line)


def main() -> None:
    """Run a command; missing fonts are told in one line."""
    from workshop.synth.fonts import FontsMissingError  # noqa: PLC0415

    try:
        app()
    except FontsMissingError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
