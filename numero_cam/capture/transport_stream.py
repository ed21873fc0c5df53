"""Which video streams an MPEG transport stream (.ts, .mts, .m2ts) holds: of broadcasts and of cameras for AVCHD."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from numero_cam.capture.codec_headers import CodecHeader, h264_header, h265_header, mpeg2_header

PACKET_BYTES = (188, 192, 204)  #: Sizes of a packet: plain, with its time of arrival before it, with bytes that correct errors behind it.
MIN_PACKETS = 5  #: Number of first packets that must begin with the mark, so that nothing else is taken for a transport stream.
MAX_STREAMS = 16  #: Maximum number of video streams that are looked at.
_MARK = 0x47  #: First byte of each packet.
_PID_MASK = 0x1FFF  #: Bits of the number of a stream, the PID.
_PROGRAMS = 0  #: Number of the stream that lists the programs.
Size = tuple[int, int]  #: Width and height, pixels.


def transport_streams(data: bytes) -> Iterator[Size | None]:
    """Give the sizes of the video streams that the first bytes of a transport stream name, in FFmpeg's order.

    Args:
        data: The first bytes of a file; of nothing but a transport stream is anything given.

    Yields:
        Width and height, pixels; None where none of its pictures is there, or they are of a kind whose size cannot be read.
    """
    contents = _contents(data)
    programs = set(_programs(contents.get(_PROGRAMS, b"")))
    declared = (found for number, section in contents.items() if number in programs for found in _streams(section))
    for kind, stream in islice(((kind, stream) for kind, stream in declared if kind in _VIDEO), MAX_STREAMS):
        yield _size(kind, contents.get(stream, b""))


def _contents(data: bytes) -> dict[int, bytes]:
    """Return what each stream carries, by its number, from its first unit on; empty where this is no transport stream."""
    places = ((start, size) for size in PACKET_BYTES for start in range(size))
    marks = bytes([_MARK]) * MIN_PACKETS
    found = next(((start, size) for start, size in places if data[start : start + MIN_PACKETS * size : size] == marks), None)
    if found is None:
        return {}
    contents: dict[int, bytearray] = {}
    for at in range(found[0], len(data) - PACKET_BYTES[0] + 1, found[1]):
        packet = data[at : at + PACKET_BYTES[0]]
        begins, number = packet[1] & 0x40, int.from_bytes(packet[1:3]) & _PID_MASK
        if packet[0] != _MARK or not packet[3] & 0x10 or not (begins or number in contents):
            continue
        extra = 1 + packet[4] if packet[3] & 0x20 else 0  # times and stuffing before what the packet carries
        contents.setdefault(number, bytearray()).extend(packet[4 + extra :])
    return {number: bytes(carried) for number, carried in contents.items()}


def _section(carried: bytes, kind: int) -> bytes:
    """Return the first table of a kind without its head and its check sum; empty where there is none."""
    table = carried[1 + carried[0] :] if carried else b""
    length = int.from_bytes(table[1:3]) & 0xFFF
    return table[8 : 3 + length - 4] if table[:1] == bytes([kind]) else b""


def _programs(carried: bytes) -> Iterator[int]:
    """Give the numbers of the streams that each describe a program."""
    table = _section(carried, 0)
    for at in range(0, len(table) - 3, 4):
        if table[at : at + 2] != b"\0\0":  # says where the network is described
            yield int.from_bytes(table[at + 2 : at + 4]) & _PID_MASK


def _streams(carried: bytes) -> Iterator[tuple[int, int]]:
    """Give kind and number of the streams of a program."""
    table = _section(carried, 2)
    at = 4 + (int.from_bytes(table[2:4]) & 0xFFF)
    while at + 5 <= len(table):
        yield table[at], int.from_bytes(table[at + 1 : at + 3]) & _PID_MASK
        at += 5 + (int.from_bytes(table[at + 3 : at + 5]) & 0xFFF)


#: Readers of the sizes of pictures, by the number of their kind; the others are known to be video.
_VIDEO: Mapping[int, Callable[[bytes], CodecHeader | None]] = {
    0x01: mpeg2_header,
    0x02: mpeg2_header,
    0x1B: h264_header,
    0x24: h265_header,
    **dict.fromkeys((0x10, 0x33, 0x42, 0xD1, 0xD2, 0xEA), lambda _: None),
}


def _size(kind: int, carried: bytes) -> Size | None:
    """Return the size of the pictures that a stream of this kind carries; None where it cannot be read."""
    try:
        header = _VIDEO[kind](carried)
    except (IndexError, ValueError):  # damaged
        return None
    return (header.width, header.height) if header and header.width > 0 < header.height else None
