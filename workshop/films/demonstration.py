"""Draws the film of the page's demonstration, which the wheel carries: ``python -m workshop.films.demonstration``.

Six turns with our own deck: takes, a build and its take. H.264, because browsers play it; written with PyAV (`.venv/bin/pip install av`).
"""

from pathlib import Path

import av

from workshop.films.film import FPS, Wish, plan
from workshop.films.games import Kind

SEED = (48, 832)  #: A game whose first play and whose last take are worth telling.
QUALITY = "27"  #: Constant rate factor of the encoder: larger is smaller and worse.
#: Number of pictures from one that stands for itself to the next: a page goes to each picture, and decodes from the last such one.
#:
#: Fewer make the film larger.
KEY_EVERY = "75"
STILL_SECONDS = 4  #: How long the last picture stays, so that the last play is settled.
DEMO = Path(__file__).parents[2] / "numero_cam" / "web" / "static" / "demo.mp4"


def draw_demonstration() -> None:
    """Draw the film and write it."""
    film = plan(SEED, Wish(hidden=False, kind=Kind(2, 6, 0, "3"), calm=True, own_deck=True))
    with av.open(str(DEMO), "w", options={"movflags": "faststart"}) as out:
        stream = out.add_stream("libx264", rate=FPS, options={"crf": QUALITY, "preset": "veryslow", "profile": "main", "g": KEY_EVERY})
        for number, (picture, _) in enumerate(film.pictures()):
            if number == 0:
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt = "yuv420p"
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            out.mux(stream.encode(frame))
        for _ in range(STILL_SECONDS * FPS):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode())


if __name__ == "__main__":
    draw_demonstration()
