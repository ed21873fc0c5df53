"""Draws NUMO cards in many fonts and tones, for training the network that reads them. Numero's own networks are not trained on them."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.numo.pack import Style, numo_back, numo_card
from numero_cam.numo.rules.cards import NUMBERS
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import SEASON_LETTERS, UNKNOWN_LABEL
from numero_cam.printing.paper import MM_PER_INCH, Colour, Drawing, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from workshop import crops, drawn
from workshop.numo_tables import kept_back_table
from workshop.web_fonts import JUDGE_LIST, families

FACES = (*(str(number) for number in sorted(NUMBERS)), UNKNOWN_LABEL)  #: 69 classes: the 68 numbers, and what is no face of NUMO.
UNKNOWN = FACES.index(UNKNOWN_LABEL)
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


def numo_deck(seed: int, number: int, *, kept_back: bool) -> tuple[list[NDArray[np.void]], list[crops.Answer]]:
    """Twenty cards of one deck, each drawn alone: records of ``crops.STORED``, and what is noted of each.

    Seed and number decide everything; ``kept_back``: in the fonts and on the tables that are kept back.
    """
    from workshop.synth.tables import random_table  # noqa: PLC0415 - only where cards are drawn

    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    style = random_style(rng, fonts_of(kept_back=kept_back), own=0.0 if kept_back else 0.35)
    _, table = kept_back_table(rng) if kept_back else random_table(rng)
    cards = random_cards(rng, style)
    cards += [(UNKNOWN, crops.NO_COLOUR, other) for other in _others(rng, style)]
    pictures: list[NDArray[np.void]] = []
    answers: list[crops.Answer] = []
    for face, season, front in cards:
        over = [cards[k][2] for k in rng.integers(len(cards), size=int(rng.choice(len(COVERED), p=COVERED)))]
        below = cards[int(rng.integers(len(cards)))][2] if rng.random() < drawn.BELOW else None
        record = drawn.laid_card(rng, table, front, below, over)
        pictures.append(record)
        answers.append((face, season, True, crops.hidden_share(record), [], []))
    return pictures, answers
