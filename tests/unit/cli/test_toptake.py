"""``toptake`` from the command line: the page, the entries, the standings."""

import io
import json
import re
import webbrowser
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from numero_cam.classroom.classes import Classroom
from numero_cam.classroom.slip_store import open_classes, open_slip_store
from numero_cam.games.numero.solve import Settings, solve
from tests.slip_piles import Pile

Cli = Callable[..., Any]
PUZZLE = ("--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2 3/4")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Path:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    pupils = tmp_path / "5B.csv"
    pupils.write_text("number,name,level\n3,Ann,3\n8,Ben,3\n9,,3\n17,Ben,3\n", encoding="utf-8")
    assert cli("class", "new", "5B", str(pupils)).status == 0
    return tmp_path / "page.html"


def five_b() -> Classroom:
    with open_classes() as classes:
        return classes.room("5B")


def play(cli: Cli, page: Path, said: str, *options: str, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - an Outcome
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said.encode()), encoding="utf-8"))
    return cli("toptake", *PUZZLE, "--no-open", "--out", str(page), *options)


def test_entries_are_judged_and_ranked(cli: Cli, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = play(cli, page, "Ann: 8 + 3\nBen: 11\nBen: 8 + 3\nCy: 8 - 3\n\nDi: 11\n", monkeypatch=monkeypatch)
    assert done.status == 0
    assert "Cy: Not a take: 8 − 3: number cards are only added" in done.out
    places = re.findall(r"^ +([-\d=]+)  (\w+) +(\d+)", done.out, re.MULTILINE)
    assert places == [("1=", "Ann", "3"), ("1=", "Ben", "3"), ("-", "Cy", "0")]
    assert "Best take: Take 9 cards" in done.out
    task = f"Take the most {'points' if '--by' in PUZZLE else 'cards'}. Every card is used once."
    assert task in done.out
    assert task in page.read_text(encoding="utf-8")
    assert "Best take" not in done.out.split("place")[0]  # not before all handed in


def test_wrong_answers_have_no_place(cli: Cli, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = "Ann: 8 - 3\nBen: 8 - 3\n"
    done = play(cli, page, wrong, monkeypatch=monkeypatch)
    assert re.findall(r"^ +([-\d=]+)  (\w+) +(\d+)", done.out, re.MULTILINE) == [("-", "Ann", "0"), ("-", "Ben", "0")]
    entries = page.with_name("entries.csv")
    entries.write_text("number,answer\nAnn,8 - 3\nBen,8 - 3\nCy,11\n", encoding="utf-8")
    told = json.loads(cli("toptake", *PUZZLE, "--entries", entries, "--out", page, "--json").out)
    assert [(one["who"], one["place"]) for one in told["standings"]] == [("Cy", 1), ("Ann", None), ("Ben", None)]


def test_what_cannot_be_taken_is_said_and_the_round_goes_on(cli: Cli, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "nothing\n77: 11\nben: 11\n3: 8 +\n3: 8 + 3\n"
    done = play(cli, page, said, "--class", "5B", monkeypatch=monkeypatch)
    assert done.status == 0
    for line, words in zip(done.err.splitlines(), ("write who it is", '"77" is nobody', '"ben" is nobody', "at the end"), strict=True):
        assert words in line
    assert "3 Ann" in done.out.split("place")[1]


def test_rounds_of_a_class_are_remembered_beside_each_other(cli: Cli, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in ("8 + 3", "11", "3 + 8"):
        play(cli, page, f"ann: {answer}\n9: 8 - 3\n", "--class", "5b", monkeypatch=monkeypatch)
    found = five_b()
    today = f"Top Take {date.today().isoformat()}"  # noqa: DTZ011 - as the program
    assert list(found.weeks) == [today, f"{today} 2", f"{today} 3"]
    assert [(r.number, r.cards, r.best) for r in found.results][:2] == [(3, 3, False), (9, 0, False)]
    play(cli, page, "17: 11\n", "--class", "5B", "--week", "12", monkeypatch=monkeypatch)
    assert five_b().weeks[-1] == "12"


def test_a_file_of_entries_with_teams_and_points(cli: Cli, page: Path) -> None:
    answers, teams = page.with_name("answers.csv"), page.with_name("teams.csv")
    answers.write_text("number;answer\n3;11\n8;8 + 3\n17;\n77;11\n99;1\n", encoding="utf-8")
    teams.write_text("number,team\n3,Red\n8,Red\n17,Blue\n", encoding="utf-8")
    options = ("--class", "5B", "--entries", str(answers), "--teams", str(teams), "--by", "points", "--out", str(page))
    done = cli("toptake", *PUZZLE, *options)
    assert done.status == 1
    assert f'{answers}, line 5: "77" is nobody' in done.err
    assert "(and 1 more); the other entries were taken" in done.err
    assert re.findall(r"^ +([-\d=]+)  (Red|Blue) +(\d+)", done.out, re.MULTILINE) == [("1", "Red", "7"), ("-", "Blue", "0")]


def test_the_page_shows_the_puzzle_needs_nothing_and_gives_nothing_away(cli: Cli, page: Path) -> None:
    answers = page.with_name("answers.csv")
    answers.write_text("number,answer\n3,11\n", encoding="utf-8")
    asked = ("toptake", "--centre", "[8b 4r] 7g sqrt N3", "--hand", "12o 3/4 -4 /2", "--seconds", "90", "--entries", str(answers))
    assert cli(*asked, "--out", str(page)).status == 0
    text = page.read_text(encoding="utf-8")
    shown = text.split("<main>")[1]
    assert re.findall(r'href="#card-([^"]+)"', shown) == ["8b", "4r", "7g", "sqrt", "N3", "12o", "3/4", "-4", "/2"]
    assert re.findall(r'aria-label="([^"]+)"', shown)[:2] == ["build of 8 blue and 4 red = 12", "7 green"]
    assert 'data-seconds="90"' in text
    assert "take" not in text.split("<main>")[1].replace("take away 4", "").replace("Top Take", "")  # the answer
    assert not re.search(r"https?:|src=|href=(?!\"#)", text)


def test_a_title_is_only_text(cli: Cli, page: Path) -> None:
    pupils, answers = page.with_name("5B.csv"), page.with_name("answers.csv")
    answers.write_text("number,answer\n3,11\n", encoding="utf-8")
    assert cli("class", "new", "</script><b>", str(pupils)).status == 0
    options = ("--class", "</script><b>", "--entries", str(answers), "--out", str(page))
    assert cli("toptake", *PUZZLE, *options).status == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("</script>") == 2
    assert "<h1>Top Take, &lt;/script&gt;&lt;b&gt;: most cards</h1>" in text


def test_the_browser_is_opened_unless_it_is_to_be_left_alone(cli: Cli, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    play(cli, page, "", monkeypatch=monkeypatch)
    assert opened == []
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    done = cli("toptake", "--level", "silver:3", "--seed", "a", "--out", str(page))
    assert opened == [page.as_uri()]
    assert "open the page yourself" in done.out  # the stand-in says that it opened nothing
    assert "Nobody handed anything in." in done.out


@pytest.mark.parametrize(
    ("options", "status", "why"),
    [
        ((), 2, "give --level, such as silver:12, or --centre and --hand"),
        (("--level", "3", "--hand", "7"), 2, "give --level"),
        (("--level", "silver:99"), 2, "there is no level"),
        (("--centre", "7 8", "--hand", "x2"), 2, "a take needs a number card in the hand"),
        (("--centre", "7 8"), 2, "--hand is missing"),
        ((*PUZZLE, "--week", "3"), 2, "--week goes with --class"),
        ((*PUZZLE, "--json"), 2, "--json goes with --entries"),
        ((*PUZZLE, "--class", "6A"), 1, 'there is no class "6A"'),
        ((*PUZZLE, "--out", "page.txt"), 2, "end its name in .html"),
        ((*PUZZLE, "--seconds", "1"), 2, "--seconds"),
        ((*PUZZLE, "--entries", "none.csv"), 1, "none.csv: cannot be read"),
        ((*PUZZLE, "--teams", "none.csv"), 1, "none.csv: cannot be read"),
    ],
)
@pytest.mark.usefixtures("page")
def test_what_is_refused_is_one_line(
    cli: Cli, options: tuple[str, ...], status: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli("toptake", *options, "--no-open")
    assert (done.status, done.out) == (status, "")
    assert why in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "toptake.html").exists()


def slips_of(cli: Cli, page: Path) -> int:
    done = cli(
        "toptake", "--level", "silver:20", "--class", "5B", "--seed", "a", "--slips", str(page.with_name("s.pdf")), "--week", "final"
    )
    assert done.status == 0
    return int(re.search(r"printing (\d+)", done.out)[1])  # type: ignore[index]


@pytest.mark.slow
def test_photographed_slips_are_entries_and_what_is_not_clear_waits(cli: Cli, page: Path) -> None:
    number = slips_of(cli, page)
    with open_slip_store() as store:
        printed = store.printing(number)
    assert printed is not None
    pile, best = Pile(printed), solve(printed.puzzles[0].position, Settings(by="cards"), top=1).plays[0]
    sets = " | ".join(" ".join(str(item) for item in one.cards) for one in best.sets)
    photo = pile.write(page.with_name("a.jpg"), pile.slip(0, f"{best.taker}: {sets}"), pile.slip(1, ""))
    teams = page.with_name("teams.csv")
    teams.write_text("number,team\n3,Red\n8,Blue\n9,Red\n", encoding="utf-8")
    answers = page.with_name("answers.csv")
    answers.write_text(f"number,answer\n9,{best.taker.value}\n", encoding="utf-8")
    options = ("--printing", str(number), photo, "--teams", str(teams), "--entries", str(answers), "--out", str(page), "--json")
    for _ in range(2):  # the same photo twice changes nothing
        done = cli("toptake", *options)
        assert done.status == 1
        assert "slip 1 of pupil 8: no take: nothing is shaded" in done.err
        told = json.loads(done.out)
        assert told["standings"][0] == {
            "place": 1,
            "who": "3 Ann",
            "cards": best.cards,
            "answer": told["standings"][0]["answer"],
            "wrong": None,
        }
        assert told["teams"][0]["team"] == "Red"
        assert {(one.number, one.week, one.best) for one in five_b().results if one.best} == {(3, "final", True)}


@pytest.mark.parametrize(
    ("options", "status", "why"),
    [
        (("--level", "3", "--slips", "s.pdf"), 2, "--slips goes with --level and --class"),
        (("--printing", "1", "--class", "5B"), 2, "leave --class out"),
        (("--level", "3", "photo.jpg"), 2, "photos go with --printing"),
        (("--printing", "1", "photo.jpg"), 1, "nothing was printed under the number 1"),
        (("--level", "3", "--printing", "1"), 2, "give --level"),
    ],
)
def test_what_does_not_go_together_on_paper_is_said(cli: Cli, page: Path, options: tuple[str, ...], status: int, why: str) -> None:
    done = cli("toptake", *options, "--out", str(page))
    assert done.status == status
    assert why in done.err
