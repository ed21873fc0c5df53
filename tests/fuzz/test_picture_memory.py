"""No picture takes a gigabyte on its way through a command: decoded, turned, its colours changed, its specks removed, drawn into."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from PIL import Image

from tests.fuzz.hostile import saved
from tests.fuzz.hostile_commands import MOST_MEMORY_MB
from tests.fuzz.loaders import loaders

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")]

#: Runs the program, and prints at last the most memory that it had, in megabytes: whoever looks from outside might look too late.
PROGRAM = """
import contextlib, sys
from numero_cam.cli import main
with contextlib.suppress(SystemExit):
    main()
rows = open("/proc/self/status").read().splitlines()
print(next(int(row.split()[1]) // 1000 for row in rows if row.startswith("VmHWM")))
"""
TURNED = Image.Exif()
TURNED[274] = 6
SIDES = (10_000, 9_999)
READ = ["read", "it", "--annotate", "drawn.jpg"]


def hurt(jpeg: bytes) -> bytes:
    """Put bytes before the marker of the first scan: TurboJPEG complains, and Pillow decodes the picture."""
    scan = jpeg.index(b"\xff\xda")
    return jpeg[:scan] + b"junk11" + jpeg[scan:]


def specks() -> bytes:
    """Return a JPEG full of specks within black bars."""
    tile = np.full((500, 500, 3), 120, np.uint8)
    tile[np.random.default_rng(1).random((500, 500)) < 0.1] = 255
    out = io.BytesIO()
    Image.fromarray(np.pad(np.tile(tile, (19, 19, 1)), ((250, 249), (250, 250), (0, 0)))).save(out, "JPEG", quality=90, exif=TURNED)
    return hurt(out.getvalue())


def shared_bytes() -> bytes:
    """Return a JPEG of many pictures that are all the same bytes."""
    out = io.BytesIO()
    pictures = [Image.new("RGB", (24, 16)) for _ in range(150)]
    pictures[0].save(out, "MPO", save_all=True, append_images=pictures[1:])
    data = bytearray(out.getvalue())
    first = data.index(b"\xff\xe2") + 8  # the block of the marker APP2 without its name
    order: Literal["big", "little"] = "big" if data[first : first + 2] == b"MM" else "little"
    entries = data.index((0xB002).to_bytes(2, order), first)
    at = first + int.from_bytes(data[entries + 8 : entries + 12], order)
    start = int.from_bytes(data[at + 24 : at + 28], order)  # of the second picture
    data += bytes(40_000_000)
    for place in range(at + 16, at + 16 * 150, 16):
        data[place + 4 : place + 12] = (len(data) - first - start).to_bytes(4, order) + start.to_bytes(4, order)
    return bytes(data)


def bmp_with_a_tail() -> bytes:
    return saved("BMP", 6_900, 7_000, "RGBA") + bytes(450_000_000)


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "grey JPEG": lambda: hurt(saved("JPEG", *SIDES, "L", exif=TURNED)),
    "CMYK JPEG": lambda: hurt(saved("JPEG", *SIDES, "CMYK", exif=TURNED)),
    "progressive JPEG": lambda: hurt(saved("JPEG", *SIDES, progressive=True, exif=TURNED)),
    "specks within bars": specks,
    "several pictures of the same bytes": shared_bytes,
    "WebP with opacity": lambda: saved("WEBP", 7_000, 7_000, "RGBA", lossless=True, exif=TURNED),
    "PNG with opacity": lambda: saved("PNG", 7_000, 7_000, "LA", compress_level=1, exif=TURNED),
    "TIFF without compression": lambda: saved("TIFF", 7_000, 7_000, "RGBA"),
    "BMP with a tail": bmp_with_a_tail,
}


def most_memory(folder: Path, *arguments: str) -> int:
    """Return the most memory of a command in this folder, in megabytes."""
    given = {"HOME": str(folder), "PYTHONPATH": str(Path(__file__).parents[2])}
    ran = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], cwd=folder, env=given, capture_output=True, text=True, check=True)
    assert "Traceback" not in ran.stderr
    return int(ran.stdout.split()[-1])


@pytest.mark.parametrize(("name", "command"), [*((name, READ) for name in PICTURES), ("specks within bars", ["mark", "it"])])
def test_a_picture_takes_no_gigabyte(name: str, command: list[str], tmp_path: Path) -> None:
    (tmp_path / "it").write_bytes(PICTURES[name]())
    assert most_memory(tmp_path, *command) <= MOST_MEMORY_MB


@pytest.mark.parametrize("sides", [SIDES, (7_000, 7_000)])
def test_a_recording_takes_no_gigabyte(sides: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "loaders").mkdir()
    files = {**loaders(tmp_path / "loaders")["recording"].files, "parts.mjpeg": hurt(saved("JPEG", *sides, "CMYK"))}
    parts = [[0, 0, 0, len(files["parts.mjpeg"])]]
    lines = [json.dumps({"n": n, "t": n / 15, "size": sides, "parts": parts}) for n in range(3)]
    for name, data in {**files, "pictures.jsonl": "\n".join(lines).encode()}.items():
        (tmp_path / name).write_bytes(data)
    assert most_memory(tmp_path, "game", "watch", ".") <= MOST_MEMORY_MB
