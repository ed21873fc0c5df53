"""Names of the sides of a picture at which players sit."""

from typing import Literal, get_args

#: A side of the picture at which a player sits: the lower edge, the upper one, the left, the right.
Seat = Literal["near", "far", "left", "right"]
SEATS: tuple[Seat, ...] = get_args(Seat)
