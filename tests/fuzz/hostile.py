"""Files that were made to keep a program busy or to fill its memory: small bombs of each kind that the program reads, drawn by a seed."""

import io
import json
import math
import random
import sqlite3
import struct
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from PIL import Image

Draw = random.Random


def png(width: int, height: int, depth: int = 8, colour: int = 2) -> bytes:
    """Return a PNG of zeros, in few bytes."""
    row = bytes(1 + math.ceil(width * {0: 1, 2: 3, 6: 4}[colour] * depth / 8))
    pack = zlib.compressobj(9)
    rows = b"".join([*(pack.compress(row) for _ in range(height)), pack.flush()])
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


def saved(kind: str, width: int, height: int, mode: str = "RGB", **options: object) -> bytes:
    """Return a picture of one colour, written by Pillow."""
    out = io.BytesIO()
    Image.new(mode, (width, height)).save(out, kind, **options)
    return out.getvalue()


def jpeg_of_scans(side: int, scans: int) -> bytes:
    """Return a progressive JPEG whose last scan comes again and again."""
    whole = saved("JPEG", side, side, progressive=True, quality=95)
    last = whole.rindex(b"\xff\xda")
    return whole[:-2] + whole[last:-2] * scans + whole[-2:]


def pdf(content: bytes = b"", pages: int = 1, box: str = "0 0 600 800", image: tuple[int, int] | None = None) -> bytes:
    """Return a PDF whose pages draw the same, and may draw one picture as /I."""
    first = 3 + pages
    kids = b" ".join(b"%d 0 R" % (3 + page) for page in range(pages))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents %d 0 R/Resources<</XObject<</I %d 0 R>>>>>>" % (box.encode(), first, first + 1)
    picture = b"null"
    if image is not None:
        width, height = image
        rows = zlib.compress(bytes(width * height * 3), 9)
        kind = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode/Length %d>>"
        picture = kind % (width, height, len(rows)) + b"stream\n" + rows + b"\nendstream"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids),
        *[page] * pages,
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        picture,
    ]
    out, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + each + b"\nendobj\n"
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(out))


PDF_BOMB = pdf(b"/I Do " * 200_000, image=(2000, 2000))  #: A page that draws a large picture 200,000 times: PDFium needs hours.


def _part(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def avi(width: int, height: int, frames: list[bytes], kind: bytes = b"MJPG") -> bytes:
    head = struct.pack("<14I", 40000, 0, 0, 0x10, len(frames), 0, 1, 0, width, height, 0, 0, 0, 0)
    stream = b"vids" + kind + struct.pack("<IHHIIIIIIII4H", 0, 0, 0, 0, 1, 25, 0, len(frames), 0, 0xFFFFFFFF, 0, 0, 0, 0, 0)
    form = struct.pack("<IiiHH4sIiiII", 40, width, height, 1, 24, kind, width * height * 3 % 2**32, 0, 0, 0, 0)
    lists = _part(b"LIST", b"hdrl" + _part(b"avih", head) + _part(b"LIST", b"strl" + _part(b"strh", stream) + _part(b"strf", form)))
    return _part(b"RIFF", b"AVI " + lists + _part(b"LIST", b"movi" + b"".join(_part(b"00dc", frame) for frame in frames)))


def gif(width: int, height: int, frames: int) -> bytes:
    """Return a GIF that says it is large, whose frames have one pixel."""
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + frame * frames + b";"


def bad_exif() -> bytes:
    """Return a JPEG whose EXIF block has 65,535 entries that lead nowhere."""
    return saved("JPEG", 800, 600, exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\x01\x12\0\x03\xff\xff\xff\xff" * 5000)


PHOTOS: Mapping[str, Callable[[Draw], bytes]] = {
    "PNG of many pixels": lambda draw: png(draw.choice((7000, 10000, 30000)), draw.choice((5000, 7000, 9999)), draw.choice((8, 16)), 2),
    "PNG with opacity": lambda draw: png(7000, draw.choice((3000, 7000)), draw.choice((8, 16)), 6),
    "JPEG of many pixels": lambda draw: saved("JPEG", 10000, 9999, draw.choice(("RGB", "CMYK", "L"))),
    "JPEG of many scans": lambda draw: jpeg_of_scans(draw.choice((2000, 3500, 5000)), draw.choice((40, 100, 190))),
    "WebP of many pixels": lambda draw: saved("WEBP", 7000, draw.choice((5000, 7000, 12000)), lossless=True),
    "TIFF of many pixels": lambda draw: saved(
        "TIFF", 7000, draw.choice((7000, 9000)), draw.choice(("RGB", "CMYK", "F")), compression=draw.choice(("tiff_lzw", "tiff_deflate"))
    ),
    "EXIF that leads nowhere": lambda _: bad_exif(),
}
SCANS: Mapping[str, Callable[[Draw], bytes]] = {
    "PDF that draws for hours": lambda draw: pdf(b"/I Do " * draw.choice((20_000, 200_000)), image=(2000, draw.choice((1000, 2000)))),
    "PDF with a large picture": lambda draw: pdf(b"600 0 0 800 0 0 cm /I Do", image=(draw.choice((8000, 20000)), 20000)),
    "PDF with a wide page": lambda draw: pdf(
        box=draw.choice(("0 0 1 1000000000", "0 0 1000000 1000000", "0 0 nan inf", "0 0 0.001 0.001"))
    ),
    "PDF of many pages": lambda draw: pdf(pages=draw.choice((0, 151, 20_000))),
    "PDF that nests": lambda draw: pdf(b"q " * draw.choice((100_000, 2_000_000))),
}
FILMS: Mapping[str, Callable[[Draw], bytes]] = {
    "film of empty pictures": lambda draw: avi(640, 480, [saved("JPEG", 640, 480)] * draw.choice((0, 1)) + [b""] * 2_000_000),
    "film of junk": lambda draw: avi(640, 480, [b"\xff\xd8junkjunk"] * draw.choice((1000, 500_000))),
    "film whose pictures grow": lambda _: avi(640, 480, [saved("JPEG", 640, 480)] * 3 + [saved("JPEG", 20000, 15000)] * 3),
    "film of huge pictures": lambda draw: avi(draw.choice((9000, 20000)), 15000, [saved("JPEG", 9000, 15000)] * 3),
    "film of empty boxes": lambda draw: b"\0\0\0\x18ftypisom\0\0\0\0isommp41" + b"\0\0\0\x08free" * draw.choice((100_000, 8_000_000)),
    "film without compression": lambda _: b"YUV4MPEG2 W20000 H20000 F25:1 C420\nFRAME\n" + b"x" * 1000,
    "huge GIF": lambda draw: gif(draw.choice((30000, 65535)), 65535, 1000),
    "list of films": lambda draw: draw.choice(
        (b"#EXTM3U\n#EXTINF:10,\nx.ts\n", b"ffconcat version 1.0\n" + b"file it.avi\n" * 1000)
    ),
}  # fmt: skip
_ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
#: SQL that changes the backup of a class whose pupil has the number 3.
BACKUPS: Mapping[str, str] = {
    "endless view": "ALTER TABLE pupil RENAME TO p2; CREATE VIEW pupil AS ENDLESS SELECT p2.*, 0 AS rowid FROM p2, c",
    "endless games": "DROP TABLE ladder_game; CREATE VIEW ladder_game AS WITH RECURSIVE c(class, challenger, challenged, won, day) AS"
    " (SELECT '5B', 1, 2, 1, '' UNION ALL SELECT * FROM c) SELECT *, 0 AS rowid FROM c",
    "trigger": "CREATE TRIGGER t AFTER INSERT ON pupil BEGIN DELETE FROM class; END",
    "huge name": "UPDATE pupil SET name = hex(zeroblob(15000000))",
    "many results": "ENDLESS INSERT OR IGNORE INTO result SELECT '5B', 3, 'w' || n, 'take', 1, 1, 1 FROM c LIMIT 300000",
    "as many results as may be": "ENDLESS INSERT OR IGNORE INTO result SELECT '5B', 3, 'w' || n, 'take', 1, 1, 1 FROM c LIMIT 190000",
    "large printings": "ENDLESS INSERT INTO slip_printing (number, class, week, body)"
    " SELECT n, '5B', '1', '[' || hex(zeroblob(4000000)) || ']' FROM c LIMIT 10",
    "nested printing": "INSERT INTO slip_printing (number, class, week, body) VALUES (5, '5B', '1', '" + "[" * 100_000 + "')",
    "list of a million": "INSERT INTO slip_printing (number, class, week, body)"
    " SELECT 6, '5B', '1', (SELECT json_group_array(n) FROM (ENDLESS SELECT n FROM c LIMIT 1000000))",
}


def changed_database(path: Path, sql: str) -> bytes:
    """Change a copy of a file of SQLite by a script; return its bytes."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript(sql.replace("ENDLESS", _ENDLESS))
    return path.read_bytes()


def long_recording(files: Mapping[str, bytes], draw: Draw) -> dict[str, bytes]:
    """Return the files of a recording that paints a picture very often, or is very large."""
    lines = files["pictures.jsonl"].split(b"\n")
    first = json.loads(lines[0])
    paints = draw.choice((16, 5000))
    first["parts"] = [first["parts"][0]] * paints
    if draw.random() < 0.5:
        first["size"] = [10000, 9999]
    more = [json.dumps({"n": n, "t": n / 15}).encode() for n in range(1, draw.choice((3, 2000)))]
    return {**files, "pictures.jsonl": b"\n".join([json.dumps(first).encode(), *more])}
