"""A Top Take: the clock, the proof card by card, typed answers and slips, teams, and what the projected page shows."""

import random
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base.errors import ClassError, StoreError
from numero_cam.classroom import toptake_desk
from numero_cam.classroom.backup import back_up, restore
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.needs import class_needs
from numero_cam.classroom.page_answers import ClassAddress, ClassFile, ClassPage
from numero_cam.classroom.pupil_data import remove_for_good
from numero_cam.classroom.results import class_table, week_table
from numero_cam.classroom.slip_store import EntryState, open_slip_store
from numero_cam.classroom.toptake import (
    LEAST_SECONDS,
    MAX_TEAMS,
    MOST_SECONDS,
    PlayedRound,
    RoundClock,
    RoundPhase,
    TeamAnswer,
    TopTakeRound,
    proof_of,
    ranked,
    stored_round,
)
from numero_cam.games.numero.rules import Card
from tests.pdf_pages import Document
from tests.slip_piles import BEST, Pile, entry_of, hand_in, printing

PUPILS = (Pupil(3, "Ann", "silver:30"), Pupil(8, "Finn", "silver:30"), Pupil(17, "Marama", "gold:3"), Pupil(21, "Finn", "silver:30"))
CARDS = {"centre": "7r 3g 8o 2b 5r 1b", "hand": "10o 12b x2"}
ROUND = {"class": "5B", "seconds": "90", "by": "cards", **CARDS}


class Clock:
    """The time of the desk in milliseconds, which a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(toptake_desk, "now", made)
    return made


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with open_slip_store() as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
    return tmp_path / "classes.sqlite"


@pytest.fixture
def desk(file: Path) -> Desk:
    made = Desk(file)
    assert made.change("round-new", ROUND) == ClassAddress("/class/round-desk?class=5B")
    return made


def played() -> PlayedRound:
    with open_slip_store() as store:
        found = stored_round(store, "5B")
    assert found is not None
    return found


def press(desk: Desk, key: str) -> None:
    assert desk.change("round-step", {"class": "5B", "do": key, "revision": str(played().stored.revision)}).path == "/class/round?class=5B"  # type: ignore[union-attr]


def wall(desk: Desk) -> str:
    answer = desk.show("round", {"class": "5B"})
    assert isinstance(answer, ClassPage)
    return answer.html.partition("<main")[2]


def taken(desk: Desk, lines: str) -> str:
    """Type answers; return what the page says is wrong, or nothing."""
    answer = desk.change("round-answers", {"class": "5B", "lines": lines})
    if isinstance(answer, ClassAddress):
        return ""
    assert isinstance(answer, ClassPage)
    assert answer.status == 400
    return str(re.findall(r'role="alert">(.*?)</p>', answer.html)[0])


def test_the_space_bar_starts_and_stops_the_clock_and_then_shows_card_after_card(desk: Desk, clock: Clock) -> None:
    assert played().phase(clock.now) is RoundPhase.READY
    press(desk, "next")
    clock.now += 30_000
    assert played().phase(clock.now) is RoundPhase.RUNNING
    press(desk, "next")
    clock.now += 500_000
    assert (played().phase(clock.now), played().stored.clock.left_at(clock.now)) == (RoundPhase.STOPPED, 60_000)
    press(desk, "next")
    clock.now += 59_999
    assert played().phase(clock.now) is RoundPhase.RUNNING
    clock.now += 1
    assert played().phase(clock.now) is RoundPhase.OVER
    assert "Time is over: pencils down." in wall(desk)
    for shown in range(1, 7):
        press(desk, "next")
        assert played().phase(clock.now) is RoundPhase.PROOF
        assert len(re.findall("card-", wall(desk).partition('class="proof"')[2])) == shown + sum(shown >= whole for whole in (2, 6))
    press(desk, "next")
    assert played().phase(clock.now) is RoundPhase.PODIUM
    press(desk, "next")
    assert played().phase(clock.now) is RoundPhase.PODIUM
    press(desk, "again")
    assert (played().phase(clock.now), played().stored.clock.left) == (RoundPhase.READY, 90_000)


def test_the_proof_can_be_shown_before_the_time_is_over_and_at_once(desk: Desk, clock: Clock) -> None:
    press(desk, "next")
    clock.now += 10_000
    press(desk, "reveal")
    assert (played().phase(clock.now), played().stored.clock) == (RoundPhase.PROOF, RoundClock(90, 80_000))
    assert 'id="clock"' not in wall(desk)
    press(desk, "reveal")
    assert played().stored.shown == 6
    assert "8 + 2 = 10; 5 + 3 + 1 × 2 = 10" in wall(desk)


def test_the_answer_is_on_no_page_before_it_is_shown(desk: Desk) -> None:
    taken(desk, "3: 7 + 3; 8 + 2; 5 x 2")
    html = wall(desk)
    assert "+" not in html
    assert not any(name in html for name in ("Ann", "Finn", "Marama"))
    assert "1 of 4 are in" in html
    assert html.count("#card-") == 9


def test_one_key_pressed_in_two_windows_does_one_thing_and_answers_make_no_page_stale(desk: Desk, clock: Clock) -> None:
    stale = {"class": "5B", "do": "next", "revision": str(played().stored.revision)}
    taken(desk, "3: 7 + 3")
    desk.change("round-step", stale)
    assert played().phase(clock.now) is RoundPhase.RUNNING
    desk.change("round-step", stale)
    assert played().phase(clock.now) is RoundPhase.RUNNING
    for wrong in ({**stale, "do": "nothing"}, {**stale, "do": ""}):
        with pytest.raises(ClassError, match="there is nothing to do there"):
            desk.change("round-step", wrong)


def test_a_round_survives_a_restart_and_every_window_shows_the_same(desk: Desk, clock: Clock) -> None:
    press(desk, "next")
    clock.now += 5_000
    assert wall(Desk()) == wall(desk)
    assert f'data-until="{1_000_000 + 90_000}"' in wall(Desk())


def test_what_is_typed_counts_and_the_last_answer_replaces_the_one_before(desk: Desk) -> None:
    assert taken(desk, "3: 7 + 3\nmarama: 10 = 8 + 2\n\n 21 : 5 x 2 ") == ""
    assert [(one.place, one.who, one.count) for one in played().pupils] == [(1, "17 Marama", 3), (1, "21 Finn", 3), (1, "3 Ann", 3)]
    taken(desk, "3: 7 + 3; 8 + 2; 5 x 2\n21: 7 - 3")
    assert [(one.place, one.who, one.count) for one in played().pupils] == [(1, "3 Ann", 7), (2, "17 Marama", 3), (None, "21 Finn", 0)]
    week = played().printing.week
    with open_slip_store() as store:
        results = {result.number: (result.cards, result.best) for result in store.classes.room("5B").results if result.week == week}
    assert results == {3: (7, True), 17: (3, False), 21: (0, False)}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nobody: 7 + 3", "&#34;nobody&#34; is no pupil and no team of this round"),
        ("finn: 7 + 3", "is no pupil"),  # two have this name
        ("99: 7 + 3", "is no pupil"),
        ("7 + 3", "write who it is, a colon and the answer"),
        (": 7 + 3", "write who it is"),
        ("3:", "write who it is"),
        ("3: 8 +", "at the end"),
        ("3: " + "(" * 4000, "3: ((((("),
        ("<b>: 3", "&lt;b&gt;: 3: &#34;&lt;b&gt;&#34; is no pupil"),
    ],
)
def test_a_line_that_is_wrong_is_named_in_one_line_stays_in_the_form_and_the_others_are_taken(desk: Desk, line: str, why: str) -> None:
    answer = desk.change("round-answers", {"class": "5B", "lines": f"{line}\n17: 8 + 2"})
    assert isinstance(answer, ClassPage)
    (problem,) = [one for one in re.findall(r'role="alert">(.*?)</p>', answer.html) if one]
    assert why in problem
    assert "\n" not in problem
    assert len(problem) < 400
    assert "17: 8 + 2" not in answer.html
    assert [one.who for one in played().pupils] == ["17 Marama"]


def test_first_and_last_names_are_no_names_of_teams(desk: Desk) -> None:
    with open_slip_store() as store:
        store.classes.update("5B", (Pupil(5, "Cem Kaya-Öz", "silver:30"), Pupil(6, "李明", "silver:30"), Pupil(7, "B", "silver:30")))
    for team in ("Cem", "KAYA", "the Oz", "李明"):
        answer = desk.change("round-teams", {"class": "5B", "teams": f"{team}: 3"})
        assert isinstance(answer, ClassPage)
        assert "a name of a pupil" in answer.html
    desk.change("round-teams", {"class": "5B", "teams": "Kayak: 3\nTeam B 5: 8"})
    assert [one.who for one in played().teams] == ["Kayak", "Team B 5"]


def test_who_joins_during_a_round_is_told_what_to_do(desk: Desk) -> None:
    with open_slip_store() as store:
        store.classes.update("5B", (Pupil(4, "Zoë", "silver:30"),))
    for who in ("4", "zoë"):
        told = taken(desk, f"{who}: 7 + 3")
        assert f"{who}: 7 + 3: 4 Zoë has no slip of this round; photograph a spare slip, or begin the round again" in told


def test_a_forgotten_childs_team_goes_with_its_answers(desk: Desk, file: Path) -> None:
    desk.change("round-teams", {"class": "5B", "teams": "Red: 3, 17\nBlue: 8\nThe last row"})
    assert taken(desk, "Red: 7 + 3\nBlue: 7 + 3\nThe last row: 8 + 2") == ""
    with open_slip_store() as store:  # before names were refused, a team could have one
        now = stored_round(store, "5B")
        assert now is not None
        answers = (*now.stored.answers, TeamAnswer("Finns", "8 + 2"), TeamAnswer("FINN!", "8 + 2"))
        body = replace(now.stored, teams=(*now.stored.teams, "Finns", "FINN!"), answers=answers).to_json()
        store.classes.put_round_text("5B", body)
        store.classes.put_teams("5B", {**now.team_of, 21: "FINN!"})
    remove_for_good("5B", 8, file)
    assert (played().stored.teams, played().team_of) == (("Red", "The last row", "Finns"), {3: "Red", 17: "Red"})
    assert [answer.team for answer in played().stored.answers] == ["Red", "The last row", "Finns"]
    assert b"FINN!" not in file.read_bytes()
    remove_for_good("5B", 3, file)
    assert played().team_of == {17: "Red"}
    remove_for_good("5B", 17, file)
    assert played().stored.teams == ("The last row", "Finns")


def test_a_child_is_forgotten_also_where_the_round_cannot_be_read(desk: Desk, file: Path) -> None:
    desk.change("round-teams", {"class": "5B", "teams": "Red: 3, 17\nBlue: 8"})
    with open_slip_store() as store:
        store.classes.put_round_text("5B", "{}")
    remove_for_good("5B", 8, file)
    with open_slip_store() as store:
        assert (stored_round(store, "5B"), store.classes.teams("5B")) == (None, {})


def test_teams_are_added_up_or_hand_in_together_and_share_places(desk: Desk) -> None:
    assert isinstance(desk.change("round-teams", {"class": "5B", "teams": "Red: 3, 17\nBlue: 8\nThe last row"}), ClassAddress)
    assert taken(desk, "3: 7 + 3\n17: 8 + 2\nthe LAST row: 7 + 3\nThe last row: 7 + 3; 8 + 2; 5 x 2\n8: 7 - 3") == ""
    assert [(one.place, one.who, one.count) for one in played().teams] == [(1, "The last row", 7), (2, "Red", 6), (None, "Blue", 0)]
    assert "3 of 4 are in, 1 of 1 teams are in" in wall(desk)
    for _ in range(9):
        press(desk, "reveal")
        press(desk, "next")
    shown = re.findall(r"<b>(.*?)</b><span>(.*?)</span>", wall(desk))
    assert shown == [("1", "The last row"), ("2", "Red")]
    desk.change("round-teams", {"class": "5B", "teams": "Red: 3, 17\nBlue: 8"})
    assert [one.who for one in played().teams] == ["Red", "Blue"]  # what a team that is gone handed in is gone, too
    desk.change("round-teams", {"class": "5B", "teams": "Red: 3, 17\nBlue: 8\nThe last row"})
    desk.change("round-new", ROUND)  # the teams play on
    assert (played().stored.teams, played().team_of) == (("Red", "Blue", "The last row"), {3: "Red", 8: "Blue", 17: "Red"})
    desk.change("round-teams", {"class": "5B", "teams": ""})
    assert (played().teams, played().team_of) == ((), {})


@pytest.mark.parametrize(
    ("teams", "why"),
    [
        ("Red: 3 99", "&#34;99&#34; is nobody of the class"),
        ("Red: 3\nBlue: 3", "&#34;3&#34; is in two teams"),
        (": 3", "is no name of a team"),
        ("R" * 41, "is no name of a team"),
        ("Ann: 3", "&#34;Ann&#34; has the number or a name of a pupil, and the wall shows teams"),
        ("17: 3", "&#34;17&#34; has the number"),
        ("Finn: 3", "a name of a pupil"),  # two have this name
        ("marama: 3", "a name of a pupil"),
        ("Team Ánn: 3", "a name of a pupil"),
        ("\n".join(f"Team {n}" for n in range(31)), "31 teams are too many; at most 30"),
    ],
)
def test_teams_that_are_wrong_are_one_line_and_change_nothing(desk: Desk, teams: str, why: str) -> None:
    desk.change("round-teams", {"class": "5B", "teams": "Green: 3"})
    answer = desk.change("round-teams", {"class": "5B", "teams": teams})
    assert isinstance(answer, ClassPage)
    assert why in re.findall(r'role="alert">(.*?)</p>', answer.html)[0]
    assert teams.replace("\n", " ") in " ".join(answer.html.split())  # it stays in the form
    assert played().team_of == {3: "Green"}


def test_files_of_answers_and_teams_are_taken(desk: Desk) -> None:
    assert desk.upload("round-teams", {"class": "5B"}, b"\xef\xbb\xbfnumber;team\n3;Red\n8;Red\n17;Blue\n") == ClassAddress(
        "/class/round-desk?class=5B"
    )
    answer = desk.upload("round-answers", {"class": "5B"}, "number,answer\n3,7 + 3\n8,8 + 2\n17,\n77,9\n".encode("utf-16"))
    assert isinstance(answer, ClassPage)
    assert "77: 9: &#34;77&#34; is no pupil" in answer.html
    assert [(one.who, one.count) for one in played().teams] == [("Red", 6), ("Blue", 0)]
    for action in ("round-answers", "round-teams"):
        for data in (b"", b"\xff\xfe\xff", b"number\n3\n", b"\x00" * 100):
            with pytest.raises(ClassError, match=r"^the file"):
                desk.upload(action, {"class": "5B"}, data)
    assert [(one.who, one.count) for one in played().teams] == [("Red", 6), ("Blue", 0)]


def test_names_are_projected_only_where_the_teacher_says_so(desk: Desk) -> None:
    taken(desk, "3: 7 + 3; 8 + 2; 5 x 2\n8: 7 + 3\n17: 8 + 2\n21: 7 - 3")
    for _ in range(9):
        press(desk, "next") if played().stored.shown else press(desk, "reveal")
    assert re.findall(r"<b>(.*?)</b><span>(.*?)</span> <span class=\"amount\">(.*?)</span>", wall(desk)) == [
        ("1", "1 child", "7 cards"),
        ("2", "2 children", "3 cards"),
    ]
    press(desk, "names")
    assert re.findall(r"<b>(.*?)</b><span>(.*?)</span>", wall(desk)) == [("1", "3 Ann"), ("2=", "17 Marama"), ("2=", "8 Finn")]
    press(desk, "names")
    assert "Ann" not in wall(desk)


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 9)), max_size=12))
def test_places_are_shared_by_equal_counts_and_nobody_stands_with_nothing(rows: list[tuple[str, int]]) -> None:
    found = ranked((who, number, "") for who, number in rows)
    assert sorted((one.who, one.count) for one in found) == sorted(rows)
    for one in found:
        assert one.place == (1 + sum(number > one.count for _, number in rows) if one.count else None)


@given(
    st.builds(
        TopTakeRound,
        st.integers(0, 2**53),
        st.integers(LEAST_SECONDS, MOST_SECONDS).flatmap(
            lambda seconds: st.builds(RoundClock, st.just(seconds), st.integers(0, 1000 * seconds), st.none() | st.integers(0, 2**53))
        ),
        st.integers(0, 50),
        st.booleans(),
        st.lists(st.sampled_from(["Red", "Ōra", "李明", '"']), max_size=MAX_TEAMS).map(tuple),
        st.lists(st.builds(TeamAnswer, st.just("Red"), st.sampled_from(["7 + 3", "", '"}'])), max_size=MAX_TEAMS).map(tuple),
        st.integers(0, 9),
    ),
    st.integers(0, 2**53),
)
def test_a_round_is_read_as_it_was_stored_and_its_clock_stays_within_its_time(stored: TopTakeRound, now: int) -> None:
    assert TopTakeRound.from_json(stored.to_json()) == stored
    left = stored.clock.left_at(now)
    assert 0 <= left <= stored.clock.seconds * 1000
    assert stored.clock.stopped(now).left_at(now + 99) == left


@pytest.mark.parametrize("body", ["", "{}", "[]", '{"printing": "x"}', "x" * 200_000, '{"printing":1,"clock":{"seconds":9}}'])
def test_a_round_in_a_damaged_file_is_one_line_and_another_can_be_begun(desk: Desk, body: str) -> None:
    with open_slip_store() as store:
        store.classes.put_round_text("5B", body)
    with pytest.raises(StoreError, match="the Top Take of 5B cannot be read") as told:
        desk.show("round", {"class": "5B"})
    assert "\n" not in str(told.value)
    desk.change("round-new", ROUND)
    assert played().puzzle.cards == 7


@pytest.mark.parametrize("team", [b"Red", "x" * 300, "Red\n"])
def test_damaged_teams_are_one_line_in_no_backup_and_gone_with_the_next_round(desk: Desk, file: Path, tmp_path: Path, team: object) -> None:
    back_up("5B", tmp_path / "good.backup")
    for place in (file, tmp_path / "good.backup"):
        with closing(sqlite3.connect(place)) as connection, connection:
            connection.execute("INSERT INTO team VALUES ('5B', 3, ?)", (team,))
    for attempt in (
        lambda: desk.show("round", {"class": "5B"}),
        lambda: back_up("5B", tmp_path / "5B.backup"),
        lambda: restore(tmp_path / "good.backup", replace=True),
    ):
        with pytest.raises(StoreError, match="the teams of 5B cannot be read"):
            attempt()
    desk.change("round-new", ROUND)
    assert played().team_of == {}


@pytest.mark.usefixtures("desk")
def test_a_damaged_round_is_restored_from_no_backup(tmp_path: Path) -> None:
    back_up("5B", tmp_path / "5B.backup")
    with closing(sqlite3.connect(tmp_path / "5B.backup")) as connection, connection:
        connection.execute("UPDATE top_take SET body = '{}'")
    with pytest.raises(StoreError, match="the Top Take of 5B cannot be read"):
        restore(tmp_path / "5B.backup", replace=True)
    assert played().puzzle.cards == 7


def test_a_puzzle_without_a_take_is_no_round(desk: Desk) -> None:
    own = played().printing
    hopeless = replace(own.puzzles[0], centre=(Card.number(7), Card.number(8)), takers=(Card.number(13),), wilds=())
    with open_slip_store() as store:
        store.put_printing(replace(own, puzzles=(hopeless,)))
        assert stored_round(store, "5B") is None
    answer = desk.change("round-new", {**ROUND, "printing": str(own.number)})
    assert isinstance(answer, ClassPage)
    assert "which asks for a take" in answer.html


def test_a_round_of_slips_of_another_class_is_none(desk: Desk) -> None:
    with open_slip_store() as store:
        store.put_printing(replace(printing(4711), class_name="6A"))
    stored = replace(played().stored, printing=4711)
    with open_slip_store() as store:
        store.classes.put_round_text("5B", stored.to_json())
        assert stored_round(store, "5B") is None
    answer = desk.change("round-new", {**ROUND, "printing": "4711"})
    assert isinstance(answer, ClassPage)
    assert "nothing was printed under this number" in answer.html


def test_the_proof_ends_with_the_best_take_and_each_step_has_one_card_more() -> None:
    puzzle = printing().puzzles[0]
    steps = proof_of(puzzle)
    cards = [[part for one in step.sets for part in one if isinstance(part, Card)] for step in steps]
    assert [len(one) for one in cards] == [1, 3, 4, 5, 6, 8]  # a whole set has the card that takes it
    assert all(before == after[: len(before)] for before, after in pairwise(cards))
    assert len(set(cards[-1])) == puzzle.cards
    assert steps[-1].said == ("8 + 2 = 10", "5 + 3 + 1 × 2 = 10")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seconds": "9"}, "the clock has 10 to 3600 seconds"),
        ({"seconds": "x"}, "the clock has 10 to 3600 seconds"),
        ({"centre": "", "hand": "", "level": "silver:99"}, "there is no level"),
        ({"centre": "7 8", "hand": "x2"}, "no card of this hand can take anything"),
        ({"centre": "what"}, "not a card"),
        ({"printing": "1"}, "nothing was printed under this number"),
        ({"printing": "x"}, "is no number"),
    ],
)
def test_a_round_that_cannot_be_begun_is_one_line_and_the_one_before_goes_on(desk: Desk, fields: dict[str, str], why: str) -> None:
    before = played()
    answer = desk.change("round-new", {**ROUND, **fields})
    assert isinstance(answer, ClassPage)
    assert answer.status == 400
    assert why in re.findall(r'role="alert">(.*?)</p>', answer.html)[0]
    assert played().stored == before.stored


def test_rounds_of_a_day_have_names_of_their_own_and_are_no_weeks(desk: Desk) -> None:
    first = played().printing
    taken(desk, "3: 7 + 3")
    desk.change("round-new", ROUND)
    second = played().printing
    assert second.week == f"{first.week} 2"
    assert played().pupils == ()
    with open_slip_store() as store:
        assert len(class_table(store, first.number).answered) == 1
    assert not first.is_week
    assert first.heading == f"5B, {first.week}"
    assert tuple(first.own_slips) == (3, 8, 17, 21)


@pytest.mark.parametrize("by", ["cards", "points"])
def test_a_round_that_is_printed_again_stays_whoever_came_since(desk: Desk, by: str) -> None:
    desk.change("round-new", {**ROUND, "by": by})
    before = played()
    with open_slip_store() as store:
        store.classes.update("5B", [Pupil(30, "New", "gold:9")])
    week = {"class": "5B", "week": before.printing.week}
    assert isinstance(desk.change("print", week), ClassFile)
    assert played() == before
    with open_slip_store() as store:
        assert store.classes.room("5B").pupils == (*PUPILS, Pupil(30, "New", "gold:9"))  # it moves nobody
        assert [one.week for one in store.printings_of("5B")].count(week["week"]) == 1
    page = desk.show("week", week)
    assert isinstance(page, ClassPage)
    assert f"Class 5B, {week['week']}" in page.html
    assert not {name for name in ("new", "spares", "puzzles", "versions") if f'name="{name}"' in page.html}


def test_a_round_is_not_the_latest_week(desk: Desk) -> None:
    with open_slip_store() as store:
        hand_in(store, printing(4711, {3: "Ann"}), {3: BEST})
    desk.change("round-new", ROUND)
    taken(desk, "3: 7 - 3")
    own = played().printing
    with open_slip_store() as store:
        assert week_table(store, "5B").printing.number == 4711
        assert week_table(store, "5B", own.week).printing == own
        needs = class_needs(store, "5B")
    assert ([one.week for one in needs.weeks], needs.nothing_right) == (["12"], ())


def test_slips_of_a_round_are_printed_and_slips_of_a_week_with_one_puzzle_are_played(desk: Desk) -> None:
    told = desk.change("round.pdf", {"class": "5B"})
    assert isinstance(told, ClassFile)
    words = [word for page in range(3) for word, *_ in Document(told.data).draw(page, 20).words]
    assert any("Top Take" in word for word in words)
    with open_slip_store() as store:
        hand_in(store, printing(4711, {3: "Ann", 8: "Finn"}), {3: BEST})
    desk.change("round-new", {**ROUND, "printing": "4711"})
    assert [(one.who, one.count) for one in played().pupils] == [("3 Ann", 7)]


def test_what_is_typed_last_counts_before_a_photo_that_was_decided(desk: Desk) -> None:
    number, photo = played().printing.number, entry_of(played().printing, 0, BEST, EntryState.DECIDED)

    def counted() -> tuple[int, int | None]:
        (standing,) = played().pupils
        with open_slip_store() as store:
            (result,) = store.classes.room("5B").results
        return standing.count, result.cards

    taken(desk, "3: 7 + 3")
    with open_slip_store() as store:
        store.put(number, photo)
    assert counted() == (7, 7)
    taken(desk, "3: 7 + 3")  # the same text again
    assert counted() == (3, 3)
    taken(desk, "3: 7 + 3; 8 + 2")
    assert counted() == (5, 5)
    with open_slip_store() as store:
        (typed,) = (one for one in store.entries(number) if one.is_typed)
        store.put(number, replace(typed, state=EntryState.LEFT_OUT))
    assert counted() == (7, 7)
    taken(desk, "3: 7 + 3; 8 + 2")
    assert counted() == (5, 5)


def test_a_class_without_a_round_is_led_to_where_one_is_begun(file: Path) -> None:
    desk = Desk(file)
    assert desk.show("round", {"class": "5b"}) == ClassAddress("/class/round-desk?class=5B")
    with pytest.raises(ClassError, match="5B plays no Top Take; begin one"):
        desk.change("round-step", {"class": "5B", "do": "next"})
    answer = desk.change("round-new", {"class": "5B", "seconds": "90", "level": "silver:30", "by": "points"})
    assert isinstance(answer, ClassAddress)
    assert (played().by, played().puzzle.level, played().puzzle.kind.asks_for_take) == ("points", "silver:30", True)


def test_photographed_slips_are_answers_and_what_the_teacher_types_counts_before_them(desk: Desk, tmp_path: Path) -> None:
    pile = Pile(played().printing)
    photo = Path(pile.write(tmp_path / "a.jpg", pile.slip(0, BEST), pile.slip(1, "")))
    desk.mark_file("a.jpg", photo.read_bytes())
    assert [(one.who, one.count) for one in played().pupils] == [("3 Ann", 7)]
    assert "2 of 4 are in" in wall(desk)  # one of them waits
    taken(desk, "3: 7 + 3")
    assert [(one.who, one.count) for one in played().pupils] == [("3 Ann", 3)]
