"""Scenes of packs wider than the networks were trained on, from which the judgement of the whole table is fitted.

Networks are too sure of what they were trained on, so how far to believe them is learned where they are new: fonts that no training
searched (``synth/npm_fonts.txt``), any four inks that a pack may use, tinted stocks, lamps that the camera does not correct. Half of the
tables have what photos of real tables have: things over cards, print, second packs, other games' cards. The held-out designs of ``unseen``
have other fonts, palettes and lamps, and the ways to lie of its half ``report`` are not drawn here.
"""

import json
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop import tones, unseen
from workshop.scene_stream import surroundings
from workshop.strange import StrangeDeck
from workshop.synth import fonts, layout, palette, tables
from workshop.synth.chance import random_design
from workshop.synth.inks import Colour
from workshop.synth.layout import Layouts
from workshop.synth.levelled import levelled
from workshop.synth.scene import Deck, Scene, make_scene
from workshop.synth.styles import Design
from workshop.web_fonts import JUDGE_LIST, families

Rng = np.random.Generator

SCENES = 4  #: Of each deck.
KINDS, OF_KINDS = ("numbers", "playing", "tiles"), (0.84, 0.08, 0.08)
PLAIN = 0.2  #: Share of the number decks in which one colour is printed in none.
LAMPS = 0.45  #: Share of the scenes under a lamp that the camera does not correct.
#: Share of the decks with rare styles of print, see ``synth.levelled``: there too the judge must know how far to believe the networks.
LEVELLED = 0.5
REAL, DOUBLED = 0.5, 0.25  #: Share of the tables with what real tables have, and of these with a second pack of the same design.
STRANGE = 0.08  #: Share of the decks that are other games'.
LIKE_STOCK = 0.15  #: Share of the real tables in the colour of the cards.
PHOTOGRAPHED = 0.5  #: Share of the pictures that are blurred, lit and compressed once more, as simple cameras do.
LAYOUTS: Layouts = (*((kind, 0.7 * share) for kind, share in layout.LAYOUTS), (unseen.ring, 0.12), (unseen.touching_fans, 0.18))
HUES = {"r": (-26.0, 12.0), "b": (192.0, 256.0), "g": (68.0, 182.0), "o": (18.0, 46.0)}  #: Degrees of hue by which people name inks.
#: Ranges of saturation and of value. One pack has one tone, mostly.
TONES = {
    "usual": ((0.55, 1.0), (0.5, 1.0)),
    "dark": ((0.55, 1.0), (0.2, 0.5)),
    "pale": ((0.28, 0.58), (0.82, 1.0)),
    "neon": ((0.78, 1.0), (0.85, 1.0)),
    "earthen": ((0.38, 0.7), (0.36, 0.72)),
}
BROWN, PINK = 0.55, 0.4  #: The least value of an orange, below which it is called brown, and the least saturation of a red.


def four(rng: Rng) -> tuple[Colour, Colour, Colour, Colour]:
    """Red, blue, green and orange of a pack, as dark, pale or bright as packs are printed."""
    tones = list(TONES)
    tone = tones[int(rng.integers(len(tones)))]
    found: list[Colour] = []
    last = -180.0
    for name, (low, high) in HUES.items():
        saturations, values = TONES[tones[int(rng.integers(len(tones)))] if rng.random() < 0.1 else tone]
        hue = float(rng.uniform(low, high))
        if name == "o":
            hue = max(hue, last + 20.0)
        saturation, value = float(rng.uniform(*saturations)), float(rng.uniform(*values))
        if name == "r":
            last, saturation = hue, max(saturation, PINK)
        if name == "o":
            value = max(value, BROWN)
        found.append(palette.hsv(hue, saturation, value))
    return found[0], found[1], found[2], found[3]


def stock(rng: Rng) -> Colour:
    """A paper: white, or tinted more than training tints it."""
    return palette.paper(rng) if rng.random() < 0.6 else palette.hsv(rng.uniform(0, 360), rng.uniform(0.04, 0.22), rng.uniform(0.86, 1.0))


def lamp(rng: Rng) -> tuple[float, float, float]:
    """Factors of red, green and blue: from candle-like to the sky's, now and then a little green or purple."""
    warm = rng.uniform(-0.2, 0.36)
    return float(np.exp(0.6 * warm)), float(np.exp(rng.normal(0, 0.035))), float(np.exp(-warm))


def new_fonts() -> dict[str, list[str]]:
    """Names of the fonts of ``JUDGE_LIST``, by family."""
    wanted = families(JUDGE_LIST)
    found: dict[str, list[str]] = {}
    for font in fonts.catalogue().values():
        family, latin, _ = font.name.partition("-latin-")
        if latin and family in wanted:
            found.setdefault(family, []).append(font.name)
    if not found:
        raise fonts.FontsMissingError(
            f"the fonts of {JUDGE_LIST.name} are missing; unpack them into a folder and name it in NUMERO_CAM_FONTS"
        )
    return found


def design_of(rng: Rng, kind: str | None = None) -> Design:
    """A deck of numbers, playing cards or tiles, by chance if not given, in fonts of ``JUDGE_LIST``, any inks, on any stock."""
    by_family = list(new_fonts().values())

    def font(*, heavy: bool = False) -> str:
        while True:
            members = by_family[int(rng.integers(len(by_family)))]
            name = members[int(rng.integers(len(members)))]
            if not heavy or fonts.get(name).ink >= fonts.HEAVY:
                return name

    design = random_design(rng, kind=kind or str(rng.choice(KINDS, p=OF_KINDS)))
    main = font()
    out = replace(design, main=main, wild_font=main if rng.random() < 0.6 else font(), small=font(), index_font=font(heavy=True))
    if design.kind != "numbers":
        return out
    return replace(out, colours=four(rng), paper=stock(rng))


def photographed(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture as a simple camera leaves it: coarser, with a lamp's reflection, another white, grain and traces of JPEG."""
    if rng.random() < 0.3:
        picture = tones.glare(rng, picture)
    if rng.random() < 0.7:
        picture = tones.coarsen(rng, picture, 0.45)
    picture = tones.grain(rng, tones.relight(rng, picture, spread=1.5), 8)
    return tones.compress(rng, picture)


def scenes_of(seed: int, number: int, kind: str | None = None) -> tuple[Deck, list[Scene]]:
    """A deck, of a kind if one is given, and its scenes, the same for the same number on machines with the same fonts."""
    rng = np.random.default_rng([seed, 77, number])
    if strange := rng.random() < STRANGE:
        deck: Deck = StrangeDeck(rng)
    else:
        design = design_of(rng, kind)
        deck = Deck(rng, design=levelled(rng, design) if rng.random() < LEVELLED else design, plain=PLAIN)
    out = []
    for _ in range(SCENES):
        around, like = None, False
        if rng.random() < REAL:
            second = deck if rng.random() < DOUBLED else None
            around = replace(surroundings(rng, None, tables.random_table(rng)), second=second)
            like = bool(rng.random() < LIKE_STOCK)
        scene = make_scene(rng, deck, None if deck.design.playing_cards else LAYOUTS, like_stock=like, around=around)
        picture = scene.picture
        if rng.random() < LAMPS:
            picture = unseen.under(rng, picture, [lamp(rng)])
        if rng.random() < PHOTOGRAPHED:
            picture = photographed(rng, picture)
        # A card of another game shows no face of this one.
        cards = [replace(card, label=None) for card in scene.cards] if strange else scene.cards
        out.append(replace(scene, picture=picture, cards=cards))
    return deck, out


def _draw_deck(task: tuple[Path, int, int, str | None]) -> None:
    folder, seed, number, kind = task
    names = [f"{number:05d}-{k}" for k in range(SCENES)]
    if (folder / f"{names[-1]}.json").exists():
        return
    cv2.setNumThreads(1)
    deck, scenes = scenes_of(seed, number, kind)
    for name, scene in zip(names, scenes, strict=True):
        cv2.imwrite(str(folder / f"{name}.jpg"), cv2.cvtColor(scene.picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 93])
        told = {"cards": [asdict(card) for card in scene.cards], "deck": number, "labels": deck.labels()}
        (folder / f"{name}.json").write_text(json.dumps(told))


def draw(folder: Path, *, seed: int, first_deck: int, decks: int, workers: int, kind: str | None = None) -> None:
    """Draws scenes of so many decks of one kind, or of any; those that are there are kept, so a stopped run goes on.

    The seed and the deck's number decide everything.
    """
    new_fonts()
    folder.mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(workers) as pool:
        for _ in pool.imap_unordered(_draw_deck, [(folder, seed, first_deck + k, kind) for k in range(decks)]):
            pass
