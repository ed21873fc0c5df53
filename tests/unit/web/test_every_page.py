"""Every page with hostile words in each place that takes words: they stay text."""

import dataclasses
from collections.abc import Callable
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the extra live is not installed")
pytest.importorskip("cryptography", reason="the extra phone is not installed")

from numero_cam.app.people import Person
from numero_cam.app.table_games import GameSnapshot, TableGame
from numero_cam.classroom import desk_pages, result_pages, toptake_pages
from numero_cam.classroom.challenges import RankedChallenge
from numero_cam.classroom.class_lists import ListChange, ListPlan
from numero_cam.classroom.classes import Classroom, Pupil, PupilResult, ResultKind
from numero_cam.classroom.course import LevelAdvice, PlannedLevel
from numero_cam.classroom.needs import ClassNeeds
from numero_cam.classroom.progress import NextStep, PupilProgress, WeekAnswer
from numero_cam.classroom.pupil_data import PupilData, ReadTable, SlipPicture, pupil_file
from numero_cam.classroom.results import AnswerState, ClassTable, PupilRow, week_results
from numero_cam.classroom.school_year import SchoolYear, Term
from numero_cam.classroom.skills import skill_counts
from numero_cam.classroom.slip_store import Challenge, EntryState, SlipEntry
from numero_cam.classroom.slips import AnswerWorth, parse_marks
from numero_cam.classroom.toptake import PlayedRound, RoundClock, TeamAnswer, TopTakeRound
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.puzzles import LevelMove
from numero_cam.store.lines import KeptGame
from numero_cam.text.page_templates import PACKAGE, TEMPLATES, page_html
from numero_cam.text.score_sheet import sheet_html
from numero_cam.web.certificate_page import certificate_page_html
from numero_cam.web.certificates import TableCertificates, ensure_certificates
from numero_cam.web.game_pages import games_page_html
from numero_cam.web.network_address import NetworkAddress
from numero_cam.web.serve import RedirectFile
from tests.kept_game import played as played_game
from tests.slip_piles import printing

DAY = date(2026, 11, 30)
PIECES = (
    "<script>alert(1)</script>",
    "</script>",
    "</title>",
    "<!--",
    "]]>",
    "<img src=x onerror=alert(1)>",
    '"',
    "'",
    '" onclick="alert(1)',
    "&lt;b&gt;",
    "{{7*7}}",
    "{% raw %}",
    "{#",
    "javascript:alert(1)",
    "\u202e",
    "\u200f",
    "שלום",
    "Mārama",
    "\\u003c",
)
WORDS = st.lists(st.sampled_from(PIECES) | st.text(min_size=1, max_size=4), min_size=1, max_size=4).map("".join)


class Page(HTMLParser):
    """What a browser makes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.shape: list[tuple[str, tuple[str, ...]]] = []  #: Each element with the names of its attributes, in order.
        self.words = ""  #: All text and all values of attributes, joined.
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append((tag, tuple(name for name, _ in attrs)))
        self.words += "".join(value or "" for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_comment(self, data: str) -> None:
        self.shape.append(("comment", (data,)))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> TableCertificates:
    return ensure_certificates(tmp_path_factory.mktemp("doors"), (), ("10.0.0.7",))


@cache
def plain_game() -> Game:
    return played_game(3, stop=16)


def player(words: str) -> str:
    """The words as far as the name of a player may hold them."""
    kept = "".join(letter for letter in words if letter.isprintable() and letter not in ":,#")
    return " ".join(f"P{kept}".split())[:40].strip()


def sheet(words: str) -> str:
    game = Game(plain_game().options, (player(words), "Ben"))
    for operation in plain_game().operations:
        game.do(operation)
    return sheet_html(game, words, links=[(f"/{words}", words)])


def games(words: str) -> str:
    kept = KeptGame(1, "2026-11-23T14:05:00+00:00", (words, "Ben"), "a setting", 9, ended=False)
    return games_page_html(
        (TableGame(kept, GameSnapshot("a text", "points", 3, scores={words: 3, "Ben ": 4})),), [Person(words, 1, 1, 20, 30, "2026-11-23")]
    )


def redirected(words: str, folder: Path) -> str:
    file = RedirectFile(folder / "open.html")
    file.write(f"http://127.0.0.1/in?key={words}")
    return file.path.read_bytes().decode()


def trusted(words: str, certified: TableCertificates) -> str:
    return certificate_page_html(NetworkAddress(("10.0.0.7",), (), 8443, 8089, dataclasses.replace(certified, replaced=words)))


def room_of(words: str) -> Classroom:
    return Classroom(words, (Pupil(3, words, words),), (3,), (PupilResult(3, words, ResultKind.TAKE, 4, 6, best=True),))


def table_of(words: str) -> ClassTable:
    """A week where the only slip waits."""
    told = dataclasses.replace(printing(4711, {3: words}), class_name=words, week=words)
    marks = parse_marks("10o: 7r 3g", told.puzzles[0])
    return week_results(told, [SlipEntry(1, 0, marks, marks, AnswerWorth(3, 9), (0, 1), (1,), 3, EntryState.OPEN, words, b"a picture")])


def class_table(words: str) -> str:
    needs = ClassNeeds(words, (), (LevelAdvice(3, words, words, harder=True, weeks=3),), (), (), (progress(words),))
    return result_pages.table_page(room_of(words), needs, DAY, words, {"list": words})


def progress(words: str) -> PupilProgress:
    """An answer that could be better, of a pupil to whom a level was given."""
    told = dataclasses.replace(printing(4711, {3: words}), class_name=words, week=words)
    puzzle = dataclasses.replace(told.puzzles[0], level=words)
    marks = parse_marks("10o: 7r 3g", puzzle)
    row = PupilRow(3, words, puzzle, AnswerState.TAKE, marks, AnswerWorth(3, 9))
    return PupilProgress(Pupil(3, words, words), (WeekAnswer(words, row),), skill_counts([row]), NextStep(words, words, words, words))


def progress_of_pupil(words: str) -> str:
    return result_pages.progress_page(ClassNeeds(words, (), (), ()), progress(words))


def played(words: str) -> PlayedRound:
    """A round at its end, with names, and with answers of a pupil and of a team."""
    told = dataclasses.replace(printing(4711, {3: words}), class_name=words, week=words)
    marks = parse_marks("10o: 7r 3g", told.puzzles[0])
    table = week_results(told, [SlipEntry(1, 0, marks, marks, AnswerWorth(3, 9), (0, 1), (), 3, EntryState.ACCEPTED, words)])
    stored = TopTakeRound(4711, RoundClock(90, 90_000), 99, names=True, teams=(words,), answers=(TeamAnswer(words, "7 + 3"),))
    return PlayedRound(stored, table, {3: words})


def weeks(words: str) -> str:
    """A week that was printed, and one that is planned."""
    room, place = room_of(words), desk_pages.WeekPlace(words, None, None, (words,), 0, is_over=True)
    advice = LevelAdvice(3, words, words, harder=True, weeks=3)
    planned = PlannedLevel(room.pupils[0], LevelMove.ON, advice)
    return desk_pages.week_page(room, place, table_of(words), (), {3: words}) + desk_pages.week_page(room, place, None, [planned], {})


def year(words: str) -> str:
    room = dataclasses.replace(room_of(words), year=SchoolYear((Term(DAY, DAY),)))
    return desk_pages.year_page(room, frozenset(), DAY, words, {"first-0": words})


def challenges(words: str) -> str:
    puzzle = dataclasses.replace(printing().puzzles[0], level=words, solution_text=words)
    ranked = RankedChallenge(1, Challenge(1, 3, puzzle), words, 1, 2)
    return desk_pages.challenges_page(room_of(words), [ranked], {"problem": words, "centre": words})


def waiting(words: str) -> str:
    table = table_of(words)
    return desk_pages.queue_page(table, table.waiting[0], 0, can_undo=True, problem=words)


def together(words: str) -> str:
    table = table_of(words)
    return desk_pages.together_page(table, table.waiting, can_undo=True, problem=words)


def data_of(words: str) -> PupilData:
    table = ReadTable(words, (words, "name"), ((words, words),))
    return PupilData(
        room_of(words), room_of(words).pupils[0], (table,), (words,), (SlipPicture(words, 1, 2, "data:,"),), (table,), (words,), (words,), 1
    )


def listed(words: str) -> str:
    stored, rival = Pupil(3, words, words), Pupil(4, words, words)
    plan = ListPlan((ListChange(1, Pupil(3, f"{words}!", "3"), stored, rival), ListChange(2, Pupil(5, words, words), None)), (rival,))
    return desk_pages.listed_page(plan, "update", words, {"list": words, "level": words, "seen": words})


CLASS_PAGES: dict[str, Callable[[str], str]] = {
    "classroom/templates/challenges.html": challenges,
    "classroom/templates/forget.html": lambda words: desk_pages.forget_page(room_of(words), data_of(words)),
    "classroom/templates/large.html": lambda words: desk_pages.large_page(table_of(words).printing, 0),
    "classroom/templates/list.html": lambda words: desk_pages.classes_page([room_of(words)], DAY, words, {"name": words, "list": words}),
    "classroom/templates/listed.html": listed,
    "classroom/templates/mark.html": lambda words: desk_pages.marking_page(table_of(words), can_undo=True),
    "classroom/templates/photo.html": lambda words: desk_pages.photo_page(table_of(words), is_telephone=False),
    "classroom/templates/problem.html": lambda words: page_html("classroom/templates/problem.html", at="/static/", why=words),
    "classroom/templates/progress.html": progress_of_pupil,
    "classroom/templates/pupil.html": lambda words: desk_pages.pupil_page(data_of(words)),
    "classroom/templates/pupil_file.html": lambda words: pupil_file(data_of(words)).decode(),
    "classroom/templates/queue.html": waiting,
    "classroom/templates/round.html": lambda words: toptake_pages.round_page(words, played(words), 0),
    "classroom/templates/round_desk.html": lambda words: toptake_pages.round_desk_page(
        room_of(words), played(words), 0, words, {"lines": words}
    ),
    "classroom/templates/table.html": class_table,
    "classroom/templates/together.html": together,
    "classroom/templates/week.html": weeks,
    "classroom/templates/year.html": year,
}
#: Each page by its template, made with the words in every place that takes words of somebody.
PAGES: dict[str, Callable[[str, Path, TableCertificates], str]] = {
    "ask.html": lambda words, _folder, _certified: page_html(
        "ask.html", at="/static/", question=words, why=words, fields={"name": words}, yes=words, to=""
    ),
    "games.html": lambda words, _folder, _certified: games(words),
    "live.html": lambda _words, _folder, _certified: page_html("live.html", at="/static/", scripts=["/static/js/main.js"]),
    "notice.html": lambda words, _folder, _certified: page_html("notice.html", at="/static/", why=words),
    "pair.html": lambda words, _folder, _certified: page_html("pair.html", at="/static/", problem=words, under="", code_place=words),
    "redirect.html": lambda words, folder, _certified: redirected(words, folder),
    "sheet.html": lambda words, _folder, _certified: sheet(words),
    "classroom/templates/wall.html": lambda words, _folder, _certified: page_html(
        "classroom/templates/wall.html", at="/static/", heading=words, numbers=[(words, words)], levels=[(words, 3, 2, 1)]
    ),
    "trust.html": lambda words, _folder, certified: trusted(words, certified),
    **{name: lambda words, _folder, _certified, make=make: make(words) for name, make in CLASS_PAGES.items()},  # type: ignore[misc]
}


def test_no_template_is_left_out_of_the_hostile_words() -> None:
    """The hall's pages show what its store holds, so tests/unit/hall/test_site.py looks at them."""
    shared = {
        "base.html",
        "parts.html",
        "classroom/templates/base.html",
        "classroom/templates/forms.html",
        "classroom/templates/parts.html",
        "classroom/templates/pupil_parts.html",
    }
    own = {path.name for path in TEMPLATES.glob("*.html")}
    of_classes = {f"classroom/templates/{path.name}" for path in (PACKAGE / "classroom" / "templates").glob("*.html")}
    assert own | of_classes == set(PAGES) | shared


@cache
def plain_page(template: str, folder: Path, certified: TableCertificates) -> Page:
    return Page(PAGES[template]("Ann", folder, certified))


@pytest.mark.slow
@pytest.mark.parametrize("template", PAGES)
@settings(max_examples=40)
@given(words=WORDS)
def test_words_stay_text(template: str, words: str, tmp_path_factory: pytest.TempPathFactory, certified: TableCertificates) -> None:
    folder = tmp_path_factory.getbasetemp()
    page, plain = Page(PAGES[template](words, folder, certified)), plain_page(template, folder, certified)
    assert page.shape == plain.shape
    if template == "live.html":
        return
    assert words in page.words
    if template == "sheet.html":
        assert page.words.count(player(words)) >= plain.words.count("PAnn")


def test_a_value_that_is_missing_is_no_empty_place() -> None:
    from jinja2 import UndefinedError  # noqa: PLC0415 - the test of one owner looks at the package alone

    with pytest.raises(UndefinedError, match="problem"):
        page_html("pair.html", at="/static/", under="", code_place="")
