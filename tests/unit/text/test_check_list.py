import pytest

from numero_cam.games.numero.rules import parse_card, parse_items
from numero_cam.games.numero.solve import Settings
from numero_cam.games.numero.solve.arrange import Spread, arrange
from numero_cam.text.check_list import CheckListLine, check_list, check_list_notes, take_json, why_line

GUIDE_57 = "11r 8o 3b 5r 11g x3 -4 /2"


def listed(cards: str, *, cleared: bool | None = None, **settings: str) -> dict[str, CheckListLine]:
    chosen = Settings(**settings)  # type: ignore[arg-type]
    spread = Spread(parse_items(cards), None, cleared)
    found = arrange(spread, chosen)
    assert found.play
    return {line.item: line for line in check_list(found.play, found.unjudged, chosen, fractions=spread.has_fraction)}


def test_the_numbers_are_those_of_the_printed_lists() -> None:
    website = listed(GUIDE_57)
    assert [line.number for line in website.values()] == [str(number) for number in range(1, 12)]
    guide = listed(GUIDE_57, scoring="guide")
    assert [(line.number, line.item) for line in guide.values()][:2] == [("", "takes"), ("1", "printed")]
    assert (guide["clear"].number, guide["most_cards"].number) == ("8", "9")


def test_every_item_is_there_with_its_points_or_none() -> None:
    lines = listed(GUIDE_57, cleared=True, scoring="guide", fractions_in_play="no")
    assert sum(line.points or 0 for line in lines.values()) == 57
    assert (lines["five"].points, lines["five"].reason) == (0, "none")
    assert lines["clear"].reason == "every card of the middle taken"
    assert listed(GUIDE_57, cleared=False)["clear"].reason == "cards of the middle are left"


def test_what_could_not_be_judged_says_what_it_would_bring_and_how_to_say_it() -> None:
    lines = listed(GUIDE_57, scoring="guide")
    assert lines["clear"].points is None
    assert lines["clear"].reason == "not judged: 5 points for every card of the middle taken: say --cleared or --not-cleared"
    assert lines["four_operations"].points is None
    assert "10 points" in lines["four_operations"].reason
    assert "--fractions-in-play" in lines["four_operations"].reason


@pytest.mark.parametrize(("cards", "in_play"), [(GUIDE_57, "yes"), ("8r 2b 1/2 5o", "auto")])
def test_operations_do_not_count_with_fraction_cards_in_play(cards: str, in_play: str) -> None:
    lines = listed(cards, scoring="guide", fractions_in_play=in_play)
    assert (lines["four_operations"].points, lines["four_operations"].reason) == (0, "does not count, fraction cards are in play")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("7r 7b", []),
        ("10r 6b 4g 10o", ["whether cards lay in a build"]),
        ("[6b 4g] 10o", []),
        ("1r 2r 3 4r 10r", ["no colour bonus: the colour of 3 is not known", "whether cards lay in a build"]),
        ("7r", []),
        ("7r 9b", ["whether cards lay in a build"]),
    ],
)
def test_notes(cards: str, said: list[str]) -> None:
    spread = Spread(parse_items(cards))
    lines = check_list_notes(spread, arrange(spread))
    assert len(lines) == len(said)
    assert all(words in line for words, line in zip(said, lines, strict=True))


def test_another_arrangement_with_fraction_cards_is_pointed_to() -> None:
    spread = Spread(parse_items("6g 5o 3b 1r 1g 4g /2 x2"), parse_card("6g"))
    assert "--fractions-in-play yes" in check_list_notes(spread, arrange(spread, Settings(scoring="guide")))[0]


def test_the_line_that_says_no() -> None:
    assert why_line(arrange(Spread(parse_items("7r 8b")))) == "No valid take: no card of these takes all the others."
    assert why_line(arrange(Spread(parse_items("7r 7b")), limit_seconds=0)).startswith("Not arranged: ")


def test_json_without_an_arrangement() -> None:
    spread = Spread(parse_items("7r 8b"))
    answer = take_json(spread, Settings(), arrange(spread), milliseconds=1.0, problems=["odd"])
    assert (answer["plays"], answer["check_list"], answer["not_judged"], answer["problems"]) == ([], [], [], ["odd"])
    assert answer["why"] == "no card of these takes all the others"
