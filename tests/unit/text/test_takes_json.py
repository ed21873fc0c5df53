from numero_cam.games.numero.rules import Defect, Problem, parse_position
from numero_cam.games.numero.solve import Settings, solve
from numero_cam.text.plays import solution_json


def test_the_object_of_the_contract() -> None:
    position = parse_position("11r 8o 3b 5r", "11g x3 -4 /2")
    settings = Settings(scoring="guide")
    answer = solution_json(position, settings, solve(position, settings), milliseconds=4.2, say=lambda _: "words")
    plays = answer.pop("plays")
    assert answer == {
        "centre": ["11r", "8o", "3b", "5r"],
        "hand": ["11g", "x3", "-4", "/2"],
        "by": "points",
        "scoring": "guide",
        "values": "whole",
        "proven": True,
        "problems": [],
        "milliseconds": {"solve": 4.2},
    }
    assert isinstance(plays, list)
    (play,) = plays
    groups = play.pop("groups")
    assert [list(group) for group in groups] == [["cards", "text", "steps", "taker"]] * 2
    assert [group["cards"] for group in groups] == [["11r"], ["8o", "3b", "5r", "x3", "-4", "/2"]]
    breakdown = play.pop("breakdown")
    assert breakdown[0] == {"item": "takes", "for": "2 takes", "points": 2}
    assert play == {"kind": "take", "with": "11g", "cards": 8, "points": 57, "clears": True, "say": "words"}


def test_a_build_is_one_token_and_problems_are_texts() -> None:
    position = parse_position("[8b 4r]=7 3g", "7o 7o")
    answer = solution_json(position, Settings(), solve(position), milliseconds=1, say=str)
    assert answer["centre"] == ["[8b 4r]=7", "3g"]
    assert answer["problems"] == ["7o lies there twice; one pack has it once"]
    told = solution_json(position, Settings(), solve(position), milliseconds=1, say=str, problems=(Problem(Defect.HAND_TOO_LARGE, "six"),))
    assert told["problems"] == ["six"]
