"""What a webcam makes of the light: colours, exposure that follows, lamps that change, noise, softness, its own compression."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]

NOISES = 6
MAX_LOG_GAIN = 0.7  #: Most by which an exposure that hunts makes a colour lighter or darker, natural logarithm of the factor.
DARK_LEVELS = 8  #: Levels added before logarithms are taken, so that a black scene asks for no endless gain.
BLOCK = 16  #: Side of the blocks of a stream of few bits, in pixels; it divides the sides of the pictures.


@dataclass(frozen=True)
class Dimming:
    """A lamp or the exposure changes: from second `t`, within so many seconds, by a factor for each colour ``(3,)``."""

    t: float
    seconds: float
    factor: NDArray[np.float64]


class Hunting:
    """Exposure and white balance of a cheap camera, which follow what is in the picture, late and too far.

    Each colour's gain is a damped oscillator. It is drawn towards the gain at which the picture is as bright as the first one, so a sleeve
    that comes into the picture makes the cards lighter or darker, and coloured, for some seconds.
    """

    def __init__(self, rng: Rng, fps: float) -> None:
        self._step = 1 / fps
        self._speed = float(rng.uniform(2.0, 5.0))
        self._damping = float(rng.uniform(0.25, 0.7))
        self._colours = float(rng.uniform(0.3, 1.0))
        self._strength = float(rng.uniform(0.5, 1.0))
        self._first: NDArray[np.float64] | None = None
        self._log_gain, self._slope = np.zeros(3), np.zeros(3)

    def gain(self, picture: Picture) -> NDArray[np.float64]:
        """Factor of each colour ``(3,)`` for the next picture, after this scene ``(H, W, 3)`` uint8 RGB."""
        seen = np.log(np.asarray(cv2.mean(picture)[:3]) + DARK_LEVELS)
        if self._first is None:
            self._first = seen
        wanted = (self._first - seen) * self._strength
        grey = float(wanted.mean())
        wanted = grey + (wanted - grey) * self._colours
        self._slope += self._step * (self._speed**2 * (wanted - self._log_gain) - 2 * self._damping * self._speed * self._slope)
        self._log_gain = np.clip(self._log_gain + self._step * self._slope, -MAX_LOG_GAIN, MAX_LOG_GAIN)
        return np.asarray(np.exp(self._log_gain))


class LowRate:
    """A stream of few bits: strong JPEG, and blocks that changed little stay as they were sent before, until the next whole picture."""

    def __init__(self, rng: Rng, fps: float) -> None:
        self._quality = int(rng.integers(14, 38))
        self._least = float(rng.uniform(2.0, 5.0))
        self._whole = round(fps * float(rng.uniform(1.0, 4.0)))
        self._number = 0
        self._sent: Picture | None = None

    def send(self, picture: Picture) -> Picture:
        """Return how a picture ``(H, W, 3)`` uint8 RGB arrives."""
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        self._number += 1
        if self._sent is not None and self._number % self._whole:
            height, width = out.shape[:2]
            change = cv2.absdiff(out, self._sent).max(axis=2)
            blocks = cv2.resize(change, (width // BLOCK, height // BLOCK), interpolation=cv2.INTER_AREA) < self._least
            kept = cv2.resize(blocks.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)
            out[kept] = self._sent[kept]
        self._sent = out
        return out.copy()


class Webcam:
    """A camera with its room, for a film of so many seconds.

    ``noises`` pictures of noise are drawn and used in turn. ``calm``: no noise, and light that stays. ``hard``: exposure and colours hunt,
    the shutter is long, and the stream has few bits.
    """

    def __init__(
        self,
        rng: Rng,
        size: tuple[int, int],
        seconds: float,
        noises: int = NOISES,
        *,
        calm: bool = False,
        hard: bool = False,
        fps: float = 15,
    ) -> None:
        self._rng = rng
        warm = rng.normal(0.04, 0.07)
        gain = float(np.exp(rng.normal(0, 0.12)))
        self._gain = np.array([1 + warm, 1 + rng.normal(0, 0.02), 1 - warm]) * gain
        self._gamma = float(np.exp(rng.normal(0, 0.1)))
        self._haze = float(rng.choice([0.0, 0.0, rng.uniform(0, 30)]))
        self._changes = [] if calm else _changes(rng, seconds)
        self._drift = (0.0 if calm else rng.uniform(0, 0.05), rng.uniform(4, 25), rng.uniform(0, 6))
        self._flicker = 0.0 if calm else float(rng.choice([0.0, 0.0, rng.uniform(0.0, 0.015)]))
        self._field = _field(rng, size)
        self._glare = _glare(rng, size)
        self._sigma = float(rng.choice([0.0, rng.uniform(0.3, 0.7), rng.uniform(0.7, 1.1)]))
        noise = 0.0 if calm else float(rng.uniform(0.8, 5.0))
        self._noise = [_noise(rng, size, noise) for _ in range(noises)]
        self._quality = int(rng.integers(45, 92)) if rng.random() < 0.5 and not calm else 0
        self.shutter = float(rng.uniform(0.15, 0.9))  #: Share of the time between two pictures during which light falls on the sensor.
        self._hunting = self._stream = None
        if hard:
            self._hunting, self._stream, self._quality = Hunting(rng, fps), LowRate(rng, fps), 0
            self.shutter = float(rng.uniform(0.7, 1.0))

    def gain(self, t: float) -> NDArray[np.float64]:
        """Factor of each colour ``(3,)`` at a second."""
        out = self._gain.copy()
        for change in self._changes:
            out = out * (1 + (change.factor - 1) * min(1.0, max(0.0, (t - change.t) / change.seconds)))
        strength, period, phase = self._drift
        return np.asarray(out * (1 + strength * np.sin(2 * np.pi * t / period + phase)) * (1 + self._flicker * self._rng.normal()))

    def shoot(self, picture: Picture, t: float) -> Picture:
        """Take a picture ``(H, W, 3)`` uint8 RGB of the scene at second ``t``."""
        out = np.asarray(cv2.multiply(picture, self._field, scale=1 / 128), np.uint8)
        gain = self.gain(t) if self._hunting is None else self.gain(t) * self._hunting.gain(out)
        values = (np.arange(256) / 255.0)[:, None] ** self._gamma * 255 * gain[None]
        table = np.clip(values * (1 - self._haze / 255) + self._haze, 0, 255).astype(np.uint8)
        out = np.asarray(cv2.LUT(out, table.reshape(1, 256, 3)), np.uint8)
        if self._glare is not None:
            out = np.asarray(cv2.add(out, self._glare), np.uint8)
        if self._sigma:
            out = np.asarray(cv2.GaussianBlur(out, (0, 0), self._sigma), np.uint8)
        noise = self._noise[int(self._rng.integers(len(self._noise)))]
        if self._rng.random() < 0.5:
            noise = noise[::-1]
        out = np.asarray(cv2.addWeighted(out, 1, noise, 1, -128), np.uint8)
        if self._stream is not None:
            return self._stream.send(np.asarray(out, np.uint8))
        if self._quality:
            _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
            read = cv2.imdecode(data, cv2.IMREAD_COLOR)
            return np.asarray(read, np.uint8)
        return np.asarray(out, np.uint8)


def _changes(rng: Rng, seconds: float) -> list[Dimming]:
    """Lamps switched and exposures that jump: about one in 40 seconds."""
    out = []
    for _ in range(int(rng.poisson(seconds / 40))):
        tint = 1 + rng.normal(0, 0.04, 3)
        out.append(Dimming(float(rng.uniform(1, seconds)), float(rng.choice([0.07, 0.4, 2.5])), rng.uniform(0.72, 1.25) * tint))
    return out


def _field(rng: Rng, size: tuple[int, int]) -> Picture:
    """Uneven light as factors of 1/128, ``(H, W, 3)``."""
    w, h = size
    y, x = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
    u, v = x / w - 0.5, y / h - 0.5
    a = rng.uniform(0, 2 * np.pi)
    field = 1 + rng.uniform(0, 0.45) * (u * np.cos(a) + v * np.sin(a)) - rng.uniform(0, 0.5) * (u * u + v * v)
    if rng.random() < 0.4:
        lamp = np.exp(-((u - rng.uniform(-0.5, 0.5)) ** 2 + (v - rng.uniform(-0.5, 0.5)) ** 2) / rng.uniform(0.05, 0.4))
        field = field * (0.75 + 0.35 * lamp)
    small = np.clip(field * 128, 20, 220).astype(np.float32)
    grey = np.clip(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


def _glare(rng: Rng, size: tuple[int, int]) -> Picture | None:
    """A lamp's or window's reflection, ``(H, W, 3)``; often none."""
    if rng.random() < 0.6:
        return None
    w, h = size
    y, x = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
    total = np.zeros(x.shape, np.float32)
    for _ in range(int(rng.integers(1, 3))):
        r = rng.uniform(0.02, 0.1) * w
        d = ((x - rng.uniform(0, w)) / r) ** 2 + ((y - rng.uniform(0, h)) / (r * rng.uniform(0.4, 1.5))) ** 2
        total += rng.uniform(12, 80) * np.exp(-d)
    grey = np.clip(cv2.resize(total, size), 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


def _noise(rng: Rng, size: tuple[int, int], sigma: float) -> Picture:
    """Grain around 128, ``(H, W, 3)``, partly in large grains as compressed cameras have."""
    w, h = size
    fine = rng.normal(0, sigma, (h, w, 3)).astype(np.float32)
    if rng.random() < 0.5:
        fine = fine * 0.6 + cv2.resize(rng.normal(0, sigma, (h // 2, w // 2, 3)).astype(np.float32), size) * 0.8
    return np.clip(fine + 128, 0, 255).astype(np.uint8)
