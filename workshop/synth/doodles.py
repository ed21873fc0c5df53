"""Pictures made of shapes: art of picture cards, figures of court cards."""

import numpy as np

from workshop.synth import grounds, inks, palette
from workshop.synth.inks import Canvas, Colour
from workshop.synth.palette import Rng


def any_colour(rng: Rng) -> Colour:
    """Any colour that is not nearly grey or black."""
    return palette.hsv(rng.uniform(0, 360), rng.uniform(0.2, 1), rng.uniform(0.2, 1))


def doodle(rng: Rng, canvas: Canvas, centre: tuple[float, float], reach: float) -> None:
    """A picture of overlapping shapes and lines."""
    forms = ("ellipse", "rounded", "triangle", "star", "flower", "shield", "drop", "diamond", "burst", "hexagon", "cross")
    for _ in range(int(rng.integers(4, 16))):
        tall, wide = (max(6, round(reach * rng.uniform(0.08, 0.7))) for _ in range(2))
        mask = inks.shape(str(rng.choice(forms)), tall, wide)
        if rng.random() < 0.5:
            mask = inks.turned(mask, float(rng.uniform(0, 180)))
        if rng.random() < 0.3:
            mask = inks.outline(mask, max(1.0, 0.02 * reach))
        place = centre[0] + rng.normal(0, 0.17) * reach, centre[1] + rng.normal(0, 0.25) * reach
        inks.stamp(canvas, mask, place, any_colour(rng))


def figure(rng: Rng, size: tuple[int, int], rank: str) -> Canvas:
    """The upper half of a court figure: robe of stripes and lozenges, face, hair, crown."""
    height, width = size
    colours = [(205, 25, 35), (245, 190, 30), (25, 45, 130), (20, 20, 20), (250, 250, 245)]
    if rng.random() < 0.3:
        colours = [any_colour(rng) for _ in range(4)] + [(250, 250, 245)]
    canvas = inks.sheet(height, width, colours[4])
    for _ in range(int(rng.integers(5, 12))):
        x0, x1 = np.sort(rng.uniform(0, width, 2))
        points = [
            (x0, height),
            (x1, height),
            (width / 2 + (x1 - width / 2) * 0.5, height * 0.45),
            (width / 2 + (x0 - width / 2) * 0.5, height * 0.45),
        ]
        colour = colours[int(rng.integers(len(colours)))]
        inks.stamp(canvas, inks.polygon(points, size), (width / 2, height / 2), colour)
    name = str(rng.choice(["dots", "grid", "waves", "stripes", "rings"]))
    low = canvas[round(0.55 * height) :]
    inks.stamp(
        low,
        grounds.pattern(name, (low.shape[0], width), int(rng.integers(50))),
        (width / 2, low.shape[0] / 2),
        colours[int(rng.integers(4))],
    )
    x, y, face = width * rng.uniform(0.42, 0.58), height * 0.36, 0.3 * width
    inks.stamp(canvas, inks.shape("ellipse", round(face * 1.35), round(face * 1.5)), (x, y + 0.1 * face), colours[1 if rank != "K" else 3])
    inks.stamp(canvas, inks.shape("ellipse", round(face * 1.25), round(face)), (x, y), (250, 232, 214))
    points = [(x + (0.35 * step - 0.7) * face, y - face * (1.2 if step % 2 == 0 else 0.75)) for step in range(5)]
    crown = [(x - face * 0.7, y - face * 0.4), *points, (x + face * 0.7, y - face * 0.4)]
    inks.stamp(canvas, inks.polygon(crown, size), (width / 2, height / 2), colours[1])
    for across in (-0.2, 0.2):
        inks.stamp(canvas, inks.shape("ellipse", 4, 5), (x + across * face, y - 0.05 * face), (20, 20, 20))
    staff = inks.line([(width * 0.12, height), (width * rng.uniform(0.1, 0.3), 0)], size, max(2.0, 0.03 * width))
    inks.stamp(canvas, staff, (width / 2, height / 2), colours[int(rng.integers(4))])
    return canvas
