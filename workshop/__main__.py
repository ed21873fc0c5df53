"""``python -m workshop``: draws scenes and films, trains the networks, exports them. Each step goes on where it was stopped."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)

Folder = Annotated[Path, typer.Option(help="Where scenes, crops and training runs are kept.")]
Also = Annotated[list[Path] | None, typer.Option(help="A further folder whose samples are used too, equally often; may be given again.")]
Ground = Annotated[str | None, typer.Option(help="Draw only decks of number cards with this under the numerals: band, half, header ...")]


class DeckKind(StrEnum):
    """What a deck is, see ``synth.chance.random_design``."""

    NUMBERS = "numbers"
    PLAYING = "playing"
    TILES = "tiles"


class ModelName(StrEnum):
    """A network."""

    DETECTOR = "detector"
    OUTLINE = "outline"
    FACE = "face"
    INDEX = "index"


Kind = Annotated[DeckKind | None, typer.Option(help="Draw only decks of this kind.")]
Widely = Annotated[
    bool, typer.Option("--wide", help="Draw decks in the fonts of npm_training_fonts.txt, in any inks and on tinted stocks, see ``wide``.")
]
Level = Annotated[bool, typer.Option("--level", help="Draw number cards in rare styles of print often, see ``synth.levelled``.")]
LikeStock = Annotated[float, typer.Option(help="Share of tables in the colour of the cards, whose edges hardly show.", min=0, max=1)]
Bfloat16 = Annotated[bool, typer.Option("--bfloat16", help="Compute in bfloat16: for processors that have it.")]
Workers = Annotated[int, typer.Option(help="Processes that draw or prepare.", min=0)]


@app.command()
def draw(  # noqa: PLR0913 - the options of a command
    *,
    folder: Folder,
    decks: int = 800,
    first: int = 0,
    seed: int = 1,
    workers: Workers = 2,
    ground: Ground = None,
    kind: Kind = None,
    wide: Widely = False,
    level: Level = False,
    like_stock: LikeStock = 0.0,
) -> None:
    """Draw scenes, five with each deck (about 5 scenes a second on 2 cores)."""
    from workshop import draw_scenes  # noqa: PLC0415

    draw_scenes.draw(
        folder / "scenes",
        seed=seed,
        first_deck=first,
        decks=decks,
        workers=max(1, workers),
        ground=ground,
        kind=kind and kind.value,
        widely=wide,
        level=level,
        like_stock=like_stock,
    )


@app.command()
def clips() -> None:
    """Make the sound clips of the page of the live table, with Debian's flite and lame."""
    from workshop.clips import FOLDER, make_all  # noqa: PLC0415

    typer.echo(f"{make_all() / 1000:.0f} kB in {FOLDER}")


@app.command()
def cut(*, folder: Folder, seed: int = 1, workers: Workers = 2) -> None:
    """Cut the samples of all networks from the scenes: 15 GB."""
    from workshop import crops, detector_crops, scenes  # noqa: PLC0415

    workers = max(1, workers)
    paths = scenes.listing(folder / "scenes", held_out=False)
    detector_crops.collect(paths, folder / "pictures.bin", seed=seed, workers=workers)
    crops.collect(paths, folder / "crops", seed=seed, workers=workers)
    crops.collect(scenes.listing(folder / "scenes", held_out=True), folder / "crops-held-out", seed=seed, workers=workers)


@app.command()
def faces(
    *,
    folder: Folder,
    decks: int = 2400,
    first: int = 0,
    seed: int = 1,
    workers: Workers = 2,
    kind: Kind = None,
    wide: Widely = False,
    level: Level = False,
) -> None:
    """Draw faces of many more decks than the scenes show, for outlines and faces: 6 GB."""
    from workshop import drawn  # noqa: PLC0415

    drawn.collect(
        folder / "drawn",
        first_deck=first,
        decks=decks,
        seed=seed,
        workers=max(1, workers),
        kind=kind and kind.value,
        widely=wide,
        level=level,
    )


@app.command()
def detector(
    *,
    folder: Folder,
    also: Also = None,
    steps: int = 13000,
    batch: int = 16,
    rate: float = 2e-3,
    workers: Workers = 1,
    bfloat16: Bfloat16 = False,
) -> None:
    """Train the detector."""
    from workshop.train import Plan  # noqa: PLC0415
    from workshop.train_detector import train_detector  # noqa: PLC0415

    stored = [f / "pictures.bin" for f in (folder, *(also or ()))]
    train_detector(stored, folder / "detector", Plan(steps, batch, rate, workers=workers, every=100, bfloat16=bfloat16))


def _stores(folder: Path, also: list[Path] | None) -> list[Path]:
    """What was cut from scenes and what was drawn alone, of all folders that have it."""
    stores = [f / name for f in (folder, *(also or ())) for name in ("crops", "drawn")]
    return [s for s in stores if s.with_suffix(".json").exists()]


@app.command()
def outline(*, folder: Folder, also: Also = None, steps: int = 4500, batch: int = 64, rate: float = 2e-3, workers: Workers = 1) -> None:
    """Train the outline refiner."""
    from workshop.train import Plan  # noqa: PLC0415
    from workshop.train_cards import train_outlines  # noqa: PLC0415

    train_outlines(_stores(folder, also), folder / "outline", Plan(steps, batch, rate, workers=workers, every=100))


@app.command()
def face(
    *,
    folder: Folder,
    also: Also = None,
    steps: int = 7800,
    batch: int = 64,
    rate: float = 2e-3,
    workers: Workers = 1,
    bfloat16: Bfloat16 = False,
) -> None:
    """Train the face reader."""
    from workshop.train import Plan  # noqa: PLC0415
    from workshop.train_cards import train_faces  # noqa: PLC0415

    train_faces(_stores(folder, also), folder / "face", Plan(steps, batch, rate, workers=workers, every=100, bfloat16=bfloat16))


@app.command()
def index(
    *,
    folder: Folder,
    also: Also = None,
    steps: int = 4000,
    batch: int = 64,
    rate: float = 2e-3,
    workers: Workers = 1,
    bfloat16: Bfloat16 = False,
) -> None:
    """Train the index reader."""
    from workshop.train import Plan  # noqa: PLC0415
    from workshop.train_cards import train_indices  # noqa: PLC0415

    train_indices(_stores(folder, also), folder / "index", Plan(steps, batch, rate, workers=workers, every=100, bfloat16=bfloat16))


@app.command()
def numo(
    *, folder: Folder, decks: int = 300, steps: int = 1500, batch: int = 64, rate: float = 1e-3, workers: Workers = 1, seed: int = 1
) -> None:
    """Draw NUMO cards and train their face reader, from Numero's; half an hour on a core."""
    from workshop.numo_faces import collect, train_numo  # noqa: PLC0415
    from workshop.train import Plan  # noqa: PLC0415

    collect(folder / "numo", decks=decks, seed=seed, workers=max(1, workers))
    train_numo(folder, Plan(steps, batch, rate, workers=workers, every=50))


@app.command("export-numo")
def export_numo(*, folder: Folder, models: Path = Path("models"), version: int = 1) -> None:
    """Write NUMO's face reader as ONNX, measured in fonts that were kept back; Numero's models stay as they are."""
    from workshop.numo_faces import release_numo  # noqa: PLC0415

    typer.echo(release_numo(folder, models, version))


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
def mean(checkpoints: list[Path], out: Annotated[Path, typer.Option(help="The new checkpoint.")]) -> None:
    """Take the mean weights of several checkpoints of one run, or of a model and what went on from it; the last one's steps count."""
    from workshop.train import mean_of  # noqa: PLC0415

    mean_of(checkpoints, out)


@app.command()
def thaw(
    *, folder: Folder, name: Annotated[ModelName, typer.Option(help="Which.")], models: Path = Path("models"), batches: int = 24
) -> None:
    """Make a checkpoint of a model that ships, to train on from where the runs are gone; samples are those of the folder."""
    from workshop.thaw import thaw as parted  # noqa: PLC0415
    from workshop.thaw import untrained  # noqa: PLC0415

    needed = [folder / "pictures.bin"] if name is ModelName.DETECTOR else [folder / "crops.json", folder / "drawn.json"]
    if not any(path.exists() for path in needed):
        raise typer.BadParameter(f"{folder} holds no samples for the {name.value} network; draw and cut (or faces) first")
    network, samples = untrained(name.value, folder, batches)
    steps = parted(models, name.value, network, samples, folder / name.value / "checkpoint.pt")
    typer.echo(f"{name.value}: trained for {steps} steps")


@app.command()
def export(folder: Folder, models: Path = Path("models"), version: int = 1) -> None:
    """Write the trained networks as ONNX, with the manifest; those not trained yet are left out."""
    from workshop.release import release  # noqa: PLC0415

    if (folder / "index" / "checkpoint.pt").exists() and not (folder / "face" / "checkpoint.pt").exists():
        raise typer.BadParameter(f"{folder}: the index network is fitted together with the face network; first thaw or train that too")
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
        bool,
        typer.Option("--hard", help="Exposure that hunts, blur, few bits, arms that rest, a thing put down in mid-game."),
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


@app.command()
def features(*, models: Path = Path("models")) -> None:
    """Let the shipped face model tell its features too, where it was exported without."""
    from workshop.features import add_features  # noqa: PLC0415

    typer.echo(add_features(models, "face"))


def main() -> None:
    """Run a command; missing fonts are told in one line."""
    from workshop.synth.fonts import FontsMissingError  # noqa: PLC0415

    try:
        app()
    except FontsMissingError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
