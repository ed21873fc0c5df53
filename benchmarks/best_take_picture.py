"""Draws the picture with which README opens, from a sample photo, small enough for a page.

Run it in the checkout after the look of pictures has changed: ``python benchmarks/best_take_picture.py``.
"""

from machine import ROOT
from PIL import Image

from numero_cam.app.session import open_session

PHOTO, OUT = ROOT / "sample_images" / "02_two_builds.jpg", ROOT / "docs" / "best-take.jpg"
WIDTH, QUALITY = 1400, 84

if __name__ == "__main__":
    picture = Image.fromarray(open_session(deck="numero").solve(str(PHOTO)).picture())
    picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS).save(
        OUT, quality=QUALITY, optimize=True
    )
    print(f"{OUT}: {OUT.stat().st_size / 1000:.0f} kB")
