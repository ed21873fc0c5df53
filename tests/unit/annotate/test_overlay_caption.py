from collections.abc import Callable
from dataclasses import replace

import pytest

from numero_cam.annotate.caption import Caption, read_caption, score_caption, solve_caption, with_printed_signs
from numero_cam.annotate.card_roles import play_roles, take_roles
from numero_cam.app.photos import Typed, find_gaps, table_position, table_take
from numero_cam.base.records import TableState
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.numero.solve import Settings, Solution, solve
from numero_cam.games.numero.solve.arrange import Spread, arrange

Make = Callable[..., TableState]


def caption(state: TableState, typed: Typed | None = None) -> Caption:
    table = table_position(state, typed)
    solution = solve(table.position, Settings(), top=1)
    return solve_caption(state, table, solution, Settings(), gaps=find_gaps(state, typed), problems=("eleven cards of one colour",))


def score(state: TableState, *, cleared: bool | None = None) -> Caption:
    take = table_take(state)
    found = arrange(Spread(take.cards, None, cleared), Settings())
    return score_caption(state, take, found, Settings())


def words(one: Caption) -> str:
    sets = [" ".join((each.arithmetic, each.cards, *each.steps)) for each in one.sets]
    return " ".join((one.title, one.below, *sets, *(reason for _, reason in one.points), *one.notes))


def test_a_take_is_told_with_its_arithmetic_its_result_and_its_points(make_table: Make) -> None:
    said = caption(make_table(("8b", "centre"), ("4r", "centre"), ("12r", "hand"), ("x2", "hand"), ("/2", "hand")))
    assert said.title == "Take with the 12 red"
    assert said.sets[0].arithmetic.endswith("= 12")
    assert said.total is not None
    assert sum(points for points, _ in said.points) == said.total[0]
    assert "10 on ÷ 2" in words(said) or "10 on × 2" in words(said)


def test_no_command_line_talk_in_a_picture(make_table: Make) -> None:
    table = make_table(("8b", "centre", 0.5), (None, "centre", 0.3), ("8r", "hand"), (None, "take", 0.3))
    no_hand = make_table(("8b", "centre"), ("8b", "opposite"))
    spread, unknown = make_table(("8b", "take"), ("8r", "take")), make_table(("8b", "take"), (None, "take", 0.3))
    solved = [caption(each) for each in (table, no_hand, spread, make_table(("8b", "hand")), make_table())]
    for said in (*solved, read_caption(table), *map(score, (table, spread, unknown, make_table(("8b", "take"), ("9b", "take"))))):
        assert "--" not in words(said)
        assert "numero-cam" not in words(said)


@pytest.mark.parametrize(
    ("rows", "notes"),
    [
        ([("8b", "centre"), ("8r", "hand")], ()),
        ([("8b", "centre", 0.5), ("8r", "hand")], ("Card 1 is not sure: look at it.",)),
        ([("8b", "centre", 0.5), ("8r", "hand", 0.5)], ("Cards 1 and 2 are not sure: look at them.",)),
        (
            [("8b", "centre"), (None, "centre", 0.3), ("8r", "hand")],
            ("Card 2 is not known: look at it.", "The answer holds for the known cards only."),
        ),
    ],
)
def test_what_to_look_at(make_table: Make, rows: list[tuple[object, ...]], notes: tuple[str, ...]) -> None:
    said = caption(make_table(*rows)).notes
    assert tuple(note for note in said if not note.startswith("Eleven")) == notes


def test_without_a_take_it_says_what_is_true(make_table: Make) -> None:
    none = make_table(("8b", "centre"), ("9r", "hand"))
    assert "Eleven cards of one colour." in caption(none).notes
    assert caption(none).title == "No take is possible."
    stopped = solve_caption(none, table_position(none), Solution((), proven=False), Settings())
    assert "is possible" not in stopped.title
    unknown = make_table(("8b", "centre"), (None, "centre", 0.3), ("9r", "hand"))
    assert caption(unknown).title == "No take is possible with the known cards."
    assert "is possible" not in solve_caption(unknown, table_position(unknown), Solution((), proven=False), Settings()).title
    spread = make_table(("8b", "take"), ("8r", "take"))
    assert "looks like a take" in caption(spread).title
    assert caption(spread, Typed(centre=(), hand=())).title == "No take is possible."
    no_hand = caption(make_table(("8b", "centre")))
    assert no_hand.title == "Whether a take is possible is not known"
    assert no_hand.notes[0] == "No hand was found at the near side."
    assert caption(make_table(("8b", "hand"))).notes[0] == "No card was found in the middle."
    assert caption(make_table()).title == "No card was found"


def test_typed_cards_are_told_too(make_table: Make) -> None:
    state = make_table(("8b", "centre"), ("4r", "centre"))
    typed = Typed(hand=parse_cards("12g"))
    assert caption(state, typed).title == "Take with the 12 green"
    play = solve(table_position(state, typed).position, Settings(), top=1).plays[0]
    roles = play_roles(table_position(state, typed), play)
    assert (roles.taker, roles.sets) == (None, (frozenset([1, 2]),))


def test_a_take_that_lies_spread(make_table: Make) -> None:
    state = make_table(("8b", "take"), ("4r", "take"), ("12g", "take"), ("12r", "take"))
    said = score(state)
    assert said.title.startswith("Take with the 12")
    assert len(said.sets) == 2
    assert any(note.startswith("Not judged: 5 points") for note in said.notes)
    play = arrange(Spread(table_take(state).cards, None, None), Settings()).play
    assert play is not None
    roles = take_roles(table_take(state), play)
    assert roles.taker in {3, 4}
    assert {n for cards in roles.sets for n in cards} | {roles.taker} == {1, 2, 3, 4}
    assert score(make_table(("8b", "take"), (None, "take", 0.3))).title == "The points are not counted"
    assert score(make_table(("8b", "centre"))).title == "No take was found"
    assert score(make_table(("8b", "take"), ("9b", "take"))).title.startswith("No valid take")


def test_a_photo_that_was_only_read(make_table: Make) -> None:
    assert read_caption(make_table()).title == "No card was found"
    said = read_caption(replace(make_table(("8b", "centre"), ("8r", "hand"), ("7r", "hand")), problems=("it is dark",)))
    assert (said.title, said.below, said.notes) == ("3 cards", "1 in the middle, 2 in the hand", ("It is dark.",))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ""),
        ("10 on x4, 10 on 1/2, 10 on -3", "10 on ×4, 10 on 1/2, 10 on −3"),
        ("/2 sqrt cbrt N2 N3", "÷2 √ ∛ N² N³"),
        ("7-2, 3/2", "7-2, 3/2"),
    ],
)
def test_wild_cards_have_the_signs_that_are_printed_on_them(typed: str, shown: str) -> None:
    assert with_printed_signs(typed) == shown
