"""The room of the still table: its light changes, and nothing else does."""

import importlib

import numpy as np
import pytest
from numpy.typing import NDArray

hour = importlib.import_module("watching_hour")


def table() -> NDArray[np.uint8]:
    pixels = np.full((90, 160, 3), 90, np.uint8)
    pixels[30:60, 40:80] = 200
    return pixels


def test_lamps_and_clouds_change_the_light_and_the_camera_follows() -> None:
    room = hour.Room(table(), 3600, 1)
    lights = np.array([room.light(float(t)).mean() for t in range(0, 3600, 20)])
    assert lights.max() > 1.4 * lights.min()
    room = hour.Room(table(), 3600, 1)
    means = [room.picture(float(t)).mean() for t in range(0, 600, 10)]
    assert np.ptp(means) < 0.2 * hour.LEVEL
    assert np.mean(means) == pytest.approx(hour.LEVEL, rel=0.1)


def test_a_lamp_is_on_between_two_switches() -> None:
    lamp = hour.Lamp(np.ones((2, 2, 3), np.float32), [(10.0, 2.0), (20.0, 0.1)])
    assert [round(lamp.on(t), 3) for t in (0.0, 11.0, 15.0, 30.0)] == [0.0, 0.5, 1.0, 0.0]


def test_pictures_come_at_their_rate_and_end() -> None:
    source = hour.StillTable(hour.Room(table(), 2, 1), 2, 5)
    times = []
    while (picture := source.newest()) is not None:
        times.append(picture.t)
    assert np.allclose(times, np.arange(10) / 5)
    assert source.ended
