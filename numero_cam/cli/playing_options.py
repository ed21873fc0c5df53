"""What is played, as the options of ``play`` and of several ``game`` commands say it."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.games.numero.rules.choices import By

LevelOption = Annotated[
    str, typer.Option(metavar="LEVEL", help="Cards: 1-10, 1, 2, 3, unit-fractions, proper-fractions, fractions or all; 4 is 3 for points.")
]
NumbersOption = Annotated[
    int | None,
    typer.Option(min=5, max=15, metavar="N", show_default=False, help="Your own highest number card instead of the level's."),
]
WildsOption = Annotated[
    str | None,
    typer.Option(metavar="CARDS", show_default=False, help='Your own choice of wild cards instead of the level\'s: "x2 -3"; or none.'),
]
PlayingOption = Annotated[bool, typer.Option("--playing-cards", help="A deck of playing cards without court cards for number cards 1-10.")]
PrintedOption = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML table of the points printed on your pack.")]
ByOption = Annotated[By, typer.Option(help="What wins.")]
PlayedForOption = Annotated[By | None, typer.Option(show_default="cards, at level 4 points", help="What wins.")]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="A rule that the sources leave open, as in docs/rules.md: last-chances=next. May be repeated."),
]
