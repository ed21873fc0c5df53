"""The table of a film as the camera sees it: what lies is drawn once, what moves is laid over it in every picture."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workshop.films.bones import Build
from workshop.films.hands import Sprite, draw_hand
from workshop.films.moves import COPY, Cargo, Change, Leg
from workshop.films.paint import Patch, card_patch, cover, lay, sprite_patch
from workshop.films.table import Pose, Table, corners_of
from workshop.films.wear import Wear, random_wear
from workshop.synth import tables
from workshop.synth.camera import Camera
from workshop.synth.scene import Deck, background

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

CARRIED, HIDING = 128, 255  #: Values of a truth mask: a card that is carried; a hand or a thing.


@dataclass(frozen=True)
class Person:
    """Who plays: hands, looks, and how large the hands are against the cards."""

    build: Build
    wear: Wear
    size: float

    @classmethod
    def random(cls, rng: Rng) -> "Person":
        """A child or a grown-up."""
        return cls(Build.random(rng), random_wear(rng), float(rng.uniform(0.72, 1.08)))


@dataclass(frozen=True)
class Light:
    """The lamp: shift of shadows in card widths for each card width of height, softness of a card's shadow, darkness, and direction."""

    shift: Points
    soft: float
    dark: float
    angle: float

    @classmethod
    def random(cls, rng: Rng) -> "Light":
        """From soft daylight to a hard lamp."""
        a = rng.uniform(0, 2 * np.pi)
        way = -np.array([np.cos(a), np.sin(a)])
        return cls(way * rng.uniform(0.02, 0.5), float(rng.uniform(0.012, 0.06)), float(rng.uniform(0.15, 0.6)), a)


def local(camera: Camera, place: Points) -> tuple[Points, Points]:
    """Where a place of the table is in the picture, and how the picture changes around it ``(2, 2)``."""
    h = camera.homography
    w = h[2] @ [*place, 1.0]
    p = (h[:2] @ [*place, 1.0]) / w
    return p, (h[:2, :2] - np.outer(p, h[2, :2])) / w


@dataclass
class Stage:
    """What is needed to draw pictures of a table."""

    camera: Camera  #: The view.
    table: Table  #: Its places.
    deck: Deck  #: The cards.
    people: tuple[Person, ...]  #: The players.
    light: Light  #: The lamp.
    top: tuple[tuple[str, Picture], int]  #: The table's own picture, and a number that decides how it lies.
    things: list[tuple[Sprite, Points, float]]  #: What stands on it: thing, place, turn in degrees.
    seed: int  #: Decides which hands are drawn.
    sprite_scale: float = 84  #: Pixels for a card's width in which hands are drawn, about as many as in the picture.
    _order: list[str] = field(default_factory=list)
    _lying: dict[str, tuple[Pose, bool]] = field(default_factory=dict)
    _patches: dict[str, Patch] = field(default_factory=dict)
    _hands: dict[tuple[tuple[int, int], str], Sprite] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Draw the empty table."""
        self.look_through(self.camera)

    def look_through(self, camera: Camera) -> None:
        """Draw everything that lies, as this camera sees it."""
        self.camera = camera
        (kind, texture), number = self.top
        _, ground = background(np.random.default_rng(number), camera, (kind, texture))
        self._ground = np.clip(ground, 0, 255).astype(np.uint8)
        self._still = np.zeros(self._ground.shape[:2], np.uint8)
        for sprite, place, turn in self.things:
            patch = self.thing(sprite, place, turn)
            if patch is not None:
                lay(self._ground, patch)
                cover(self._still, patch, HIDING)
        self._base = self._ground.copy()
        for card in self._order:
            self._patches[card] = self._card(card, *self._lying[card])
            lay(self._base, self._patches[card])

    def put_down(self, thing: tuple[Sprite, Points, float]) -> None:
        """A thing stands on the table from now on, over what lies there."""
        self.things.append(thing)
        self.look_through(self.camera)

    def change(self, change: Change) -> None:
        """A card begins or ends to lie."""
        if change.card in self._lying:
            self._order.remove(change.card)
            del self._lying[change.card]
            old = self._patches.pop(change.card)
            self._redraw(old.box)
        if change.pose is not None:
            self._lying[change.card] = change.pose, change.up
            self._order.insert(0 if change.under else len(self._order), change.card)
            self._patches[change.card] = self._card(change.card, change.pose, change.up)
            self._redraw(self._patches[change.card].box)

    def picture(self, legs: list[tuple[Leg, float, float]]) -> tuple[Picture, NDArray[np.uint8]]:
        """A picture ``(H, W, 3)`` uint8 RGB, and what in it is neither table nor lying card ``(H, W)`` uint8.

        ``legs``: ways of hands, with how far each is now and how far at the end of the exposure.
        """
        picture, truth = self._base.copy(), self._still.copy()
        for leg, now, then in legs:
            for cargo in leg.cargo if now < 1 else ():
                patch = self._carried(leg, cargo, now, then)
                lay(picture, patch)
                cover(truth, patch, CARRIED)
            hand = self._hand(leg, now, then)
            if hand is not None:
                lay(picture, hand)
                cover(truth, hand, HIDING)
        return picture, truth

    def thing(self, sprite: Sprite, place: Points, turn: float, size: float = 1.0) -> Patch | None:
        """A thing on the table."""
        a = np.radians(turn)
        return self._placed(sprite, place, np.array([np.sin(a), -np.cos(a)]), size=size, high=0.25)

    def _redraw(self, box: tuple[int, int, int, int]) -> None:
        h, w = self._base.shape[:2]
        x0, y0, x1, y1 = max(0, box[0]), max(0, box[1]), min(w, box[2]), min(h, box[3])
        if x1 <= x0 or y1 <= y0:
            return
        self._base[y0:y1, x0:x1] = self._ground[y0:y1, x0:x1]
        for card in self._order:
            lay(self._base, self._patches[card], (x0, y0, x1, y1))

    def _card(self, card: str, pose: Pose, up: bool, *, wide: float = 1.0, lift: float = 0.0, along: Points | None = None) -> Patch:  # noqa: FBT001
        texture = self.deck.face(card.rstrip(COPY)) if up else self.deck.back
        quad = self.camera.project(corners_of(pose, self.deck.aspect, wide=max(wide, 0.04), size=1 + 0.12 * lift))
        _, around = local(self.camera, pose.xy)
        pixel = float(np.sqrt(abs(np.linalg.det(around))))
        shift = around @ (self.light.shift * (0.05 + lift))
        shadow = (shift, pixel * self.light.soft * (1 + 4 * lift), self.light.dark / (1 + lift))
        return card_patch(texture, quad, shadow, along)

    def _carried(self, leg: Leg, cargo: Cargo, now: float, then: float) -> Patch:
        here, there = _between(leg, cargo.a, cargo.b, now), _between(leg, cargo.a, cargo.b, then)
        wide, up = 1.0, cargo.up[1]
        if cargo.up[0] != cargo.up[1]:
            turned = np.clip((now - 0.25) / 0.5, 0, 1)
            wide, up = abs(np.cos(np.pi * turned)), cargo.up[int(turned >= 0.5)]
        _, around = local(self.camera, here.xy)
        return self._card(
            cargo.card, here, up, wide=float(wide), lift=float(np.sin(np.pi * now)) * 0.5, along=around @ (there.xy - here.xy)
        )

    def _hand(self, leg: Leg, now: float, then: float) -> Patch | None:
        place, later = way_of(leg, now), way_of(leg, then)
        player, other = leg.hand
        seat = self.table.seats[player]
        shoulder = seat.at(-1.2 if other else 1.2, seat.edge + 5)
        up = (place - shoulder) / np.linalg.norm(place - shoulder)
        key = (leg.hand, leg.pose)
        if key not in self._hands:
            rng = np.random.default_rng([self.seed, player, other, sum(map(ord, leg.pose))])
            person, lamp = self.people[player], self.light.angle - np.radians(seat.turn)
            self._hands[key] = draw_hand(rng, person.build, person.wear, leg.pose, scale=self.sprite_scale, lamp=lamp, left=bool(other))
        _, around = local(self.camera, place)
        return self._placed(self._hands[key], place, up, size=self.people[player].size * 1.05, high=0.6, along=around @ (later - place))

    def _placed(self, sprite: Sprite, place: Points, up: Points, *, size: float, high: float, along: Points | None = None) -> Patch | None:
        middle, around = local(self.camera, place)
        matrix = around @ np.array([[-up[1], -up[0]], [up[0], -up[1]]]) * (size / sprite.scale)
        shift = middle - matrix @ sprite.anchor
        shadow = (around @ (self.light.shift * high), self.light.dark)
        return sprite_patch(sprite, np.column_stack([matrix, shift]), (self.camera.width, self.camera.height), shadow, along)


def eased(share: float) -> float:
    """How far a hand is on its way after this share of the time: it starts and stops softly."""
    s = min(1.0, max(0.0, share))
    return s * s * s * (10 - 15 * s + 6 * s * s)


def way_of(leg: Leg, share: float) -> Points:
    """Where on the table a hand is after this share of its way."""
    step = leg.b - leg.a
    return np.asarray(leg.a + step * share + np.array([-step[1], step[0]]) * leg.arch * np.sin(np.pi * share) * 0.5)


def _between(leg: Leg, a: Pose, b: Pose, share: float) -> Pose:
    """A carried card's pose; it follows the bend of the hand's way."""
    step = leg.b - leg.a
    bend = np.array([-step[1], step[0]]) * leg.arch * np.sin(np.pi * share) * 0.5
    turn = a.turn + ((b.turn - a.turn + 180) % 360 - 180) * share
    return Pose.at((a.xy + (b.xy - a.xy) * share + bend), float(turn))


def random_top(rng: Rng, *, plain: bool = False) -> tuple[tuple[str, Picture], int]:
    """A table's picture, and how it lies; of one colour if asked for."""
    top = ("plain", np.clip(tables.plain(rng), 0, 255).astype(np.uint8)) if plain else tables.random_table(rng)
    return top, int(rng.integers(1 << 30))
