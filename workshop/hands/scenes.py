"""Puts a picture together: a table, what lies on it, hands over it; and the same table at rest, and where the hands are."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.hands.pools import DRAWN_SCALE, Cutout, Pools

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

WIDE, TALL = 320, 180  #: What the network is given.
CELLS = (45, 80)  #: Rows and columns of its answer.
SHARPER = 1.5  #: Pictures are put together so many times as large.
W, H = int(WIDE * SHARPER), int(TALL * SHARPER)
#: Both pictures RGB; of each cell the share that a hand hides, and the share that counts for nothing, both 0..255.
SAMPLE = np.dtype([("now", "u1", (TALL, WIDE, 3)), ("settled", "u1", (TALL, WIDE, 3)), ("hidden", "u1", CELLS), ("unsure", "u1", CELLS)])
NO_HANDS = 0.25  #: Share of the pictures without hand, head or paw.
RESTED_LONG = 0.08  #: Share of the pictures whose table at rest shows the hands too, because they rested for long.
GONE = 0.06  #: Share of the pictures whose table at rest shows a hand that is gone now.
LONGER = 0.75  #: By how much of its length an arm goes on beyond its picture.
TRIES = 8
#: Values of a truth mask: a hand or what belongs to a person; a card in a hand, or a shape that could be anything.
HAND, DOUBTFUL = 255, 128


@dataclass
class _View:
    """How a table is seen: pixels for a card's width at a place, which shrinks towards the far edge; and its lamp."""

    card: float
    steep: float
    shift: Points
    dark: float
    soft: float

    @classmethod
    def random(cls, rng: Rng) -> "_View":
        card = float(np.exp(rng.uniform(np.log(18), np.log(88)))) * SHARPER
        steep = float(rng.choice([0.0, rng.uniform(0, 0.35), rng.uniform(0.2, 0.75)]))
        turn = rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(0.02, 0.5)
        return cls(card, steep, way, float(rng.uniform(0.08, 0.6)), float(rng.uniform(0.04, 0.2)))

    def scale(self, y: float) -> float:
        return self.card * (1 + self.steep * (y / H - 0.5))

    def squeezed(self, y: float) -> Points:
        """``(2, 2)``: what lies flat is shorter towards the far edge of an oblique view."""
        return np.diag([1.0, 1 - 0.6 * self.steep]) * self.scale(y)


@dataclass(frozen=True)
class _Layer:
    """A cut-out as it lies in the picture: place of its patch, premultiplied colours and alpha ``(h, w, 4)`` uint8."""

    x: int
    y: int
    pixels: Picture


def _warped(pixels: Picture, matrix: Points, border: int = cv2.BORDER_CONSTANT) -> _Layer | None:
    """Pixels under an affine map ``(2, 3)`` into the picture; shrunk before where they would be more than halved."""
    size = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if size < 0.6:
        factor = max(size, 0.05)
        h, w = pixels.shape[:2]
        small = (max(2, round(w * factor)), max(2, round(h * factor)))
        pixels = np.asarray(cv2.resize(pixels, small, interpolation=cv2.INTER_AREA), np.uint8)
        matrix = matrix @ np.diag([w / small[0], h / small[1], 1.0])
    h, w = pixels.shape[:2]
    corners = np.array([[0, 0, 1], [w, 0, 1], [w, h, 1], [0, h, 1]], float) @ matrix.T
    x0, y0 = np.maximum(np.floor(corners.min(0)) - 2, 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(0)) + 3, [W, H]).astype(int)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    moved = matrix.copy()
    moved[:, 2] -= [x0, y0]
    out = cv2.warpAffine(pixels, moved, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR, borderMode=border)
    return _Layer(int(x0), int(y0), np.asarray(out, np.uint8))


def _three(grey: Picture) -> Picture:
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


def _lay(picture: Picture, layer: _Layer, view: _View, high: float, gain: Points | float = 1.0) -> None:
    """Lays a layer and its shadow over a picture, in place; `high` in card widths over the table."""
    h, w = layer.pixels.shape[:2]
    alpha = np.ascontiguousarray(layer.pixels[..., 3])
    shift = view.shift * (0.05 + high) * view.card
    pad = int(np.abs(shift).max()) + 4
    x0, y0, x1, y1 = max(0, layer.x - pad), max(0, layer.y - pad), min(W, layer.x + w + pad), min(H, layer.y + h + pad)
    # Shadows are soft: a quarter of the size is enough.
    small = cv2.resize(alpha, (max(1, w // 4), max(1, h // 4)), interpolation=cv2.INTER_AREA)
    move = np.array([[1, 0, (layer.x - x0 + shift[0]) / 4], [0, 1, (layer.y - y0 + shift[1]) / 4]], np.float32)
    cast = cv2.warpAffine(small, move, ((x1 - x0) // 4 + 1, (y1 - y0) // 4 + 1))
    side = max(1, int(view.soft * view.card * (0.3 + high) / 2))
    cast = cv2.blur(cv2.blur(cast, (side, side)), (side, side))
    lit = cv2.resize(cv2.convertScaleAbs(cast, alpha=view.dark), (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    shaded = picture[y0:y1, x0:x1]
    shaded[:] = cv2.multiply(shaded, _three(np.asarray(255 - lit, np.uint8)), scale=1 / 255)
    part = picture[layer.y : layer.y + h, layer.x : layer.x + w]
    colours = cv2.transform(layer.pixels[..., :3], np.diag(np.broadcast_to(gain, 3)))
    part[:] = cv2.add(cv2.multiply(part, _three(255 - alpha), scale=1 / 255), colours)


def _mark(truth: Picture, layer: _Layer, value: int) -> None:
    h, w = layer.pixels.shape[:2]
    solid = layer.pixels[..., 3] > 110
    truth[layer.y : layer.y + h, layer.x : layer.x + w][solid] = value


def _turned(angle: float) -> Points:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _placed(cutout: Cutout, place: Points, linear: Points) -> Points:
    return np.column_stack([linear, place - linear @ cutout.anchor])


def _somewhere(rng: Rng, margin: float = 0.05) -> Points:
    return rng.uniform(-margin, 1 + margin, 2) * [W, H]


def _ground(rng: Rng, pools: Pools, view: _View) -> Picture:
    """A table top in perspective; in half of the pictures it ends, with a rim, before another top or a room."""
    picture = _top(rng, pools, view)
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2]))):
        turn = float(rng.choice([0, 0.5, 1, 1.5])) * np.pi + rng.normal(0, 0.25)
        way = np.array([np.cos(turn), np.sin(turn)])
        y, x = np.mgrid[0:H, 0:W].astype(np.float32)
        far = (x - W / 2) * np.float32(way[0]) + (y - H / 2) * np.float32(way[1])
        edge = float(rng.uniform(0.05, 0.5)) * (abs(way[0]) * W + abs(way[1]) * H)
        beyond = np.clip(far - edge + 0.5, 0, 1)[..., None]
        rim = rng.uniform(0, 0.45) * view.card
        other = _room(rng, pools) if rng.random() < 0.5 else _top(rng, pools, view)
        picture += (other * rng.uniform(0.3, 1.1) - picture) * beyond
        if rim > 2:
            tone = rng.uniform(0.4, 1.5) if rng.random() < 0.6 else pools.tops.pick(rng)[0, 0].astype(np.float32) / 128
            on_rim = np.clip(far - edge + rim, 0, 1)[..., None] * (1 - beyond)
            picture *= 1 + (np.asarray(tone, np.float32) - 1) * on_rim
    return np.clip(picture, 0, 255).astype(np.uint8)


def _top(rng: Rng, pools: Pools, view: _View) -> NDArray[np.float32]:
    texture = pools.tops.pick(rng)
    size = float(np.exp(rng.uniform(np.log(0.35), np.log(1.8))))
    linear = _turned(float(rng.uniform(0, 2 * np.pi))) * size
    matrix = np.eye(3)
    matrix[:2] = np.column_stack([linear, [W / 2, H / 2] - linear @ rng.uniform(100, 412, 2)])
    tilt = np.array([[1, 0, 0], [0, 1, 0], [0, -view.steep / H * 0.8, 1 + view.steep * 0.4]])
    warped = cv2.warpPerspective(texture, tilt @ matrix, (W, H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(warped, np.float32)


def _room(rng: Rng, pools: Pools) -> NDArray[np.float32]:
    """A room out of focus: floors, furniture and things as soft boxes."""
    out = _soft(pools.tops.pick(rng))
    textures = [pools.tops.pick(rng) for _ in range(4)]
    for k in range(int(rng.integers(3, 16))):
        x, y = rng.integers(0, W // 4), rng.integers(0, H // 4)
        w, h = rng.integers(4, W // 8), rng.integers(4, H // 8)
        patch = textures[k % 4][8 * k : 8 * k + h, :w].astype(np.float32) * rng.uniform(0.3, 1.3)
        part = out[y : y + h, x : x + w]
        part[:] = patch[: part.shape[0], : part.shape[1]]
    large = np.asarray(cv2.resize(cv2.blur(out, (2, 2)), (W, H), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.clip(large, 0, 255)


def _soft(texture: Picture) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(texture, (W // 4, H // 4), interpolation=cv2.INTER_AREA), np.float32)


def _lay_card(rng: Rng, picture: Picture, card: Picture, place: Points, *, turn: float, view: _View) -> _Layer | None:
    h, w = card.shape[:2]
    linear = view.squeezed(float(place[1])) @ _turned(turn) * (1 / w)
    matrix = np.column_stack([linear, place - linear @ [w / 2, h / 2]])
    layer = _warped(card, matrix)
    if layer is not None:
        _lay(picture, layer, view, 0.0, float(rng.uniform(0.92, 1.05)))
    return layer


def _lay_cards(rng: Rng, picture: Picture, deck: Picture, view: _View) -> None:
    """Rows, fans, heaps and single cards, some face down."""
    for _ in range(int(rng.choice([0, 1, 1, 2, 3, 4]))):
        place, turn = _somewhere(rng), float(rng.choice([0, 0.5, 1.0, 1.5])) * np.pi + rng.normal(0, 0.1)
        if rng.random() < 0.3:
            turn = float(rng.uniform(0, 2 * np.pi))
        step = float(rng.choice([rng.uniform(1.03, 1.4), rng.uniform(0.05, 0.6)])) * (_turned(turn) @ [1.0, 0.0])
        fan, down = rng.normal(0, 0.06), rng.random() < 0.25
        for k in range(int(rng.integers(1, 8))):
            at = place + k * step * view.scale(float(place[1])) + rng.normal(0, 0.03, 2) * view.card
            if -20 < at[0] < W + 20 and -20 < at[1] < H + 20:
                card = deck[-1] if down else deck[int(rng.integers(len(deck) - 1))]
                _lay_card(rng, picture, card, at, turn=turn + k * fan + rng.normal(0, 0.03), view=view)


def _lay_flat(rng: Rng, picture: Picture, cutout: Cutout, place: Points, *, view: _View, size: float) -> _Layer | None:
    linear = view.squeezed(float(place[1])) @ _turned(float(rng.uniform(0, 2 * np.pi))) * (size / cutout.scale)
    layer = _warped(cutout.pixels, _placed(cutout, place, linear))
    if layer is not None:
        _lay(picture, layer, view, float(rng.uniform(0.02, 0.3)), float(rng.uniform(0.7, 1.15)))
    return layer


def _clutter(rng: Rng, pools: Pools, picture: Picture, view: _View) -> None:
    """Chess boards, paper, boxes, pencils, mugs: what is no hand and stays."""
    if rng.random() < 0.14:
        _lay_flat(
            rng, picture, pools.boards.pick(rng), np.array([W, H]) * rng.uniform(0.3, 0.7, 2), view=view, size=float(rng.uniform(1.0, 2.2))
        )
    if rng.random() < 0.14:
        size = float(rng.uniform(0.5, 1.6)) * view.card / DRAWN_SCALE
        for place in sorted((_somewhere(rng) for _ in range(int(rng.integers(1, 16)))), key=lambda at: float(at[1])):
            piece = pools.pieces.pick(rng)
            layer = _warped(piece.pixels, _placed(piece, place, np.eye(2) * size))
            if layer is not None:
                _lay(picture, layer, view, 0.2, float(rng.uniform(0.7, 1.15)))
    for stock, most in ((pools.papers, 4), (pools.sticks, 3), (pools.things, 3)):
        for _ in range(int(rng.integers(1, most)) if rng.random() < 0.33 else 0):
            _lay_flat(rng, picture, stock.pick(rng), _somewhere(rng), view=view, size=float(rng.uniform(0.6, 1.6)))


def _grown(cutout: Cutout, mirrored: bool) -> tuple[Picture, Points]:  # noqa: FBT001
    """An arm that goes on beyond its picture, as its own mirror image; and its anchor."""
    pixels, anchor = cutout.pixels, cutout.anchor
    if mirrored:
        pixels, anchor = pixels[:, ::-1], np.array([pixels.shape[1] - 1 - anchor[0], anchor[1]])
    longer = int(pixels.shape[0] * LONGER)
    return np.ascontiguousarray(np.concatenate([pixels, pixels[: -longer - 1 : -1]])), anchor


@dataclass(frozen=True)
class _Hand:
    """A hand in the picture: its layer, how high it is, the gain of its light, and a card that it holds, above or below it."""

    layer: _Layer
    high: float
    gain: Points
    card: tuple[_Layer, bool] | None


def _hand(
    rng: Rng, cutout: Cutout, place: Points, *, angle: float, view: _View, deck: Picture, mirrored: bool, size: float
) -> _Hand | None:
    pixels, anchor = _grown(cutout, mirrored)
    high = float(rng.choice([0.05, rng.uniform(0, 0.4), rng.uniform(0.2, 1.6)]))
    linear = _turned(angle) * (view.scale(float(place[1])) * size * (1 + 0.1 * high) / cutout.scale)
    linear = np.diag([1.0, 1 - 0.6 * view.steep * rng.random()]) @ linear  # Seen aslant, an arm that reaches away is shorter.
    layer = _warped(pixels, np.column_stack([linear, place - linear @ anchor]))
    if layer is None:
        return None
    if rng.random() < 0.25:
        layer = _Layer(layer.x, layer.y, _streaked(rng, layer.pixels))
    if rng.random() < 0.2:
        share, colours = float(rng.uniform(0, 0.8)), layer.pixels[..., :3]
        grey = _three(np.asarray(cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY), np.uint8))
        layer.pixels[..., :3] = cv2.addWeighted(colours, 1 - share, grey, share, 0)
    gain = np.exp(rng.normal(0, 0.22) + rng.normal(0, 0.05, 3))
    card = None
    if rng.random() < 0.28:
        texture = deck[int(rng.integers(len(deck)))]
        h, w = texture.shape[:2]
        turn = angle + rng.normal(0, 0.4)
        lin = _turned(turn) * (view.scale(float(place[1])) / w)
        middle = place + _turned(angle) @ [rng.normal(0, 0.15), -rng.uniform(0.1, 0.8)] * view.scale(float(place[1]))
        held = _warped(texture, np.column_stack([lin, middle - lin @ [w / 2, h / 2]]))
        card = None if held is None else (held, bool(rng.random() < 0.3))
    return _Hand(layer, high, gain, card)


def _streaked(rng: Rng, pixels: Picture) -> Picture:
    n = int(rng.integers(3, 13)) | 1
    kernel = np.zeros((n, n), np.float32)
    way = _turned(float(rng.uniform(0, np.pi))) @ [n / 2, 0]
    c = n / 2 - 0.5
    cv2.line(kernel, (round(c - way[0]), round(c - way[1])), (round(c + way[0]), round(c + way[1])), 1.0, 1)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)


def _reaching(rng: Rng, cutout: Cutout, view: _View, size: float) -> tuple[Points, float]:
    """Where a hand is and which way it reaches, so that the arm comes from beyond the picture's edge."""
    for _ in range(TRIES):
        place = _somewhere(rng, -0.06)
        way = place - np.array([W / 2, H / 2]) - _turned(float(rng.uniform(0, 2 * np.pi))) @ [W * 0.95, 0]
        angle = float(np.arctan2(way[0], -way[1])) + rng.normal(0, 0.25)
        long = (cutout.pixels.shape[0] * (1 + LONGER) - cutout.anchor[1]) * size * view.scale(float(place[1])) / cutout.scale
        end = place + _turned(angle) @ [0, long]
        if not (0 < end[0] < W and 0 < end[1] < H):
            break
    return place, angle


def _hands(rng: Rng, pools: Pools, view: _View, deck: Picture) -> list[_Hand]:
    """Arms from anywhere, up to four, some as a pair of one person's hands close together."""
    out: list[_Hand | None] = []
    for _ in range(int(rng.choice([1, 1, 1, 2, 2, 3, 4]))):
        cutout = pools.arm(rng)
        size, mirrored = float(rng.uniform(0.75, 1.25)), bool(rng.random() < 0.5)
        place, angle = _reaching(rng, cutout, view, size)
        out.append(_hand(rng, cutout, place, angle=angle, view=view, deck=deck, mirrored=mirrored, size=size))
        if rng.random() < 0.2:
            beside = place + _turned(angle) @ [(1 if mirrored else -1) * -rng.uniform(0.6, 2.2), rng.normal(0, 0.5)] * view.scale(
                float(place[1])
            )
            out.append(_hand(rng, cutout, beside, angle=angle + rng.normal(0, 0.4), view=view, deck=deck, mirrored=not mirrored, size=size))
    return [hand for hand in out if hand is not None]


def _lay_hands(picture: Picture, truth: Picture, hands: list[_Hand], view: _View) -> None:
    for hand in hands:
        if hand.card is not None and not hand.card[1]:
            _lay(picture, hand.card[0], view, hand.high)
            _mark(truth, hand.card[0], DOUBTFUL)
        _lay(picture, hand.layer, view, hand.high, hand.gain)
        _mark(truth, hand.layer, HAND)
        if hand.card is not None and hand.card[1]:
            _lay(picture, hand.card[0], view, 0.1)
            _mark(truth, hand.card[0], DOUBTFUL)


def _bodies(rng: Rng, pools: Pools, picture: Picture, truth: Picture, view: _View) -> None:
    """Heads that lean in and cats' paws are of the living; shapes of chance count for nothing."""
    for stock, value, chance in ((pools.bodies, HAND, 0.05), (pools.shapes, DOUBTFUL, 0.08)):
        if rng.random() < chance:
            layer = _lay_flat(rng, picture, stock.pick(rng), _somewhere(rng), view=view, size=float(rng.uniform(0.8, 1.5)))
            if layer is not None:
                _mark(truth, layer, value)


def _bumped(rng: Rng, picture: Picture) -> Picture:
    """The same seen by a camera that was touched."""
    turn = np.radians(rng.normal(0, 0.25))
    linear = _turned(float(turn)) * (1 + rng.normal(0, 0.003))
    middle = np.array([W / 2, H / 2])
    shift = rng.normal(0, 1.5, 2) + middle - linear @ middle
    return np.asarray(cv2.warpAffine(picture, np.column_stack([linear, shift]), (W, H), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _shot(rng: Rng, picture: Picture, quality: int, blur: float) -> Picture:
    """What the camera's lens and its compression make of it, at the network's size."""
    out = picture
    if blur > 0.4:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), blur), np.uint8)
    if quality:
        noise = rng.normal(0, 4, (H // 2, W // 2, 1)).astype(np.float32)
        out = np.clip(out + cv2.resize(noise, (W, H))[..., None], 0, 255).astype(np.uint8)
        out = np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(cv2.resize(out, (WIDE, TALL), interpolation=cv2.INTER_AREA), np.uint8)


def draw_sample(rng: Rng, pools: Pools) -> NDArray[np.void]:
    """A record of ``SAMPLE``; light, colour and noise of the camera are added later, see ``camera``."""
    view, deck = _View.random(rng), pools.deck(rng).cards
    settled = _ground(rng, pools, view)
    _clutter(rng, pools, settled, view)
    if rng.random() < 0.75:
        _lay_cards(rng, settled, deck, view)
    now, truth = settled.copy(), np.zeros((H, W), np.uint8)
    for _ in range(int(rng.choice([0, 0, 1, 2, 3]))):
        _lay_card(rng, now, deck[int(rng.integers(len(deck)))], _somewhere(rng), turn=float(rng.uniform(0, 2 * np.pi)), view=view)
    if rng.random() < 0.1:
        _clutter(rng, pools, now, view)
    if rng.random() > NO_HANDS:
        hands = _hands(rng, pools, view, deck)
        _bodies(rng, pools, now, truth, view)
        _lay_hands(now, truth, hands, view)
        if rng.random() < RESTED_LONG:
            _lay_hands(settled, np.zeros_like(truth), hands, view)
    if rng.random() < GONE:
        _lay_hands(settled, np.zeros_like(truth), _hands(rng, pools, view, deck)[:1], view)
    if rng.random() < 0.2:
        settled = _bumped(rng, settled)
    quality, blur = (
        int(rng.integers(25, 90)) if rng.random() < 0.5 else 0,
        float(rng.choice([0, rng.uniform(0.4, 1), rng.uniform(0.7, 2.2)])),
    )
    sample = np.zeros((), SAMPLE)
    sample["now"], sample["settled"] = _shot(rng, now, quality, blur), _shot(rng, settled, quality, blur)
    for name, value in (("hidden", HAND), ("unsure", DOUBTFUL)):
        sample[name] = cv2.resize((truth == value).astype(np.uint8) * 255, CELLS[::-1], interpolation=cv2.INTER_AREA)
    return sample
