"""Table tops: procedural cloth, wood, stone, checks, prints and plain colours, ``(H, W, 3)`` uint8 RGB that tile seamlessly enough."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]
SIDE = 512
WHITE_CHECKS = 0.6  #: Share of the checked cloths with white: a white card's edge is hard to see on them.
WHITE = 0.1  #: Share of the colours that are white or nearly so, for the same reason.
PALE_GROUND = 0.65  #: Share of the speckled tables with a pale ground.


def colour(rng: Rng) -> NDArray[np.float32]:
    """A colour ``(3,)`` float32 0..255 as tables have them: browns, greys, greens, blues, whites, sometimes anything."""
    u = rng.random()
    if rng.random() < WHITE:
        h, s, v = rng.uniform(0, 180), rng.uniform(0, 18), rng.uniform(215, 255)
    elif u < 0.3:
        h, s, v = rng.uniform(5, 22), rng.uniform(40, 190), rng.uniform(40, 230)
    elif u < 0.55:
        h, s, v = rng.uniform(0, 180), rng.uniform(0, 30), rng.uniform(15, 255)
    else:
        h, s, v = rng.uniform(0, 180), rng.uniform(30, 230), rng.uniform(20, 245)
    pixel = cv2.cvtColor(np.array([[[h, s, v]]]).astype(np.uint8), cv2.COLOR_HSV2RGB)
    return np.asarray(pixel[0, 0], np.float32)


def clouds(rng: Rng, base: int = 2, octaves: int = 6, fall: float = 0.55, shape: tuple[int, int] = (SIDE, SIDE)) -> NDArray[np.float32]:
    """Fractal noise ``shape`` float32, mean 0, about -1..1."""
    total = np.zeros(shape, np.float32)
    weight = 1.0
    for o in range(octaves):
        n = base * 2**o
        if n > max(shape):
            break
        small = rng.normal(0, 1, (n + 1, n + 1)).astype(np.float32)
        total += weight * cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        weight *= fall
    return np.asarray(total / (np.abs(total).max() + 1e-6))


def _mix(rng: Rng, share: NDArray[np.float32]) -> NDArray[np.float32]:
    a, b = colour(rng), colour(rng)
    if rng.random() < 0.6:
        b = a * rng.uniform(0.4, 1.4)
    return np.asarray(a + (b - a) * share[..., None])


def wood(rng: Rng) -> NDArray[np.float32]:
    """Grain along x, in boards or not."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE
    warp = clouds(rng, 2, 4) * rng.uniform(0.05, 0.5)
    rings = np.sin((y + warp + x * rng.uniform(-0.1, 0.1)) * rng.uniform(15, 90) * np.pi)
    fine = cv2.resize(rng.normal(0, 1, (SIDE, 8)).astype(np.float32), (SIDE, SIDE)) * rng.uniform(0, 0.6)
    picture = _mix(rng, np.clip(0.5 + 0.4 * rings * rng.uniform(0.2, 1) + 0.3 * fine, 0, 1))
    if rng.random() < 0.4:
        n = int(rng.integers(3, 9))
        picture *= rng.uniform(0.8, 1.1, (n, 1, 1)).repeat(int(np.ceil(SIDE / n)), 0)[:SIDE].astype(np.float32)
        picture[(np.arange(SIDE) % (SIDE // n)) < 2] *= 0.5
    return picture


def checks(rng: Rng) -> NDArray[np.float32]:
    """Checked or striped cloth."""
    n = int(rng.integers(4, 40))
    k = (np.arange(SIDE) * n // SIDE) % 2
    share = (k[:, None] + k[None, :]) / 2 if rng.random() < 0.5 else (k[:, None] ^ k[None, :]).astype(np.float64)
    if rng.random() < 0.25:
        share = np.broadcast_to(k[:, None], (SIDE, SIDE)).astype(np.float64)
    a, b = colour(rng), colour(rng)
    if rng.random() < WHITE_CHECKS:
        b = np.asarray(rng.uniform(195, 255) + rng.normal(0, 6, 3), np.float32)
    return np.asarray(a + (b - a) * share[..., None], np.float32)


def weave(rng: Rng) -> NDArray[np.float32]:
    """Knitted, woven or carpet-like cloth."""
    t = np.arange(SIDE, dtype=np.float32)
    p, q = rng.uniform(2, 14, 2)
    pattern = np.sin(t / p)[:, None] * np.sin(t / q)[None, :] + rng.uniform(0, 1) * clouds(rng, 32, 4, 0.8)
    return _mix(rng, np.clip(0.5 + 0.4 * pattern, 0, 1))


def stone(rng: Rng) -> NDArray[np.float32]:
    """Clouds, marble, granite."""
    n = clouds(rng, int(rng.integers(1, 5)), 8, rng.uniform(0.45, 0.9))
    if rng.random() < 0.4:
        n = 1 - 2 * np.abs(np.sin(n * rng.uniform(2, 9))) ** rng.uniform(0.2, 1)
    return _mix(rng, np.clip(0.5 + 0.5 * n * rng.uniform(0.1, 1), 0, 1).astype(np.float32))


def plain(rng: Rng) -> NDArray[np.float32]:
    """One colour with a little life in it."""
    return np.asarray(colour(rng) * (1 + rng.uniform(0, 0.08) * clouds(rng, 2, 7, 0.8))[..., None], np.float32)


def printed(rng: Rng) -> NDArray[np.float32]:
    """A tablecloth or playmat: dots, rings, boxes, letters and numerals that are no cards."""
    picture = np.clip(plain(rng), 0, 255).astype(np.uint8)  # OpenCV 5 writes on uint8 only.
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)
    for _ in range(int(rng.integers(5, 70))):
        c = tuple(float(v) for v in colour(rng))
        x, y = (int(v) for v in rng.integers(0, SIDE, 2))
        r = int(rng.integers(3, 60))
        thick = int(rng.choice([-1, 1, 2, 4]))
        kind = rng.integers(5)
        if kind == 0:
            cv2.circle(picture, (x, y), r, c, thick, cv2.LINE_AA)
        elif kind == 1:
            box = cv2.boxPoints(((x, y), (r, float(r * rng.uniform(0.3, 3))), float(rng.uniform(0, 90)))).astype(np.int32)
            if thick > 0:
                cv2.polylines(picture, [box], isClosed=True, color=c, thickness=thick, lineType=cv2.LINE_AA)
            else:
                cv2.fillPoly(picture, [box], c, cv2.LINE_AA)
        elif kind == 2:
            turn, end = float(rng.uniform(0, 180)), float(rng.uniform(60, 360))
            cv2.ellipse(picture, (x, y), (r, r // 2 + 1), turn, 0, end, c, max(1, thick), cv2.LINE_AA)
        elif kind == 3:
            text = "".join(rng.choice(list("ABCDEFGHKLMNRSTUWXabcdeghkmnrstu0123456789&?!"), int(rng.integers(1, 8))))
            cv2.putText(picture, text, (x, y), int(rng.choice(fonts)), r / 30 + 0.2, c, max(1, r // 12), cv2.LINE_AA)
        else:
            x2, y2 = (int(v) for v in rng.integers(0, SIDE, 2))
            cv2.line(picture, (x, y), (x2, y2), c, max(1, thick), cv2.LINE_AA)
    return picture.astype(np.float32)


def speckled(rng: Rng) -> NDArray[np.float32]:
    """Terrazzo, worktops, speckled laminate: chips of a few colours in a ground that is pale more often than not."""
    ground = colour(rng)
    if rng.random() < PALE_GROUND:
        ground = np.asarray(rng.uniform(190, 245) + rng.normal(0, 8, 3), np.float32)
    picture = np.clip(ground * (1 + rng.uniform(0, 0.08) * clouds(rng, 2, 6))[..., None], 0, 255).astype(np.uint8)
    largest, chips = float(np.exp(rng.uniform(np.log(2), np.log(26)))), [colour(rng) for _ in range(int(rng.integers(1, 6)))]
    chips = [ground + (chip - ground) * rng.uniform(0.2, 1) for chip in chips]
    for _ in range(int(min(4000, rng.uniform(0.05, 0.5) * SIDE**2 / largest**2))):
        size = largest * float(rng.uniform(0.25, 1))
        turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(5, 9))))
        edge = rng.integers(0, SIDE, 2) + size * rng.uniform(0.6, 1, (len(turns), 1)) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        tone = tuple(float(v) for v in chips[int(rng.integers(len(chips)))])
        cv2.fillPoly(picture, [edge.round().astype(np.int32)], tone, cv2.LINE_AA)
    return picture.astype(np.float32)


KINDS = ((wood, 0.19), (plain, 0.18), (stone, 0.13), (weave, 0.11), (checks, 0.21), (printed, 0.09), (speckled, 0.09))


def white_table(rng: Rng) -> tuple[str, Picture]:
    """A white or pale table, cloth or blanket; see ``random_table``."""
    make = plain if rng.random() < 0.6 else weave
    picture = make(rng)
    grey = picture.mean(axis=2, keepdims=True)
    pale = 205 + rng.uniform(0, 45) + (grey - grey.mean()) * rng.uniform(0.1, 0.7) + rng.normal(0, 5, 3)
    return "white", np.clip(pale, 0, 255).astype(np.uint8)


def like_stock(rng: Rng, stock: tuple[int, int, int]) -> tuple[str, Picture]:
    """A table, with a pattern or none, in the RGB colour of the cards' stock, so that edges hardly show; see ``random_table``."""
    kind, picture = random_table(rng)
    pattern = picture - np.median(picture.reshape(-1, 3), axis=0)
    ground = np.array(stock) * rng.uniform(0.85, 1.05) + rng.normal(0, 4, 3)
    return f"{kind} like the stock", np.clip(ground + pattern * rng.uniform(0.05, 1), 0, 255).astype(np.uint8)


def random_table(rng: Rng) -> tuple[str, Picture]:
    """A table top: its kind and its picture ``(512, 512, 3)`` uint8 RGB."""
    kinds = [k for k, _ in KINDS]
    make = kinds[int(rng.choice(len(kinds), p=[p for _, p in KINDS]))]
    picture = make(rng)
    if rng.random() < 0.5:
        grain = 1 + rng.uniform(0, 0.12) * rng.normal(0, 1, picture.shape[:2])
        return make.__name__, np.clip(picture * grain[..., None], 0, 255).astype(np.uint8)
    return make.__name__, np.clip(picture, 0, 255).astype(np.uint8)
