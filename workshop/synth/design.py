"""A deck's look as one record: drawn by chance, or the project's own."""

from workshop.synth import fonts
from workshop.synth.chance import random_back, random_design
from workshop.synth.inks import Colour
from workshop.synth.styles import BackStyle, Design, GroundStyle, IndexStyle, NumberStyle, PlayingStyle, WildStyle

__all__ = ["Design", "project_design", "random_back", "random_design"]

_CREAM: Colour = (252, 248, 238)
_PLUM: Colour = (58, 34, 76)
_COLOURS: tuple[Colour, Colour, Colour, Colour] = ((196, 34, 52), (24, 84, 172), (14, 122, 78), (226, 122, 8))
#: Each colour has a form of its own, for eyes that see colours alike: red square, blue disc, green hexagon, orange diamond.
_MARKS = ("rounded", "ellipse", "hexagon", "diamond")


_CORNERS = IndexStyle(layout="tl_br", height=0.085, margin=0.07, mark="shape")
_GROUND = GroundStyle(
    name="ghost", shape="mark", size=0.7, frame="line", frame_inset=0.035, frame_width=0.009, pattern_strength=0.1, seed=1
)
_NUMBER = NumberStyle(
    height=0.36,
    middle=0.465,
    widest=0.66,
    nine="underline",
    below=("word", "track"),
    small=0.042,
    badge="ellipse",
    badge_place="tr",
    marks=_MARKS,
    capitals=False,
)
_WILD = WildStyle(
    ground=GroundStyle(name="field", frame="double", frame_inset=0.04, frame_width=0.01),
    index=IndexStyle(layout="tl_br", height=0.07, margin=0.05),
    height=0.25,
    middle=0.41,
    drawn=True,
    weight=0.13,
    word="WILD",
    word_place="foot",
    badge="ellipse",
    badge_place="tr",
    filled=True,
    emblem=True,
)


def project_design() -> Design:
    """The project's own deck: cream paper, the numeral over the form of its colour, wild cards in plum."""
    main = fonts.nearest("AveriaSerifGWF-Bold", "Caladea-Bold", "DejaVuSerif-Bold")
    return Design(
        kind="numbers",
        seed=20,
        aspect=63 / 88,
        radius=0.065,
        paper=_CREAM,
        colours=_COLOURS,
        other=(70, 70, 76),
        wild_colour=_PLUM,
        main=main,
        index_font=main,
        wild_font=main,
        small=fonts.nearest("AveriaSansGWF-Bold", "Cabin-Bold", "DejaVuSans-Bold"),
        ground=_GROUND,
        index=_CORNERS,
        number=_NUMBER,
        wild=_WILD,
        playing=PlayingStyle(),
        back=BackStyle(kind="shapes", colour=_PLUM, second=_CREAM, rim=0.05, pitch=0.09, tones=_COLOURS, seed=20),
    )
