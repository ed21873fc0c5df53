"""Draws NUMO cards in many fonts and tones, and trains the network that reads them, beginning with Numero's face reader.

    python -m workshop numo --folder FOLDER

Numero's own networks are neither changed nor trained here.
"""

import json
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader

from numero_cam.base.files import model_entry
from numero_cam.numo.pack import Style, numo_back, numo_card
from numero_cam.numo.rules.cards import NUMBERS
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import SEASON_LETTERS, UNKNOWN_LABEL
from numero_cam.printing.paper import MM_PER_INCH, Colour, Drawing, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from numero_cam.vision import rectify
from workshop import crops, drawn
from workshop.card_data import Faces
from workshop.export import export
from workshop.labels import COLOURS
from workshop.labels import FACES as NUMERO_FACES
from workshop.nets import FaceReader
from workshop.numo_tables import kept_back_table
from workshop.release import WITH_HIDDEN, answers_of, load_trained, temperature
from workshop.thaw import load, part_norms
from workshop.train import Plan, begin, train
from workshop.train_cards import face_loss_of
from workshop.web_fonts import JUDGE_LIST, families

FACES = (*(str(number) for number in sorted(NUMBERS)), UNKNOWN_LABEL)  #: 69 classes: the 68 numbers, and what is no face of NUMO.
SEASONS = tuple(SEASON_LETTERS)  #: 4 classes.
CARDS_PER_DECK, OTHERS_PER_DECK = 17, 3
COVERED = (0.75, 0.2, 0.05)  #: Shares of cards on which no, one and two other cards lie.
PIXELS_PER_MM = drawn.TEXTURE_HEIGHT / 88
ROUND = 3.5  #: Radius of a card's corners, millimetres.
Rng = np.random.Generator
Picture = NDArray[np.uint8]


def fonts_of(*, kept_back: bool) -> list[list[Path]]:
    """Files of the usable fonts, by family: those for training, or those kept back, which no network ever learned (``JUDGE_LIST``)."""
    from workshop.synth import fonts  # noqa: PLC0415 - only where cards are drawn

    kept = families(JUDGE_LIST)
    by_family: dict[str, list[Path]] = {}
    for font in fonts.catalogue().values():
        name, latin, _ = font.name.partition("-latin-")
        if bool(latin and name in kept) is kept_back:
            by_family.setdefault(font.family, []).append(Path(font.path))
    if not by_family:
        raise fonts.FontsMissingError(
            f"the fonts of {JUDGE_LIST.name} are missing; unpack them into a folder and name it in NUMERO_CAM_FONTS"
        )
    return [sorted(files) for _, files in sorted(by_family.items())]


def random_style(rng: Rng, fonts: list[list[Path]], own: float = 0.35) -> Style:
    """A look of a whole deck; a share of them is printed in the program's own font."""
    family = fonts[int(rng.integers(len(fonts)))]
    inks = {name: _toned(rng, ink, 22) for name, ink in Style().inks.items()}
    dark = (25, 25, 28)
    return Style(
        font=None if rng.random() < own else family[int(rng.integers(len(family)))],
        paper=_toned(rng, (246, 244, 236), 9),
        inks=inks,
        digits=dark if rng.random() < 0.2 else None,
        number=float(rng.uniform(15, 25)),
        index=float(rng.uniform(5, 8)),
        drawing=float(rng.uniform(18, 26)),
        pale=float(rng.uniform(0.05, 0.28)),
        line=float(rng.choice([0.01, 0.5, 0.8, 1.4])),
        shift=(float(rng.normal(0, 0.8)), float(rng.normal(0, 1.2))),
    )


def _toned(rng: Rng, colour: Colour, spread: float) -> Colour:
    red, green, blue = np.clip(np.array(colour) + rng.normal(0, spread, 3), 0, 255).round().astype(int).tolist()
    return red, green, blue


def texture(drawing: Drawing) -> Picture:
    """A card with round corners, ``(220, 158, 4)`` uint8 RGBA."""
    picture = page_pixels(PaperPage(63, 88, (PlacedDrawing(drawing, 0, 0),)), PIXELS_PER_MM * MM_PER_INCH)
    height, width = picture.shape[:2]
    alpha = np.zeros((height, width), np.uint8)
    r = round(ROUND * PIXELS_PER_MM)
    alpha[r : height - r] = 255
    alpha[:, r : width - r] = 255
    for x, y in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.dstack([picture, alpha])


def random_cards(rng: Rng, style: Style) -> list[tuple[int, int, Picture]]:
    """Classes of number and season, and the texture, of a deck's sample. Every number is as likely; character and season go by chance."""
    out = []
    faces = sorted(set(CharacterTable.default().looks.values()), key=str)
    for number in rng.permutation(sorted(NUMBERS))[:CARDS_PER_DECK].tolist():
        season = int(rng.integers(len(SEASONS)))
        face = faces[int(rng.integers(len(faces)))].face
        drawing = numo_card(number, face, SEASON_LETTERS[SEASONS[season]].text, style)
        out.append((FACES.index(str(number)), season, texture(drawing)))
    return out


def _others(rng: Rng, style: Style) -> list[Picture]:
    """A back, a card of another game, and one of Numero."""
    from workshop.synth.design import random_design  # noqa: PLC0415 - only where cards are drawn
    from workshop.synth.faces import draw_face  # noqa: PLC0415
    from workshop.synth.foreign import draw_foreign  # noqa: PLC0415

    design = random_design(rng, kind="numbers")
    label = f"{int(rng.integers(1, 16))}{'rbgo'[int(rng.integers(4))]}"
    return [texture(numo_back(style)), draw_foreign(rng, drawn.TEXTURE_HEIGHT), draw_face(design, label, drawn.TEXTURE_HEIGHT)]


def _of_deck(task: tuple[int, int, bool]) -> tuple[bytes, list[crops.Answer]]:
    from workshop.synth.tables import random_table  # noqa: PLC0415 - only where cards are drawn

    seed, number, kept_back = task
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    style = random_style(rng, fonts_of(kept_back=kept_back), own=0.0 if kept_back else 0.35)
    _, table = kept_back_table(rng) if kept_back else random_table(rng)
    cards = random_cards(rng, style)
    cards += [(FACES.index(UNKNOWN_LABEL), crops.NO_COLOUR, other) for other in _others(rng, style)]
    pictures: list[bytes] = []
    answers: list[crops.Answer] = []
    for face, season, front in cards:
        over = [cards[k][2] for k in rng.integers(len(cards), size=int(rng.choice(len(COVERED), p=COVERED)))]
        below = cards[int(rng.integers(len(cards)))][2] if rng.random() < drawn.BELOW else None
        record = drawn.laid_card(rng, table, front, below, over)
        pictures.append(record.tobytes())
        answers.append((face, season, True, crops.hidden_share(record), [], []))
    return b"".join(pictures), answers


def collect(target: Path, *, decks: int, seed: int, workers: int, kept_back: bool = False) -> None:
    """Draws decks into ``target.bin`` and ``target.json``, the form of ``crops``; kept if they are there already.

    Args:
        target: Without its ending.
        decks: How many, twenty cards each.
        seed: Decides everything.
        workers: Processes.
        kept_back: Whether in the fonts and on the tables that are kept back.
    """
    if target.with_suffix(".json").exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    answers: list[crops.Answer] = []
    with get_context("spawn").Pool(workers) as pool, target.with_suffix(".bin").open("wb") as out:
        for data, some in pool.imap(_of_deck, [(seed, k, kept_back) for k in range(decks)], chunksize=4):
            out.write(data)
            answers += some
    target.with_suffix(".json").write_text(json.dumps(answers))


def from_numero(models: Path | None, samples: list[Tensor]) -> FaceReader:
    """A network for NUMO that has all but the last layer of Numero's face reader: it knows digits, hands and light already."""
    old = FaceReader(len(NUMERO_FACES), len(COLOURS))
    load(onnx.load(str(model_entry("face", models).path)), old)
    part_norms(old, samples)
    new = FaceReader(len(FACES), len(SEASONS))
    known = {name: value for name, value in old.state_dict().items() if value.shape == new.state_dict()[name].shape}
    new.load_state_dict({**new.state_dict(), **known})
    return new


def train_numo(folder: Path, plan: Plan) -> nn.Module:
    """Trains on ``folder/numo``, or goes on; checkpoints and the log lie in ``folder/numo-face``."""
    torch.manual_seed(plan.seed)
    data = [crops.load(folder / "numo")]
    run = folder / "numo-face"
    model = FaceReader(len(FACES), len(SEASONS))
    if not (run / "checkpoint.pt").exists():
        samples = [pictures.float() / 255 for pictures, *_ in DataLoader(Faces(data, 1, 32 * 16, anew=True), 32)]
        begin(run / "checkpoint.pt", from_numero(None, samples), 0)
    loss = face_loss_of(len(FACES), len(SEASONS), FACES.index(UNKNOWN_LABEL))
    train(model, lambda seed, count: Faces(data, seed, count, 0.1, anew=True), loss, plan, run)
    return model


def release_numo(folder: Path, models: Path, version: int) -> str:
    """Writes the trained network as ``numo-face`` with labels and calibration; the other models stay as they are.

    Returns:
        What was measured on cards in fonts that were kept back.
    """
    network = FaceReader(len(FACES), len(SEASONS))
    trained = load_trained(network, folder / "numo-face")
    if trained is None:
        raise FileNotFoundError(f"{folder}: holds no run of NUMO's face network; train it first")
    collect(folder / "numo-kept-back", decks=60, seed=1_000_003, workers=1, kept_back=True)
    calibration = _calibration(network, folder / "numo-kept-back")
    about = {
        "name": "numo-face", "version": version, "training": trained, "calibration": calibration,
        "preprocessing": {**WITH_HIDDEN, "margin": rectify.FACE_MARGIN},
        "labels": {"faces": list(FACES), "colours": list(SEASONS), "unknown": UNKNOWN_LABEL},
    }  # fmt: skip
    size = (rectify.FACE_HEIGHT, rectify.FACE_WIDTH, 4)
    export(network, models / f"numo-face-v{version}.onnx", size=size, about=about, features=True)
    return f"numo-face: {trained} {calibration}"


def _calibration(network: FaceReader, held_out: Path) -> dict[str, float]:
    """Temperatures, and the share of open cards whose number, season and way up are told rightly."""
    data = Faces([crops.load(held_out)], 7, 2000, 0.0, anew=False)
    pairs = [data[k] for k in range(len(data))]
    pictures, target = torch.stack([p for p, _ in pairs]), torch.stack([t for _, t in pairs])
    out = answers_of(network, pictures)
    upright = (target[:, 2] == 0) & (pictures[:, 3].float().mean((1, 2)) < 255 * 0.02)
    seasoned = upright & (target[:, 1] < len(SEASONS))
    known = target[:, 0] != FACES.index(UNKNOWN_LABEL)
    numbers, seasons = out[upright, : len(FACES)], out[seasoned, len(FACES) : -1]
    return {
        "face_temperature": temperature(numbers, target[upright, 0]),
        "colour_temperature": temperature(seasons, target[seasoned, 1]),
        "held_out_right": round(float((numbers.argmax(1) == target[upright, 0]).float().mean()), 4),
        "held_out_seasons": round(float((seasons.argmax(1) == target[seasoned, 1]).float().mean()), 4),
        "held_out_way_up": round(float(((out[known, -1] > 0) == target[known, 2].bool()).float().mean()), 4),
    }
