"""Path-trace pictures: `python -m workshop.render --out sample_images`; `--packs`: packs held out."""

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from workshop.labels import PACK_LABELS
from workshop.render import packs
from workshop.render.answers import answer
from workshop.render.records import Table
from workshop.render.tables import all_tables
from workshop.synth.backs import draw_back
from workshop.synth.design import Design, project_design
from workshop.synth.faces import draw_face
from workshop.telling import Faces, with_told
from workshop.unseen import HALVES, Half

QUALITY = 90
FACE = 1100  #: Height of a card's picture in pixels: more than any card has in a picture.


def main(arguments: list[str] | None = None) -> None:
    """Render the tables that are asked for, write pictures, answers and SOURCES.md."""
    parser = argparse.ArgumentParser(prog="python -m workshop.render", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the pictures")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same pictures")
    parser.add_argument("--only", default="", help="part of the names wanted; all others are left as they are")
    parser.add_argument("--samples", type=int, default=0, help="paths a pixel, fewer for a quick look")
    parser.add_argument("--again", action="store_true", help="pictures too that are there already")
    parser.add_argument("--packs", choices=HALVES, help="packs held out by design instead, 25 pictures of each")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    for table, design, about, faces in _packs(options.packs) if options.packs else _samples(options.seed):
        if options.only not in table.name:
            continue
        chosen, path = replace(table, samples=options.samples or table.samples), options.out / f"{table.name}.jpg"
        picture = _picture(chosen, design) if options.again or not path.exists() else None
        if picture is None and faces is None:
            continue
        # Of a picture that is there the answer stays; which of its cards can be told may be judged otherwise since.
        found = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) if picture is None else {**answer(chosen), **about}
        if faces:
            found["cards"] = with_told(faces, found["cards"])
        path.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        if picture is not None:
            cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not options.packs:
        write_sources(options.out, options.seed)


def _picture(table: Table, design: Design) -> npt.NDArray[np.uint8]:
    from workshop.render import blender  # noqa: PLC0415 - Blender is wanted only where a picture is missing

    prints = {"": draw_back(design, FACE), **{card.label: draw_face(design, card.label, FACE) for card in table.cards}}
    return seen(blender.take(table, prints, design.radius), table.seed)


#: A table, the look of its cards, what its answer names besides, and the pack's faces where the answer says which cards can be told.
Job = tuple[Table, Design, dict[str, object], Faces | None]


def _samples(seed: int) -> Iterator[Job]:
    design = project_design()
    return ((table, design, {"seed": seed}, None) for table in all_tables(seed))


def _packs(half: Half) -> Iterator[Job]:
    for pack in range(packs.PACKS[half]):
        design = packs.design_of(half, pack)
        faces = Faces(design, PACK_LABELS)
        yield from ((table, design, {"seed": packs.SEED, "skin": f"{half} {pack}"}, faces) for table in packs.tables_of(half, pack))


def seen(picture: npt.NDArray[np.uint8], seed: int) -> npt.NDArray[np.uint8]:
    """The picture ``(H, W, 3)`` uint8 RGB as a camera would keep it: darker corners, a little noise."""
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    light = picture.astype(np.float32) * (1 - rng.uniform(0.03, 0.12) * (x**2 + y**2) / 2)[..., None]
    grain = rng.normal(0, 1, (height, width, 3)) * (0.8 + 0.02 * np.sqrt(light) * 4)
    return np.clip(light + grain + 0.5, 0, 255).astype(np.uint8)


def write_sources(folder: Path, seed: int) -> None:
    """List each picture with its hash."""
    lines = [
        "# Sources of the sample pictures",
        "",
        "Own work of this project, under its licence (LICENSE). Cards, tables and things are drawn by",
        f"`python -m workshop.render --out sample_images --seed {seed}` (extra `[render]`); nothing was photographed or copied.",
        "Each `NAME.json` holds the cards with their corners and, under `made_from`, every choice that the picture was made from.",
        "Not for training: they are held out.",
        "",
        "| picture | SHA-256 |",
        "|---|---|",
    ]
    lines += [f"| {path.name} | {hashlib.sha256(path.read_bytes()).hexdigest()} |" for path in sorted(folder.glob("*.jpg"))]
    (folder / "SOURCES.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
