"""What is that?, a bonus that is explained once, and the picture that is shared, in a real browser."""

import itertools
from typing import TYPE_CHECKING

import pytest

from numero_cam.store.games import GameStore
from tests.kept_game import keep, played
from tests.live_page import SEEN, choose_role, page_of, until
from tests.live_server import LiveServer
from tests.page_states import FOUR

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser

#: The pictures of each lesson.
PICTURES = {"take": 6, "build": 7, "wild": 5, "clear": 5, "challenge": 8}
AT = "() => app.state.dialog && [app.state.dialog.lesson, app.state.dialog.at, app.state.dialog.runs]"
#: Has no time pass on a page until a test says so: what waits is done by `pass`.
CLOCK = """() => { window.waiting = []; window.setTimeout = (act, time) => waiting.push(act);
  window.pass = () => waiting.splice(0).forEach(act => act()); }"""
#: Whether a card is on its way.
GLIDES = "document.getAnimations().some(each => each.effect.getKeyframes().some(frame => frame.zIndex))"
#: What is written in the picture that is shared.
WRITTEN = """async named => { const {drawing} = await import("/static/js/share.js");
  const text = new DOMParser().parseFromString(drawing(app.state.story, named), "image/svg+xml");
  return [...text.querySelectorAll("text:not(symbol *)")].map(each => each.textContent).join("\\n"); }"""
#: Where each set of a best take of so many sets lies in that picture, in its pixels.
ROWS = """async sets => { const {drawing} = await import("/static/js/share.js"), {story} = app.state;
  const row = [["1g", "14b"], "+", ["1o", "4b", "10r"]], best = [{...story.best[0], points: 999, card: "15g", sets: Array(sets).fill(row)}];
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = drawing({...story, best}, true);
  const {left, top} = place.firstElementChild.getBoundingClientRect();
  const found = [...place.querySelectorAll(":scope > svg > g[transform^=translate]")].map(one => one.getBoundingClientRect())
    .map(box => ({left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top}));
  place.remove();
  return found; }"""

#: What the page makes of an analysis of three plays of three players: the second turned the game, the third lost next to nothing.
ANALYSED = """async () => {
  const {analysisView, verdictView} = await import("/static/js/analysis.js"), {render} = await import("/static/js/lit.js");
  const story = {game: 1, players: ["Ann", "Ben", "Cleo"], frames: []}, at = document.createElement("div");
  const play = {known: "", final: true, loss: 0, said: "So it was."}, lost = {lost: "much", better: "So.", why: "Why.", parts: []};
  const plays = [{...play, k: 1, last: 1, turn: 1, player: 0, leads: [10, 2, -12]},
    {...play, k: 3, last: 5, turn: 2, player: 2, leads: [8, 4, -9], loss: 5, ...lost},
    {...play, k: 7, last: 7, turn: 3, player: 1, leads: [6, 3, -9], final: false, ...lost}];
  const players = story.players.map(name => ({name, accuracy: 90, lost: "5 points"}));
  const analysis = {done: 2, turns: 3, problem: "", players, summary: "Ann leads.", unknown: "", turning: [3], plays};
  render(analysisView(story, analysis), at);
  const texts = where => [...at.querySelectorAll(where)].map(each => each.textContent.replace(/\\s+/g, " ").trim());
  const told = {dot: ["cx", "cy"].map(name => Number(at.querySelector(".turned").getAttribute(name))),
    line: at.querySelector("polyline.line-2").getAttribute("points").split(" ")[1].split(",").map(Number),
    lines: texts(".every-play .line > span, .every-play summary > span"), losses: texts(".every-play .minus"),
    means: texts(".accuracy + p"), sums: texts(".analysis > p, .accuracy thead .n").slice(0, 4)};
  render(analysisView(story, {...analysis, done: 3}), at);
  told.finalSums = texts(".analysis > p, .accuracy thead .n").slice(0, 3);
  told.verdicts = [plays[0], {...plays[0], final: false}].map(each => {
    render(verdictView(story, {...analysis, plays: [each]}, 1), at);
    return at.querySelector(".verdict").textContent;
  });
  return told; }"""


def kept(shared_server: LiveServer, **settings: object) -> int:
    store = GameStore.open(f"sqlite:///{shared_server.home}/data/numero-cam/games.sqlite")
    return keep(store, played(9, **settings))  # type: ignore[arg-type]


def test_the_lessons_are_turned_over_by_keys_and_stand_still_where_motion_is_reduced(shared_server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, shared_server, reduced_motion="reduce")
    page.wait_for_selector("#begin")
    page.focus("#what-is")
    page.keyboard.press("?")
    page.wait_for_selector(".lesson-table")
    assert page.evaluate(AT) == ["take", 0, False]
    assert page.locator("#lesson-run").count() == 0
    said = set[str]()
    for lesson, pictures in PICTURES.items():
        for at in range(pictures):
            assert page.evaluate(AT) == [lesson, at, False]
            said.add(page.inner_text(".lesson .said"))
            assert page.locator(".lesson-table .card:not(.hole)").count() >= 6
            page.keyboard.press("ArrowRight")
        assert page.evaluate(AT) == [lesson, pictures - 1, False]  # there are no more
        if lesson != "challenge":
            page.keyboard.press("Enter")  # the focus is on what leads to the next lesson
    assert len(said) == sum(PICTURES.values())
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(AT) == ["challenge", 6, False]
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.id") == "what-is"
    assert not SEEN[page][0]


def test_the_pictures_go_on_by_themselves_until_their_last_or_until_somebody_turns_them(
    shared_server: LiveServer, browser: "Browser"
) -> None:
    page = page_of(browser, shared_server)
    page.wait_for_selector("#begin")
    page.evaluate(CLOCK)
    page.keyboard.press("?")
    for at in range(PICTURES["take"]):
        until(page, f"app.state.dialog.at === {at} && app.state.dialog.runs === {str(at < PICTURES['take'] - 1).lower()}")
        assert page.evaluate(GLIDES) or at in (0, PICTURES["take"] - 1)  # in the first and in the last nobody plays
        page.evaluate("pass()")
    page.click("#lesson-build")
    page.click("#lesson-next")
    page.evaluate("pass()")
    assert page.evaluate(AT) == ["build", 1, False]
    page.click("#lesson-run")
    page.evaluate("pass()")
    assert page.evaluate(AT) == ["build", 2, True]
    page.click("#lesson-run")
    page.evaluate("pass()")
    assert page.evaluate(AT) == ["build", 2, False]


@pytest.fixture
def watched(shared_server: LiveServer, browser: "Browser") -> "Page":
    """A page that shows a game in play."""
    shared_server.playing()
    page = page_of(browser, shared_server, reduced_motion="reduce")
    page.click("#right")
    page.wait_for_selector(".stage #what-is")
    return page


def plays(page: "Page") -> "Callable[[dict[str, object]], None]":
    """Returns what tells a page that somebody played."""

    def tell(play: dict[str, object]) -> None:
        page.evaluate(
            """play => { const {game} = app.state, k = (game.plays.at(-1)?.k ?? 0) + 1;
              const told = {k, turn: k, player: "Finn", said: "", card: "", sets: [], points: 1, items: [], text: "", others: []};
              app.played({...game, state: play.over ? "over" : game.state, revision: game.revision + 1,
                plays: [...game.plays, {...told, bonuses: [], ...play}]}); }""",
            play,
        )

    return tell


def test_the_lesson_is_that_of_the_last_play(watched: "Page") -> None:
    tell = plays(watched)
    cases: list[tuple[dict[str, object], str]] = [
        ({"kind": "built", "sets": [[["8o", "4g"]]]}, "build"),
        ({"kind": "taken", "sets": [["8o", "+", "4g"]]}, "take"),
        ({"kind": "taken", "sets": [["8o", "x2"]]}, "wild"),
        ({"kind": "taken", "sets": [["8o", "x2"]], "bonuses": [["clear", "5 points."]]}, "clear"),
        ({"kind": "challenged"}, "challenge"),
    ]
    for play, lesson in cases:
        tell(play)
        watched.keyboard.press("?")
        watched.wait_for_selector(".lesson-table")
        assert watched.evaluate(AT) == [lesson, 0, False]
        watched.keyboard.press("Escape")
        watched.wait_for_selector("dialog", state="detached")
    watched.click("#challenge")
    watched.click("#what-challenge")
    watched.wait_for_selector(".lesson-table")
    assert watched.evaluate(AT) == ["challenge", 0, False]


def test_a_bonus_is_explained_the_first_time_on_a_device(watched: "Page") -> None:
    tell = plays(watched)
    tell({"kind": "taken", "bonuses": [["clear", "Five for an empty middle."], ["five", "Two for five cards."]]})
    watched.wait_for_selector(".bonus")
    assert watched.inner_text(".bonus p") == "Five for an empty middle. Two for five cards."
    tell({"kind": "taken", "bonuses": [["clear", "Five for an empty middle."]]})
    watched.wait_for_selector(".bonus", state="detached")
    tell({"kind": "taken", "bonuses": [["six", "Five for six cards."], ["clear", "Five for an empty middle."]]})
    watched.wait_for_selector(".bonus")
    assert watched.inner_text(".bonus p") == "Five for six cards."
    watched.click("#bonus-read")
    watched.wait_for_selector(".bonus", state="detached")
    watched.reload()
    watched.click("#right")
    watched.wait_for_selector(".stage #what-is")
    plays(watched)({"kind": "taken", "bonuses": [["clear", "Five for an empty middle."]]})
    watched.wait_for_timeout(200)
    assert watched.locator(".bonus").count() == 0
    tell = plays(watched)
    seven: dict[str, object] = {"kind": "taken", "bonuses": [["seven", "Ten for seven cards."]]}
    watched.evaluate("void (location.hash = '#scores')")
    watched.wait_for_selector(".wall")
    tell(seven)  # nobody sees its rule here
    tell({"kind": "taken", "bonuses": []})
    watched.evaluate("void (location.hash = '#table')")
    watched.wait_for_selector(".stage #what-is")
    assert watched.locator(".bonus").count() == 0
    tell({**seven, "over": True})  # after the last play it stands with the result
    watched.wait_for_selector(".won .bonus:has-text('Ten for seven cards.')")
    watched.click("#bonus-read")
    watched.wait_for_selector(".bonus", state="detached")
    assert not SEEN[watched][0]


def test_what_is_that_is_asked_by_its_key_on_every_screen(server: LiveServer, browser: "Browser") -> None:
    number = kept(server)
    page = page_of(browser, server, reduced_motion="reduce")

    def asks(shown: str) -> None:
        page.wait_for_selector(shown)
        assert page.locator("#what-is").count() == page.locator("#what-is:visible").count() == 1, shown
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("?")
        page.wait_for_selector(".lesson-table")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")

    asks("#begin")
    for address, shown in ((f"#game-{number}", ".podium"), (f"#film-{number}-1", ".film"), ("#scores", ".wall")):
        page.evaluate("address => { location.hash = address; }", address)
        asks(shown)
    page.evaluate(f"void (location.hash = `#try-{number}-${{app.state.story.frames[0].k}}`)")
    asks(".trying .tap")
    page.evaluate("void (location.hash = '#table')")
    for role, shown in (("player", ".quiet-screen"), ("camera", ".only-camera"), ("watcher", ".quiet-screen"), ("keeper", "#begin")):
        choose_role(page, role)
        asks(shown)
    page.click("#practise")
    asks(".practice")
    page.click("#leave")
    page.wait_for_selector("#begin")
    server.playing()
    asks("#right")
    page.click("#right")
    asks(".stage")
    assert not SEEN[page][0]


def test_the_picture_has_no_name_unless_it_may_and_equal_scores_share_a_place(shared_server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, shared_server, f"#game-{kept(shared_server, names=FOUR)}")
    page.wait_for_selector(".podium")
    assert not page.is_checked("#share-names")
    without, named = page.evaluate(WRITTEN, False), page.evaluate(WRITTEN, True)  # noqa: FBT003 - a value of the page
    assert not [name for name in FOUR if name in without]
    assert all(name in named for name in FOUR)
    scores = page.evaluate("Object.values(app.state.story.scores).map(String)")
    assert all(score in without for score in scores)
    page.check("#share-names")
    assert page.evaluate("app.state.shareNames")
    # Players with the same score share a place.
    page.evaluate("""() => { const {story} = app.state, [a, b, c, d] = story.players;
      app.update({story: {...story, scores: {[a]: 7, [b]: 9, [c]: 9, [d]: 7}, winners: [b]}}); }""")
    names = page.evaluate("app.state.story.players")
    places = dict(zip(page.locator(".podium span").all_inner_texts(), page.locator(".podium i").all_inner_texts(), strict=True))
    assert places == {names[1]: "1", names[2]: "2", names[0]: "3", names[3]: "3"}  # of two equal ones one won by more cards
    page.reload()
    page.wait_for_selector(".podium")
    assert not page.is_checked("#share-names")


def test_an_analysis_marks_where_the_game_turned_on_the_line_of_its_player_and_counts_turns(
    shared_server: LiveServer, browser: "Browser"
) -> None:
    page = page_of(browser, shared_server)
    page.wait_for_selector("#what-is")  # whatever the tests before left at the table
    told = page.evaluate(ANALYSED)
    assert told["dot"] == pytest.approx(told["line"], abs=0.1)
    assert told["lines"] == [f"Turn {turn}: So it was." for turn in (1, 2, 3)]
    assert told["losses"] == ["−5", "< 1"]
    assert "100 %" in told["means"][0]
    progress = "2 of 3 plays are looked at. The numbers below may still change."
    assert told["sums"] == [progress, "So far: Ann leads.", "Well played so far", "Given away so far"]
    assert told["finalSums"] == ["Ann leads.", "Well played", "Given away"]
    assert told["verdicts"] == ["That was the best.", "No better play is known."]
    assert not SEEN[page][0]


def test_the_picture_has_every_set_of_the_best_take(shared_server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, shared_server, f"#game-{kept(shared_server)}")
    page.wait_for_selector(".podium")
    for sets in (1, 2, 3, 6):
        boxes = page.evaluate(ROWS, sets)
        assert len(boxes) == sets
        assert all(above["bottom"] <= below["top"] for above, below in itertools.pairwise(boxes))
        assert boxes[-1]["bottom"] <= 1200
        assert all(box["left"] >= 0 and box["right"] <= 1200 for box in boxes)
