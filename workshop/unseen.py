"""Decks and scenes that are held out by design: fonts, palettes, stocks, layouts and lamps that no training draws.

Two halves share none of these: on ``choose`` anything may be chosen, ``report`` is only measured. Decision 7 says why. What training
draws stays in ``synth``; this file adds to it and nothing there uses this file.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from workshop.synth import fonts, layout
from workshop.synth.chance import random_design
from workshop.synth.inks import Colour
from workshop.synth.layout import Layouts, Place
from workshop.synth.scene import Deck, Scene, Surroundings, make_scene, write_scene
from workshop.synth.styles import Design
from workshop.telling import Faces, with_told

Rng = np.random.Generator
Half = Literal["choose", "report"]
#: What lies on the tables: cards of the deck alone; other things too, as on tables that people photograph; cards of action among the
#: others, as in games of colours and numbers; playing cards whose suit signs are those of fonts; a lamp's reflections on half of the cards.
Kind = Literal["plain", "real", "actions", "suits", "glare"]
KINDS: tuple[Kind, ...] = ("plain", "real", "actions", "suits", "glare")
HALVES: tuple[Half, ...] = ("choose", "report")
SEED = 2_300
SCENES = 5  #: Of each deck.
PLAIN = 0.25  #: Share of the decks in which one colour is printed black.
MIXED = 8  #: Colours of a palette are moved by as much as this in each channel, of 255.
LAMPS = 0.3  #: Share of the scenes under a lamp that the camera does not correct.
ACTIONS = (0.15, 0.45)  #: Share of cards of action, least and most.
GLARING = 0.5  #: Share of the cards on which a lamp's reflection lies.
LIKE_STOCK = 0.15  #: Share of the real tables in the colour of the cards.


@dataclass(frozen=True)
class Held:
    """What one half has to itself."""

    families: tuple[str, ...]  #: Fonts by the name of their family.
    #: Red, blue, green and orange as packs print them: dark, pale, neon, earthen.
    palettes: tuple[tuple[Colour, Colour, Colour, Colour], ...]
    stocks: tuple[Colour, ...]  #: Tinted papers, more colourful than training draws light ones.
    layouts: Layouts  #: Ways to lie, with their shares.
    lamps: tuple[tuple[float, float, float], ...]  #: Factors of red, green and blue, with a stronger cast than most of training's.
    suits: tuple[str, ...]  #: Fonts whose suit signs playing cards have, by the name of their family.


def ring(rng: Rng, aspect: float) -> list[Place]:
    """Cards round a middle, their heads outwards, each a little over the next."""
    count = int(rng.integers(6, 12))
    radius = count * rng.uniform(0.13, 0.2) + aspect / 2
    turns = np.arange(count) * 360 / count + rng.uniform(0, 360)
    return [_on_circle(radius, float(turn), stack=i) for i, turn in enumerate(turns)]


def wheel(rng: Rng, aspect: float) -> list[Place]:
    """Three to five cards crossed over one middle, as a trick lies."""
    turns = rng.uniform(0, 360) + np.arange(int(rng.integers(3, 6))) * rng.uniform(55, 80)
    return [_on_circle(rng.uniform(0.5, 0.8) * aspect, float(turn + rng.normal(0, 5)), stack=0) for turn in turns]


def _on_circle(radius: float, turn: float, *, stack: int) -> Place:
    a = np.radians(turn)
    return Place(float(radius * np.sin(a)), float(-radius * np.cos(a)), turn, stack=stack)


def touching_fans(rng: Rng, aspect: float) -> list[Place]:
    """The fans of two players side by side whose outer cards touch."""
    first = layout.fan(rng, 0.0, 0.0, int(rng.integers(3, 6)), stack=0, zone="centre", turn=float(rng.normal(-12, 5)))
    right = max(p.x for p in first) + rng.uniform(0.55, 0.95)
    second = layout.fan(rng, 0.0, 0.0, int(rng.integers(3, 6)), stack=1, zone="centre", turn=float(rng.normal(12, 5)))
    shift, down = right - min(p.x for p in second), rng.normal(0, 0.2) * aspect
    return [*first, *(replace(p, x=p.x + shift, y=p.y + down) for p in second)]


def facing_fans(rng: Rng, aspect: float) -> list[Place]:
    """The fans of two players who sit opposite, head to head."""
    near = layout.fan(rng, 0.0, 0.0, int(rng.integers(3, 7)), stack=0, zone="centre", turn=float(rng.normal(0, 6)))
    far = layout.fan(rng, 0.0, 0.0, int(rng.integers(3, 7)), stack=1, zone="centre", turn=float(rng.normal(180, 6)))
    gap = rng.uniform(0.8, 1.15) * aspect
    return [*(replace(p, x=p.x + rng.normal(0, 0.02), y=p.y - gap) for p in far), *near]


def columns(rng: Rng, aspect: float) -> list[Place]:
    """Columns of overlapping cards, as in a game of patience."""
    drop, wide = rng.uniform(0.2, 0.45) * aspect, rng.uniform(1.06, 1.4)
    rows = [int(rng.integers(1, 6)) for _ in range(int(rng.integers(2, 5)))]
    return [
        Place(float(x * wide + rng.normal(0, 0.02)), float(y * drop), float(rng.normal(0, 2)), stack=x)
        for x, count in enumerate(rows)
        for y in range(count)
    ]


HELD: Mapping[Half, Held] = {
    "choose": Held(
        families=("Source Serif Pro", "Red Hat Display"),
        palettes=(
            ((110, 16, 28), (16, 38, 92), (8, 66, 42), (190, 92, 0)),
            ((232, 112, 124), (112, 160, 218), (118, 186, 130), (242, 172, 92)),
            ((255, 20, 80), (0, 150, 255), (0, 214, 70), (255, 140, 0)),
            ((150, 50, 38), (58, 88, 112), (92, 106, 46), (206, 138, 54)),
        ),
        stocks=((255, 255, 255), (214, 240, 222), (250, 236, 190), (206, 222, 244)),
        layouts=((layout.game, 0.4), (layout.hands, 0.15), (ring, 0.15), (touching_fans, 0.3)),
        lamps=((1.22, 1.0, 0.66), (0.84, 1.0, 1.2), (1.08, 1.06, 0.8)),
        suits=("DejaVu Sans", "FreeSerif", "Linux Libertine O", "UnBatang"),
    ),
    "report": Held(
        families=("Source Sans Pro", "Hanken Grotesk", "Fjalla One"),
        palettes=(
            ((128, 0, 32), (30, 30, 110), (0, 84, 64), (176, 96, 16)),
            ((240, 130, 130), (138, 172, 232), (146, 196, 120), (250, 184, 110)),
            ((250, 30, 50), (40, 110, 255), (70, 220, 30), (255, 156, 20)),
            ((164, 64, 70), (76, 104, 146), (70, 112, 80), (214, 146, 40)),
        ),
        stocks=((255, 255, 255), (248, 224, 208), (232, 218, 242), (244, 242, 206)),
        layouts=((layout.game, 0.4), (layout.hands, 0.15), (columns, 0.15), (facing_fans, 0.2), (wheel, 0.1)),
        lamps=((1.26, 0.98, 0.62), (0.88, 1.06, 1.1), (1.12, 0.96, 0.92)),
        suits=("Liberation Serif", "C059", "Asana Math", "TakaoPGothic"),
    ),
}


def _fonts_of(families: Sequence[str]) -> list[list[str]]:
    """The names of the fonts of each family."""
    own = [[font.name for font in fonts.catalogue().values() if font.family == family] for family in families]
    if not all(own):
        raise fonts.FontsMissingError(
            "the fonts of benchmarks/unseen_fonts.txt are missing; install them into a folder and name it in NUMERO_CAM_FONTS; those with "
            "suit signs are Debian's, see workshop/synth/debian_fonts.txt"
        )
    return own


def design_of(rng: Rng, half: Half, number: int) -> Design:
    """A deck of number cards in fonts, inks and stock of the half.

    Palettes and stocks take turns by the deck's number, so that each is drawn as often.
    """
    held = HELD[half]
    own = _fonts_of(held.families)
    named = [some[int(rng.integers(len(some)))] for some in (own[int(rng.integers(len(own)))] for _ in range(3))]
    heavy = [name for some in own for name in some if fonts.get(name).ink >= fonts.HEAVY]
    reds, blues, greens, oranges = (_near(rng, colour) for colour in held.palettes[number % len(held.palettes)])
    stock = held.stocks[number // len(held.palettes) % len(held.stocks)]
    return replace(
        random_design(rng, kind="numbers"),
        main=named[0],
        wild_font=named[0] if rng.random() < 0.5 else named[1],
        small=named[2],
        index_font=heavy[int(rng.integers(len(heavy)))],
        colours=(reds, blues, greens, oranges),
        paper=stock,
    )


def playing_of(rng: Rng, half: Half, number: int) -> Design:
    """A deck of playing cards with the suit signs of a font of the half; the families take turns by the deck's number."""
    own = _fonts_of(HELD[half].suits)
    some = own[number % len(own)]
    design = random_design(rng, kind="playing")
    return replace(design, playing=replace(design.playing, suit_font=some[int(rng.integers(len(some)))]))


def _near(rng: Rng, colour: Colour) -> Colour:
    red, green, blue = (int(np.clip(part + rng.integers(-MIXED, MIXED + 1), 0, 255)) for part in colour)
    return red, green, blue


def under(rng: Rng, picture: NDArray[np.uint8], lamps: Sequence[tuple[float, float, float]]) -> NDArray[np.uint8]:
    """The picture in the light of one of these lamps, compressed once more as a webcam does."""
    gains = np.array(lamps[int(rng.integers(len(lamps)))], np.float32)
    lit = np.clip(picture * (gains / gains.mean()), 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 90))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def under_lamp(rng: Rng, scene: Scene, half: Half) -> Scene:
    """The scene, in some cases in the light of one of the half's lamps."""
    lit = rng.random() < LAMPS
    return replace(scene, picture=under(rng, scene.picture, HELD[half].lamps)) if lit else scene


def glaring(rng: Rng, picture: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The picture with a lamp's reflection on a card, burnt out in its middle."""
    across, down = rng.uniform(0.1, 0.9, 2)
    centre = (1 - down) * ((1 - across) * quad[0] + across * quad[1]) + down * ((1 - across) * quad[3] + across * quad[2])
    wide = rng.uniform(0.12, 0.3) * np.sqrt(geometry.area(quad)) * np.array([1, rng.uniform(0.4, 1)])
    turn = rng.uniform(0, np.pi)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    right, below = x - centre[0], y - centre[1]
    far = ((right * np.cos(turn) + below * np.sin(turn)) / wide[0]) ** 2 + ((below * np.cos(turn) - right * np.sin(turn)) / wide[1]) ** 2
    return np.asarray(np.clip(picture + (255 * rng.uniform(1, 2.5) * np.exp(-far / 2))[..., None], 0, 255), np.uint8)


def _real(rng: Rng, deck: Deck) -> Surroundings:
    """What lies on tables that people photograph: cards of other games, a second pack, print, things that stand on cards."""
    return Surroundings(
        strange=float(rng.uniform(0.1, 0.4)) if rng.random() < 0.15 else 0.0,
        second=deck if rng.random() < 0.25 else None,
        printed=bool(rng.random() < 0.35),
        things_over=int(rng.integers(1, 3)) if rng.random() < 0.35 else 0,
        mugs_over=int(rng.random() < 0.12),
        faint=bool(rng.random() < 0.3),
    )


def chance_of(half: Half, number: int, kind: Kind = "plain") -> Rng:
    """The chance by which a deck and then its scenes are drawn."""
    return np.random.default_rng([SEED, HALVES.index(half), number, *([KINDS.index(kind)] if kind != "plain" else [])])


def deck_of(rng: Rng, half: Half, number: int, kind: Kind = "plain") -> Deck:
    """A deck, the first that is drawn by its chance."""
    return Deck(rng, design=(playing_of if kind == "suits" else design_of)(rng, half, number), plain=PLAIN)


def scenes_of(half: Half, number: int, kind: Kind = "plain") -> tuple[Deck, list[Scene]]:
    """A deck and its scenes, the same for the same number on machines with the same fonts."""
    rng = chance_of(half, number, kind)
    deck = deck_of(rng, half, number, kind)
    out = []
    for _ in range(SCENES):
        around = _real(rng, deck) if kind == "real" else Surroundings(actions=float(rng.uniform(*ACTIONS))) if kind == "actions" else None
        like_stock = kind == "real" and bool(rng.random() < LIKE_STOCK)
        scene = make_scene(rng, deck, HELD[half].layouts, like_stock=like_stock, around=around)
        if kind == "glare":
            for card in scene.cards:
                if rng.random() < GLARING:
                    scene = replace(scene, picture=glaring(rng, scene.picture, np.array(card.quad, np.float32)))
        out.append(under_lamp(rng, scene, half))
    return deck, out


def draw(folder: Path, half: Half, decks: int, kind: Kind = "plain") -> list[Path]:
    """Draws so many decks' scenes into a folder, keeping those that are there.

    Returns the answers. Each names its deck's ``labels`` besides what ``synth.scene`` writes, and of each card whether it is ``told``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    out = []
    for number in range(decks):
        names = half if kind == "plain" else f"{half}-{kind}"
        answers = [folder / f"{names}-{SEED}-{number:03d}-{k}.json" for k in range(SCENES)]
        out += answers
        if all(answer.exists() for answer in answers):
            continue
        deck, scenes = scenes_of(half, number, kind)
        faces = Faces(deck.design, deck.labels())
        for answer, scene in zip(answers, scenes, strict=True):
            write_told(scene, answer, faces, {"deck": number, "labels": deck.labels()})
    return out


def write_told(scene: Scene, answer: Path, faces: Faces, about: Mapping[str, object]) -> None:
    """Writes a scene and its answer, which says besides of each card whether it is ``told``."""
    write_scene(scene, answer.parent, answer.stem)
    written = json.loads(answer.read_text())
    answer.write_text(json.dumps({**written, "cards": with_told(faces, written["cards"]), **about}))
