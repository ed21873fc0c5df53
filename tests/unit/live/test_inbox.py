"""The inbox of the table: of a camera the newest picture waits, of a film each one."""

import pytest

from numero_cam.capture.pushed import PushedPicture
from numero_cam.live.inbox import Inbox, PictureDropped


@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_picture_of_a_film_is_dropped_and_of_a_camera_all_but_the_newest(count: int) -> None:
    films, cameras = Inbox(), Inbox()
    pictures = [PushedPicture(number, b"", 0, 0.0, of_film=True) for number in range(count)]
    for number, picture in enumerate(pictures):
        films.put(picture)
        cameras.put(PushedPicture(number, b"", 0, 0.0))
    assert [films.take(0.0) for _ in range(count + 1)] == [*pictures, None]
    assert not films.waits
    newest = PushedPicture(count - 1, b"", 0, 0.0)
    assert [cameras.take(0.0) for _ in range(count + 1)] == [*map(PictureDropped, range(count - 1)), newest, None]
