"""Six huge photos given at once by a paired camera: answers, time, and the server's memory. Writes benchmarks/results/photo_flood.json.

    python benchmarks/photo_flood.py [--at-once 6]

Of each kind the photos are given to a server that was just started: PNGs of 100 megapixels with 16 bits, which are refused; PNGs of 25
megapixels with 16 bits; JPEGs of 100 megapixels, which are decoded smaller; progressive ones of 100 megapixels.
"""

import argparse
import io
import json
import struct
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about, rows_text  # noqa: E402

from tests.live_server import served  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "photo_flood.json"


def deep_png(width: int, height: int) -> bytes:
    """Return a PNG of 16 bits a channel, in few bytes."""
    pack = zlib.compressobj()
    row = bytes(width * 6 + 1)
    rows = b"".join([*(pack.compress(row) for _ in range(height)), pack.flush()])
    head = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


def jpeg(width: int, height: int, *, progressive: bool) -> bytes:
    """Return a JPEG of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (90, 120, 60)).save(out, "JPEG", progressive=progressive)
    return out.getvalue()


PHOTOS: dict[str, Callable[[], bytes]] = {
    "png_100_megapixels": lambda: deep_png(10000, 9999),
    "png_25_megapixels": lambda: deep_png(5000, 5000),
    "jpeg_100_megapixels": lambda: jpeg(10000, 9999, progressive=False),
    "progressive_jpeg_100_megapixels": lambda: jpeg(10000, 9999, progressive=True),
}


def given(photo: bytes, at_once: int) -> dict[str, object]:
    """Give a photo several times at once and return what came of it."""
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server:
        camera = server.paired("camera")
        status = Path(f"/proc/{server.process.pid}/status")

        def memory(name: str) -> int:
            rows = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines() if ":" in line)
            return round(int(rows[name].split()[0]) / 1000)

        def give(_: int) -> str:
            code, told, _head = server.ask("photo", photo, cookie=camera)
            return f"{code} {json.loads(told).get('why', 'taken')}"

        before, begun = memory("VmRSS"), time.monotonic()
        with ThreadPoolExecutor(at_once) as devices:
            answers = Counter(devices.map(give, range(at_once)))
        seconds = time.monotonic() - begun
        return {
            "bytes": len(photo),
            "seconds": round(seconds, 1),
            "memory_before_mb": before,
            "memory_most_mb": memory("VmHWM"),
            "memory_after_mb": memory("VmRSS"),
            "answers": dict(answers),
        }


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at-once", type=int, default=6)
    at_once = parser.parse_args().at_once
    rows = {name: given(make(), at_once) for name, make in PHOTOS.items()}
    measured = {**about(), "at_once": at_once, **rows}
    RESULTS.write_text(rows_text(measured) + "\n", encoding="utf-8")
    print(rows_text(measured))


if __name__ == "__main__":
    main()
