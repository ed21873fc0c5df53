"""What a film's file says that OpenCV does not tell: whether its pictures are interlaced, and which video streams it holds.

OpenCV's FFmpeg gives black or stale pictures of an interlaced film as a success, and always gives the first video stream.
"""

import os
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np

from numero_cam.capture.codec_headers import CodecHeader, h264_header, is_prores_interlaced, mpeg2_header
from numero_cam.capture.transport_stream import transport_streams

CHECKED_PACKETS = 3  #: Number of packets of a film in which its codec's marks are looked for.
MAX_BOXES = 10_000  #: Maximum number of boxes or elements of a file that are looked at.
MAX_HEADER_BYTES = 1_000_000  #: Number of first bytes of an MKV in which its streams are described.
MAX_BEGINNING_BYTES = 10_000_000  #: Number of first bytes of a transport stream in which streams begin: seconds of a camera's film.
MAX_INDEX_BYTES = 100_000_000  #: Maximum size of the part of an MP4 that describes its streams and pictures.
_BOX_HEAD = 8  #: Number of bytes of the head of a box of MP4.
# Numbers of elements of Matroska.
_EBML = b"\x1a\x45\xdf\xa3"
_SEGMENT = b"\x18\x53\x80\x67"
_TRACKS = b"\x16\x54\xae\x6b"
_TRACK = b"\xae"
_TRACK_TYPE = b"\x83"
_VIDEO = b"\xe0"
_PIXEL_WIDTH = b"\xb0"
_PIXEL_HEIGHT = b"\xba"


@dataclass(frozen=True)
class VideoStream:
    """A video stream of a film."""

    width: int  #: Pixels; 0 where it is not known.
    height: int  #: Pixels; 0 where it is not known.


def _says_interlaced(header: CodecHeader | None) -> bool:
    """Return whether there is a header, and it says that pictures may be interlaced."""
    return header is not None and header.interlaced


#: By the first bytes of a codec's name: whether a packet says that its pictures may be interlaced. DV always is.
_FIELDS: Mapping[bytes, Callable[[bytes], bool]] = {
    **dict.fromkeys((b"h264", b"avc1", b"H264"), lambda packet: _says_interlaced(h264_header(packet))),
    **dict.fromkeys((b"mpg2", b"mpg1"), lambda packet: _says_interlaced(mpeg2_header(packet))),
    b"dv": lambda _: True,
    b"ap": is_prores_interlaced,
}


def is_interlaced(path: Path) -> bool:
    """Return whether the codec of a film says that its pictures may be interlaced; false where the codec is not known."""
    capture = cv2.VideoCapture(str(path.absolute()), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
    try:
        codec = (int(capture.get(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF).to_bytes(4, "little")
        says = next((says for name, says in _FIELDS.items() if codec.startswith(name)), None)
        if says is None:
            return False
        for _ in range(CHECKED_PACKETS):
            good, packet = capture.read()
            if good and says(np.asarray(packet, np.uint8).tobytes()):
                return True
    except (IndexError, ValueError):  # a header that is cut short
        return False
    finally:
        capture.release()
    return False


def video_streams(path: Path) -> tuple[VideoStream, ...]:
    """Return the video streams of an MP4, MOV, MKV, WebM, AVI or MPEG-TS, in their order; none of another kind or where it is damaged."""
    try:
        with path.open("rb") as file:
            head = file.read(12)
            if head[4:8] == b"ftyp":
                moov = _moov(file)
                return tuple(_mp4_streams(moov))
            if head.startswith(_EBML):
                return tuple(_matroska_streams(head + file.read(MAX_HEADER_BYTES)))
            if head[:4] == b"RIFF":
                return tuple(_avi_streams(head + file.read(MAX_HEADER_BYTES)))
            return tuple(VideoStream(*(size or (0, 0))) for size in transport_streams(head + file.read(MAX_BEGINNING_BYTES)))
    except (OSError, IndexError):
        return ()


def _moov(file: BinaryIO) -> bytes:
    """Return the box of an MP4 that describes its streams; empty where it is missing."""
    start, end = 0, file.seek(0, os.SEEK_END)
    for _ in range(MAX_BOXES):
        file.seek(start)
        head = file.read(16)
        size = int.from_bytes(head[8:16]) if head[:4] == b"\0\0\0\1" else int.from_bytes(head[:4])
        if head[4:8] == b"moov" and size <= MAX_INDEX_BYTES:
            file.seek(start)
            return file.read(size)
        if size < _BOX_HEAD or start + size >= end:
            break
        start += size
    return b""


def _avi_streams(data: bytes) -> Iterator[VideoStream]:
    """Give the video streams, with sizes in pixels, that the first bytes of an AVI describe."""
    for stream in re.finditer(rb"LIST.{4}strlstrh.{4}vids", data, re.DOTALL):
        head = data.find(b"strf", stream.end())  # 4 bytes of size each, of the part and of what it holds; then width and height
        if head < 0:
            return
        width, height = (int.from_bytes(data[head + at : head + at + 4], "little", signed=True) for at in (12, 16))
        yield VideoStream(width, abs(height))  # a height below 0: the rows begin at the top


def _boxes(data: bytes, kind: bytes) -> list[bytes]:
    """Return the contents of the boxes of a kind among those that follow each other."""
    found, start = [], 0
    for _ in range(MAX_BOXES):
        size = int.from_bytes(data[start : start + 4])
        if size < _BOX_HEAD:
            break
        if data[start + 4 : start + _BOX_HEAD] == kind:
            found.append(data[start + _BOX_HEAD : start + size])
        start += size
    return found


def _mp4_streams(moov: bytes) -> Iterator[VideoStream]:
    """Give the video streams of an MP4, by its box ``moov``, that hold more than a single picture."""
    for track in _boxes(moov[_BOX_HEAD:], b"trak"):
        media = b"".join(_boxes(track, b"mdia"))
        tables = b"".join(_boxes(b"".join(_boxes(media, b"minf")), b"stbl"))
        is_video = [box[8:12] for box in _boxes(media, b"hdlr")] == [b"vide"]
        if is_video and all(int.from_bytes(box[8:12]) != 1 for box in _boxes(tables, b"stsz")):
            # An entry of the sample description: its own head, 24 bytes, then width and height.
            entry = _boxes(tables, b"stsd")[0][8:]
            yield VideoStream(int.from_bytes(entry[32:34]), int.from_bytes(entry[34:36]))


def _matroska_streams(data: bytes) -> Iterator[VideoStream]:
    """Give the video streams of an MKV or WebM whose description stands at its beginning."""
    for kind, track in _elements(data, (_SEGMENT, _TRACKS)):
        if kind == _TRACK:
            fields: dict[bytes, bytes] = dict(_elements(track, (_VIDEO,)))
            if fields.get(_TRACK_TYPE) == b"\x01":
                yield VideoStream(int.from_bytes(fields[_PIXEL_WIDTH]), int.from_bytes(fields[_PIXEL_HEIGHT]))


def _elements(data: bytes, inside: Container[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Give the elements of Matroska, as their numbers and contents; of those of ``inside`` what they hold."""
    at = 0
    for _ in range(MAX_BOXES):
        if at + 2 > len(data):
            return
        kind = data[at : at + _vint_bytes(data[at])]
        at += len(kind)
        length = _vint_bytes(data[at])
        size = int.from_bytes(data[at : at + length]) & ((1 << 7 * length) - 1)
        at += length
        if kind in inside:  # its size may be unknown: what follows it is taken for its own
            continue
        yield kind, data[at : at + size]
        at += size


def _vint_bytes(first: int) -> int:
    """Return the number of bytes of a number of Matroska by its first one."""
    return 9 - max(first, 1).bit_length()
