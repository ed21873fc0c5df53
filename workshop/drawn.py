"""Cards of very many decks, drawn straight into the form of stored crops: both card networks must know designs that no scene shows."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.games.numero.rules.cards import PACK
from numero_cam.vision import rectify
from workshop import crops
from workshop.labels import PLAIN, PLAYING_LABELS, with_plain
from workshop.synth.laying import lay_on, shrunk

Rng = np.random.Generator
Picture = NDArray[np.uint8]

FACES_PER_DECK = 14
WILDS_PER_DECK = 7  #: So many of a number deck's faces are wild cards: there are 29 of them, and each looks otherwise in each style.
OTHERS_PER_DECK = 2  #: Backs and cards of other games.
COVERED = (0.5, 0.38, 0.12)  #: Shares of faces on which no, one and two other cards lie.
BELOW, ON_TABLE = 0.4, 0.6  #: Shares of faces that lie on another card, and on a table and not on plain patches.
TEXTURE_HEIGHT = 220
FIRST_DECK = 1_000_000  #: Decks of scenes have lower numbers, so no design is in both.
WIDTH, HEIGHT = 224, 308
INNER = rectify.crop_corners(WIDTH, HEIGHT, crops.OUTLINE_MARGIN)  #: Where the card lies in a picture of this size.


def _ground(rng: Rng, table: Picture) -> Picture:
    """Something behind the card: a piece of a table, or a few large patches, soft or sharp, of any colours or of like ones."""
    if rng.random() < ON_TABLE:
        high = int(rng.integers(table.shape[0] // 5, table.shape[0]))
        wide = min(table.shape[1], high * WIDTH // HEIGHT)
        y, x = int(rng.integers(table.shape[0] - high + 1)), int(rng.integers(table.shape[1] - wide + 1))
        return np.asarray(cv2.resize(table[y : y + high, x : x + wide], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    tones = rng.integers(0, 256, (int(rng.integers(1, 5)), int(rng.integers(1, 5)), 3), dtype=np.uint8)
    if rng.random() < 0.5:
        tones = np.asarray(tones // 4 + tones[:1, :1] * 0.75, np.uint8)
    how = cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_NEAREST
    return np.asarray(cv2.resize(tones, (WIDTH, HEIGHT), interpolation=how), np.uint8)


def _lay(picture: NDArray[np.float32], texture: Picture, quad: NDArray[np.float32]) -> None:
    lay_on(picture, shrunk(texture, quad), quad)


def _above(rng: Rng) -> NDArray[np.float32]:
    """Where a card lies that covers a part: shifted as in a fan or a build, or thrown across."""
    centre, half = INNER.mean(0), (INNER[2] - INNER[0]) / 2
    u = rng.random()
    if u < 0.45:
        shift = np.array([rng.choice([-1, 1]) * rng.uniform(0.3, 1.8), rng.normal(0, 0.15)])
        turn = rng.normal(0, 7)
    elif u < 0.85:
        shift = np.array([rng.normal(0, 0.12), rng.choice([-1, 1]) * rng.uniform(0.3, 1.8)])
        turn = rng.normal(0, 7)
    else:
        a, turn = rng.uniform(0, 2 * np.pi), rng.uniform(0, 360)
        shift = rng.uniform(0.8, 1.9) * np.array([np.cos(a), np.sin(a)])
    a = np.radians(turn)
    box = (INNER - centre) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(centre + shift * half + box, np.float32)


def laid_card(rng: Rng, table: Picture, texture: Picture, below: Picture | None, over: list[Picture]) -> NDArray[np.void]:
    """One card over and under others, a record of ``crops.STORED``."""
    picture = _ground(rng, table).astype(np.float32)
    if below is not None:
        _lay(picture, below, _above(rng))
    _lay(picture, texture, INNER)
    above = []
    for other in over:
        quad = _above(rng)
        shade = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(shade, np.round(quad + rng.normal(0, 3, 2)).astype(np.int32), 255, cv2.LINE_AA)
        dark = cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.8, 5))).astype(np.float32) * np.float32(rng.uniform(0, 0.5) / 255)
        picture *= 1 - dark[..., None]
        _lay(picture, other, quad)
        above.append(quad)
    return crops.stored(rectify.Pyramid(np.clip(picture, 0, 255).astype(np.uint8)), INNER, above)


def faces_of_deck(rng: Rng, *, playing_cards: bool) -> list[str | None]:
    """Labels of ``FACES_PER_DECK`` faces of a deck that are drawn; of number cards one colour may be in none of the four."""
    if playing_cards:
        return list(rng.permutation(PLAYING_LABELS)[:FACES_PER_DECK])
    numbers = [str(card) for card in PACK if card.is_number]
    wilds = [str(card) for card in PACK if card.is_wild]
    plain = "rbgo"[int(rng.integers(4))] if rng.random() < PLAIN else ""
    some = rng.permutation(numbers)[: FACES_PER_DECK - WILDS_PER_DECK]
    return [*rng.permutation(wilds)[:WILDS_PER_DECK], *with_plain(list(some), plain)]


def of_deck(seed: int, number: int, kind: str, *, level: bool) -> tuple[list[NDArray[np.void]], list[crops.Answer]]:
    """The faces of a deck of numbers, playing cards or tiles, each drawn alone: records of ``crops.STORED``, and what is noted of each.

    Seed and number decide everything. With ``level`` number cards have rare styles of print often (``synth.levelled``).
    """
    from workshop.synth.backs import draw_back  # noqa: PLC0415 - only where cards are drawn
    from workshop.synth.design import random_design  # noqa: PLC0415
    from workshop.synth.faces import draw_face  # noqa: PLC0415
    from workshop.synth.foreign import draw_foreign  # noqa: PLC0415
    from workshop.synth.levelled import levelled  # noqa: PLC0415
    from workshop.synth.tables import random_table  # noqa: PLC0415

    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, FIRST_DECK + number])
    design = random_design(rng, kind=kind)
    design = levelled(rng, design) if level else design
    _, table = random_table(rng)
    labels: list[str | None] = faces_of_deck(rng, playing_cards=design.playing_cards)
    textures = [draw_face(design, str(label), TEXTURE_HEIGHT) for label in labels]
    for _ in range(OTHERS_PER_DECK):
        labels.append(None)
        textures.append(draw_foreign(rng, TEXTURE_HEIGHT) if rng.random() < 0.8 else draw_back(rng, TEXTURE_HEIGHT))
    pictures, answers = [], []
    for label, texture in zip(labels, textures, strict=True):
        over = [textures[k] for k in rng.integers(len(textures), size=int(rng.choice(len(COVERED), p=COVERED)))]
        below = textures[int(rng.integers(len(textures)))] if rng.random() < BELOW else None
        record = laid_card(rng, table, texture, below, over)
        pictures.append(record)
        answers.append(crops.answer(record, label, is_card=True))
    return pictures, answers
