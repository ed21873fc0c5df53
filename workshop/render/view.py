"""Where the cards of a table come to lie in the picture, and how much of each is seen."""

import numpy as np
import numpy.typing as npt

from workshop.render.records import CARD, THICK, Eye, Place, Table

Points = npt.NDArray[np.float64]


def axes(eye: Eye) -> tuple[Points, Points]:
    """The camera's place ``(3,)`` and its right, up and forward directions as rows ``(3, 3)``."""
    tilt, swing, roll = np.deg2rad([eye.tilt, eye.swing, eye.roll])
    back = np.array([np.sin(tilt) * np.sin(swing), -np.sin(tilt) * np.cos(swing), np.cos(tilt)])
    place = np.array([*eye.target, 0.0]) + eye.distance * back
    right = np.array([np.cos(swing), np.sin(swing), 0.0])
    up = np.cross(back, right)
    turned_right = np.cos(roll) * right + np.sin(roll) * up
    turned_up = np.cos(roll) * up - np.sin(roll) * right
    return place, np.stack([turned_right, turned_up, -back])


def project(eye: Eye, size: tuple[int, int], points: Points) -> Points:
    """Points ``(N, 3)`` of the world as pixels ``(N, 2)``, x to the right and y down."""
    place, rows = axes(eye)
    seen = (points - place) @ rows.T
    focal = size[0] / 2 / np.tan(np.deg2rad(eye.field) / 2)
    flat = seen[:, :2] / seen[:, 2:] * [focal, -focal]
    return np.asarray(flat + np.array(size) / 2, np.float64)


def corners(card: Place) -> Points:
    """The card's corners ``(4, 3)`` on the table, clockwise from its own top-left."""
    turn = np.deg2rad(card.turn)
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(CARD) / 2
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    flat = half @ rotation + [card.x, card.y]
    return np.column_stack([flat, np.full(4, (card.layer + 1) * THICK)])


def quad(table: Table, card: Place) -> Points:
    """The card's corners in pixels ``(4, 2)``."""
    return project(table.eye, table.size, corners(card))


def visible(table: Table, number: int) -> float:
    """Share of a card that neither later cards nor the picture's edge take away."""
    card = table.cards[number]
    steps = np.stack(np.meshgrid((np.arange(63) + 0.5) / 63, (np.arange(88) + 0.5) / 88), axis=-1).reshape(-1, 2)
    points = corners(card)
    spots = points[0] + steps[:, :1] * (points[1] - points[0]) + steps[:, 1:] * (points[3] - points[0])
    pixels = project(table.eye, table.size, spots)
    free = ((pixels >= 0) & (pixels < table.size)).all(axis=1)
    for over in table.cards[number + 1 :]:
        turn = np.deg2rad(over.turn)
        away = spots[:, :2] - [over.x, over.y]
        own = away @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        free &= ~(np.abs(own) < np.array(CARD) / 2).all(axis=1)
    return float(free.mean())


def framed(eye: Eye, size: tuple[int, int], points: Points, margin: float) -> Eye:
    """The camera moved until the points fill the picture but for a margin, a share of the picture."""
    for _ in range(40):
        seen = project(eye, size, points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        shift = (low + high) / 2 - np.array(size) / 2
        metres = eye.distance * 2 * np.tan(np.deg2rad(eye.field) / 2) / size[0]
        swing = np.deg2rad(eye.swing)
        across, along = 0.8 * shift[0] * metres, -0.8 * shift[1] * metres
        target = (
            eye.target[0] + across * np.cos(swing) - along * np.sin(swing),
            eye.target[1] + across * np.sin(swing) + along * np.cos(swing),
        )
        fill = float(((high - low) / (np.array(size) * (1 - 2 * margin))).max())
        eye = Eye(target, eye.distance * (1 + 0.6 * (fill - 1)), eye.tilt, eye.swing, eye.roll, eye.field)
    return eye
