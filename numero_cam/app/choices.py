"""What may be chosen of prints, decks and calibrations, declared once; the default stands first. Loads nothing."""

from typing import Literal

Paper = Literal["a4", "letter"]  #: The size of the paper.
Flip = Literal["long", "short"]  #: The edge over which a printer turns a sheet that is printed on both sides.
#: What tells the plane of a table; ``auto`` takes the first of sheet, board and cards that lies there.
TableBy = Literal["auto", "sheet", "board", "cards"]
CalibrationPrint = Literal["board", "sheet"]  #: What is printed for a calibration.
