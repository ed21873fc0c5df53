"""Reads size and interlacing from the header of a film's codec. Names of fields in comments are those of the standards.

A header that is cut short or damaged gives a ``ValueError`` or an ``IndexError``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WITH_CHROMA = {100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135}  #: Profiles of H.264 whose header says more of the colours.
#: Size of a colour's pixel in pixels, to the right and down, by the number of the kind: grey, 4:2:0, 4:2:2, 4:4:4.
_CHROMA_UNITS = ((1, 1), (2, 2), (2, 1), (1, 1))
_PROFILE_BITS = 88  #: Number of bits of a profile of H.265.
_LEVEL_BITS = 8  #: Number of bits of its level.


@dataclass(frozen=True)
class CodecHeader:
    """Size and interlacing of a film's pictures by its codec's header."""

    width: int  #: Pixels.
    height: int  #: Pixels.
    interlaced: bool = False  #: Whether pictures may be interlaced.


class _Bits:
    """Reads the bits of a header, with the codes of H.264."""

    def __init__(self, data: bytes) -> None:
        self._bits = "".join(f"{byte:08b}" for byte in data)
        self._at = 0

    def take(self, count: int) -> int:
        """Return the next `count` bits as a number."""
        taken = self._bits[self._at : self._at + count]
        self._at += count
        return int(taken, 2)

    def golomb(self) -> int:
        """Return the next code number of an Exp-Golomb code, which is the value of an unsigned field."""
        zeros = 0
        while self.take(1) == 0:
            zeros += 1
        return (1 << zeros) - 1 + (self.take(zeros) if zeros else 0)


def _unit_bits(data: bytes, first: bytes) -> Iterator[_Bits]:
    """Give the bits of the first unit of H.264 or H.265 that begins with bytes of a pattern; nothing where there is none."""
    found = re.search(rb"\x00\x00\x01" + first + rb"(.{4,200}?)(?=\x00\x00[\x00\x01]|$)", data, re.DOTALL)
    if found:
        yield _Bits(found[1].replace(b"\x00\x00\x03", b"\x00\x00"))


def _cropped(bits: _Bits, chroma: int, width: int, height: int, rows: int = 1) -> tuple[int, int]:
    """Return width and height, pixels, less the cropping that the bits hold next; ``rows`` is 2 where fields are coded, else 1."""
    if not bits.take(1):
        return width, height
    left, right, upper, lower = (bits.golomb() for _ in range(4))
    across, down = _CHROMA_UNITS[chroma]
    return width - across * (left + right), height - rows * down * (upper + lower)


def h264_header(data: bytes) -> CodecHeader | None:
    """Return the first sequence header of H.264 in the data; None where there is none, or it has scaling lists of its own."""
    for bits in _unit_bits(data, rb"[\x67\x47\x27]"):
        profile, chroma = bits.take(8), 1
        bits.take(16)  # constraint flags, level_idc
        bits.golomb()  # seq_parameter_set_id
        if profile in _WITH_CHROMA:
            chroma = bits.golomb()  # chroma_format_idc
            if chroma == 3:
                bits.take(1)  # separate_colour_plane_flag
            bits.golomb()  # bit_depth_luma_minus8
            bits.golomb()  # bit_depth_chroma_minus8
            bits.take(1)  # qpprime_y_zero_transform_bypass_flag
            if bits.take(1):  # scaling lists; no camera writes them
                return None
        bits.golomb()  # log2_max_frame_num_minus4
        order = bits.golomb()  # pic_order_cnt_type
        if order == 0:
            bits.golomb()  # log2_max_pic_order_cnt_lsb_minus4
        elif order == 1:
            bits.take(1)  # delta_pic_order_always_zero_flag
            bits.golomb()  # offset_for_non_ref_pic
            bits.golomb()  # offset_for_top_to_bottom_field
            for _ in range(bits.golomb()):
                bits.golomb()  # offset_for_ref_frame
        bits.golomb()  # max_num_ref_frames
        bits.take(1)  # gaps_in_frame_num_value_allowed_flag
        width, height = 16 * (1 + bits.golomb()), 16 * (1 + bits.golomb())  # macroblocks of 16 x 16 pixels
        rows = 2 - bits.take(1)  # frame_mbs_only_flag; without it the height is that of a field
        if rows > 1:
            bits.take(1)  # mb_adaptive_frame_field_flag
        bits.take(1)  # direct_8x8_inference_flag
        return CodecHeader(*_cropped(bits, chroma, width, rows * height, rows), interlaced=rows > 1)
    return None


def h265_header(data: bytes) -> CodecHeader | None:
    """Return the first sequence header of H.265 in the data, which has no interlacing; None where there is none."""
    for bits in _unit_bits(data, rb"\x42\x01"):
        bits.take(4)  # sps_video_parameter_set_id
        layers = bits.take(3)  # sps_max_sub_layers_minus1
        bits.take(1 + _PROFILE_BITS + _LEVEL_BITS)
        present = [(bits.take(1), bits.take(1)) for _ in range(layers)]
        if layers:
            bits.take(2 * (8 - layers))  # alignment
        for profile, level in present:
            if profile or level:
                bits.take(_PROFILE_BITS * profile + _LEVEL_BITS * level)
        bits.golomb()  # sps_seq_parameter_set_id
        chroma = bits.golomb()  # chroma_format_idc
        if chroma == 3:
            bits.take(1)  # separate_colour_plane_flag
        return CodecHeader(*_cropped(bits, chroma, bits.golomb(), bits.golomb()))
    return None


def mpeg2_header(data: bytes) -> CodecHeader | None:
    """Return the first sequence header of MPEG-1 or MPEG-2 in the data; None where there is none."""
    found = re.search(rb"\x00\x00\x01\xb3(...)", data, re.DOTALL)
    if not found:
        return None
    extension = re.search(rb"\x00\x00\x01\xb5[\x10-\x1f](.)", data, re.DOTALL)
    sides = int.from_bytes(found[1])  # 12 bits each
    return CodecHeader(sides >> 12, sides & 0xFFF, interlaced=extension is not None and not extension[1][0] & 0x08)  # progressive_sequence


def is_prores_interlaced(packet: bytes) -> bool:
    """Return whether a picture of ProRes consists of fields."""
    return packet[4:8] == b"icpf" and bool(packet[20] & 0x0C)
