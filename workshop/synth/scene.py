"""A drawn photo of a table with cards, and its answer. Every choice follows from (seed, index)."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.labels import PACK_LABELS, PLAIN, PLAYING_LABELS, with_plain
from workshop.scenes import NO_CARD
from workshop.synth import clutter, layout, light, printed, tables
from workshop.synth.backs import draw_back
from workshop.synth.camera import STRETCHED, Camera, random_camera, shrunk_camera
from workshop.synth.covering import hide_part
from workshop.synth.design import Design, random_design
from workshop.synth.faces import draw_face
from workshop.synth.foreign import draw_action, draw_court, draw_foreign
from workshop.synth.laying import Shadow, drop_shadow, lay_on, shrunk

Rng = np.random.Generator
Picture = NDArray[np.uint8]

TEXTURE_HEIGHT = 320
COURT = 12 / 52  #: Share of a pack of playing cards that are jacks, queens and kings.
#: Share of the pictures with a white table, on which the edges of white cards are hardly seen.
WHITE_TABLES, WHITE_TABLES_PLAYING = 0.1, 0.3
STRETCHED_PLAYING = 0.4  #: Share of their pictures that are squeezed or sheared: collections of photos of playing cards often are.
PARTLY_HIDDEN, PARTLY_HIDDEN_PLAYING = 0.08, 0.3  #: Share of the pictures in which a book, a box or a cloth lies over a part of a card.
FAINT = 0.35  #: Share of the pictures in which cards hardly drop a shadow and are lit alike.


@dataclass(frozen=True)
class SceneCard:
    """The answer for one card."""

    label: str | None  #: Canonical notation, or None for a back or a card of another game.
    quad: list[list[float]]  #: Four corners in pixels, clockwise from the card's own top-left.
    visible: float  #: Share that is seen: not covered by other cards, hands or things, nor outside the picture.
    zone: str | None  #: As in the layout.
    stack: int  #: As in the layout.


@dataclass(frozen=True)
class Scene:
    """A picture with its answer."""

    picture: Picture  #: ``(H, W, 3)`` uint8 RGB.
    #: ``(H // 2, W // 2)`` uint8, index into ``cards`` of the card seen there, ``NO_CARD`` for none (also where a hand covers it).
    ids: NDArray[np.uint8]
    cards: list[SceneCard]  #: The lowest first: a later card lies over an earlier one.
    choices: dict[str, object] = field(default_factory=dict)  #: What was chosen, for the record.


@dataclass(frozen=True)
class Surroundings:
    """What a photo of real life has besides one pack on a table. The defaults leave a scene as it is drawn without."""

    scale: float = 1.0  #: Pixels of the picture beside those of ``camera.PICTURE_SIZES``.
    strange: float = 0.0  #: Share of the places where a card of another game lies.
    actions: float = 0.0  #: Share of the places where a card of action lies, printed as the deck is.
    second: "Deck | None" = None  #: A pack whose cards lie among those of the first; None for one pack.
    printed: bool = False  #: Whether pages, boxes, keyboards and calendars lie under the cards.
    things_over: int = 0  #: How many books, boxes and cloths lie over a part of some card.
    mugs_over: int = 0  #: How many cups stand over cards.
    faint: bool = False  #: Whether cards drop no more than a weak shadow.
    #: The table, see ``tables.random_table``; None for one by chance. White tables and those like the stock are drawn anyway.
    top: tuple[str, Picture] | None = None


class Deck:
    """Faces of one design, drawn when first needed.

    The design is of a kind (``random_design``), by chance if not given; in a share ``plain`` of the decks numbers of one colour are printed
    in none. ``labels``: those of its cards that lie on tables, if not all.
    """

    def __init__(
        self,
        rng: Rng,
        kind: str | None = None,
        *,
        design: Design | None = None,
        plain: float = PLAIN,
        labels: tuple[str, ...] | None = None,
    ) -> None:
        self.design: Design = design or random_design(rng, kind)
        self._plain = "rbgo"[int(rng.integers(4))] if rng.random() < plain else ""
        self._labels = labels
        self._faces: dict[str, Picture] = {}
        self._back = draw_back(rng, TEXTURE_HEIGHT) if rng.random() < 0.5 else draw_back(self.design, TEXTURE_HEIGHT)

    def face(self, label: str) -> Picture:
        """``(H, W, 4)`` uint8 RGBA."""
        if label not in self._faces:
            self._faces[label] = draw_face(self.design, label, TEXTURE_HEIGHT)
        return self._faces[label]

    @property
    def back(self) -> Picture:
        """``(H, W, 4)`` uint8 RGBA."""
        return self._back

    @property
    def aspect(self) -> float:
        """Height over width."""
        return self._back.shape[0] / self._back.shape[1]

    def labels(self) -> tuple[str, ...]:
        """The labels of its cards: if not given, those that this design can draw."""
        return self._labels or (PLAYING_LABELS if self.design.playing_cards else with_plain(PACK_LABELS, self._plain))


def background(rng: Rng, camera: Camera, top: tuple[str, Picture]) -> tuple[str, NDArray[np.float32]]:
    """The table top, repeated in mirror over the whole plane, ``(H, W, 3)`` float32."""
    kind, texture = top
    if rng.random() < 0.12:
        return kind, cv2.resize(texture, (camera.width, camera.height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    inverse = np.linalg.inv(camera.homography)
    y, x = np.mgrid[0 : camera.height : 2, 0 : camera.width : 2].astype(np.float64)
    w = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    w = np.where(np.abs(w) < 1e-9, 1e-9, w)
    u, v = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / w, (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / w
    a, scale = rng.uniform(0, 2 * np.pi), tables.SIDE / rng.uniform(2, 14)
    p, q = (u * np.cos(a) - v * np.sin(a)) * scale, (u * np.sin(a) + v * np.cos(a)) * scale
    period = 2 * tables.SIDE
    p, q = (np.abs(np.mod(v + rng.uniform(0, period), period) - tables.SIDE) for v in (p, q))
    small = cv2.remap(texture, p.astype(np.float32), q.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return kind, cv2.resize(small, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _textures(rng: Rng, deck: Deck, places: list[layout.Place]) -> list[tuple[str | None, Picture]]:
    """What lies on each place: a pack's card once each, mostly."""
    labels = list(deck.labels())
    rng.shuffle(labels)
    out: list[tuple[str | None, Picture]] = []
    for i, place in enumerate(places):
        if place.kind == "back":
            out.append((None, deck.back))
        elif place.kind == "foreign":
            out.append((None, draw_foreign(rng, TEXTURE_HEIGHT)))
        elif deck.design.playing_cards and rng.random() < COURT:
            out.append((None, draw_court(rng, deck.design, TEXTURE_HEIGHT)))
        else:
            label = labels[i % len(labels)]
            out.append((label, deck.face(label)))
    return out


def _among(rng: Rng, things: list[tuple[str | None, Picture]], around: Surroundings, design: Design) -> list[tuple[str | None, Picture]]:
    """Puts cards of other games, of action and of a second pack in the places of some."""
    out: list[tuple[str | None, Picture]] = []
    for thing in things:
        if rng.random() < around.strange:
            out.append((None, draw_foreign(rng, TEXTURE_HEIGHT)))
        elif around.actions and rng.random() < around.actions:
            out.append((None, draw_action(rng, design, TEXTURE_HEIGHT)))
        elif around.second and rng.random() < 0.5:
            label = str(rng.choice(around.second.labels()))
            out.append((None, around.second.back) if thing[0] is None else (label, around.second.face(label)))
        else:
            out.append(thing)
    return out


def _lay(
    rng: Rng,
    picture: NDArray[np.float32],
    quads: list[NDArray[np.float64]],
    textures: list[Picture],
    ids: NDArray[np.uint8],
    *,
    faint: bool = False,
) -> None:
    """Lays the cards in order, with shadows and each with its own light."""
    size = float(np.median([np.linalg.norm(q[1] - q[0]) for q in quads])) if quads else 1.0
    angle, length = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.0, 0.05)
    shift = length * np.array([np.cos(angle), np.sin(angle)])
    # Under a large soft light the edge of a white card on a white one is hardly seen; then only its print tells it.
    faint = rng.random() < FAINT or faint
    shadow = Shadow(shift, soft=size * rng.uniform(0.004, 0.05), dark=rng.uniform(0.02, 0.15) if faint else rng.uniform(0.1, 0.65))
    gloss = rng.uniform(0, 0.02 if faint else 0.16)
    for i, (quad, texture) in enumerate(zip(quads, textures, strict=True)):
        if rng.random() < 0.9:
            drop_shadow(rng, picture, quad, shadow)
        lit = shrunk(texture, quad)
        shade = np.float32(1 + rng.normal(0, gloss / 2))
        ramp = np.linspace(1 - rng.uniform(-gloss, gloss), 1 + rng.uniform(-gloss, gloss), lit.shape[0], dtype=np.float32)[:, None, None]
        lit[..., :3] = np.clip(lit[..., :3] * (shade * ramp), 0, 255)
        done = lay_on(picture, lit, quad)
        if done is not None:
            rows, columns, alpha = done
            part = ids[rows, columns]
            part[alpha > 0.5] = i


def _visible(ids: NDArray[np.uint8], quads: list[NDArray[np.float64]]) -> list[float]:
    """Share of each card that is seen."""
    counts = np.bincount(ids.ravel(), minlength=256)
    areas = [max(1.0, abs(float(cv2.contourArea(q.astype(np.float32))))) for q in quads]
    return [min(1.0, float(counts[i] / a)) for i, a in enumerate(areas)]


def _top(rng: Rng, around: Surroundings, *, white: bool) -> tuple[str, Picture]:
    """A table's kind and picture."""
    return tables.white_table(rng) if white else around.top or tables.random_table(rng)


def _cover(
    rng: Rng, picture: NDArray[np.float32], quads: list[NDArray[np.float64]], ids: NDArray[np.uint8], things: int, *, partly: float
) -> None:
    """Lays so many printed things over parts of cards, and one more in a share ``partly`` of the pictures."""
    for _ in range(things if quads else 0):
        ids[hide_part(rng, picture, quads[int(rng.integers(len(quads)))], printed.printed(rng))] = NO_CARD
    if quads and rng.random() < partly:
        ids[hide_part(rng, picture, quads[int(rng.integers(len(quads)))])] = NO_CARD


def make_scene(
    rng: Rng, deck: Deck, layouts: layout.Layouts | None = None, *, like_stock: bool = False, around: Surroundings | None = None
) -> Scene:
    """One picture of a deck, laid as training lays it if not given; ``like_stock``: the table has the colour of the cards."""
    around = around or Surroundings()
    playing = deck.design.playing_cards
    kind, places = layout.random_layout(rng, deck.aspect, layouts or (layout.OF_PLAYING_CARDS if playing else layout.LAYOUTS))
    outlines = [layout.corners_of(p, deck.aspect) for p in places]
    extent = np.concatenate(outlines) if outlines else rng.normal(0, 3, (8, 2))
    fill = (0.4, 1.3) if kind in layout.NEAR else (0.5, 1.6) if playing else (0.5, 1.08)
    camera = random_camera(rng, extent, fill, STRETCHED_PLAYING if playing else STRETCHED, seated=kind in layout.FROM_THE_SIDE)
    if around.scale != 1:
        camera = shrunk_camera(camera, around.scale)
    quads = [camera.project(o) for o in outlines]
    white = rng.random() < (WHITE_TABLES_PLAYING if playing else WHITE_TABLES)
    top = tables.like_stock(rng, deck.design.paper) if like_stock else _top(rng, around, white=white)
    table, picture = background(rng, camera, top)
    size = float(np.median([np.linalg.norm(q[1] - q[0]) for q in quads])) if quads else camera.width * rng.uniform(0.05, 0.3)
    flat = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6 or not quads:
        clutter.scatter(rng, flat, size, over=False)
    picture = flat.astype(np.float32)
    if around.printed:
        printed.lay_under(rng, picture, size)
    ids = np.full(picture.shape[:2], NO_CARD, np.uint8)
    things = _textures(rng, deck, places)
    if around.strange or around.actions or around.second:
        things = _among(rng, things, around, deck.design)
    _lay(rng, picture, quads, [t for _, t in things], ids, faint=around.faint)
    _cover(rng, picture, quads, ids, around.things_over, partly=PARTLY_HIDDEN_PLAYING if playing else PARTLY_HIDDEN)
    flat = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        ids[clutter.scatter(rng, flat, size, over=True) > 127] = NO_CARD
    for _ in range(around.mugs_over):
        ids[clutter.mug(rng, flat, size) > 127] = NO_CARD
    visible = _visible(ids, quads)
    picture = light.expose(rng, light.light(rng, flat))
    cards = [
        SceneCard(label, np.round(q, 2).tolist(), round(v, 3), p.zone, p.stack)
        for (label, _), q, v, p in zip(things, quads, visible, places, strict=True)
    ]
    choices: dict[str, object] = {"layout": kind, "table": table, "tilt": round(camera.tilt, 1)}
    return Scene(light.photograph(rng, picture), ids[::2, ::2].copy(), cards, choices)


def write_scene(scene: Scene, folder: Path, name: str) -> None:
    """Writes ``name.jpg``, ``name.png`` (identity map) and ``name.json``."""
    cv2.imwrite(str(folder / f"{name}.jpg"), cv2.cvtColor(scene.picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 93])
    cv2.imwrite(str(folder / f"{name}.png"), scene.ids, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    answer = {**scene.choices, "width": scene.picture.shape[1], "height": scene.picture.shape[0], "cards": [asdict(c) for c in scene.cards]}
    (folder / f"{name}.json").write_text(json.dumps(answer))
