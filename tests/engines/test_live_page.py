"""The live table in each engine: a film from the first screen to the right scores, a play mended, the end, and the game looked through."""

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.live_server import FILM, TRUTH, served
from tests.page_states import axe_script
from tests.web_engines import LOOKS, Engine

pytestmark = pytest.mark.slow

AHEAD = 120 + 1e-3  #: Milliseconds: how far a film may go on from one picture to the next.
TAKEN = "app.state.game.plays.find(play => play.kind === 'taken')"
SCORES = "JSON.stringify(app.state.game.scores)"
#: What lies over an edge or the middle of some elements.
COVERED = """[...document.querySelectorAll(".reel input, .reel button, .verdict")].flatMap(one => {
  one.scrollIntoView({block: "nearest"});
  const {left, top, right, bottom} = one.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
  return [[x, y], [right - 3, y], [left + 3, y]].map(place => document.elementFromPoint(...place))
    .filter(over => over && !one.contains(over)).map(over => `${one.id || one.className} under ${over.outerHTML.slice(0, 80)}`);
})"""


@pytest.mark.usefixtures("language")
def test_a_film_is_scored_mended_and_looked_through(engine: Engine, tmp_path: Path) -> None:
    axe = axe_script()
    with served(tmp_path, "--source", str(FILM), enters=False) as server:
        engine.at(LOOKS[0])
        engine.open(f"{server.browsed}in?key={server.key}")
        engine.until("app.state.welcome && document.getElementById('name-0')")
        for place, name in enumerate(TRUTH["players"]):
            engine.fill(f"#name-{place}", name)
        engine.click("#begin")
        engine.until(f"app.state.game.plays?.length >= {len(TRUTH['events'])} && {SCORES} === {_text(TRUTH['scores'])}")
        engine.until("!document.querySelector('.cheer')")
        found = engine.faults(axe, LOOKS)
        _mend(engine, found, axe)
        engine.ask("app.change({type: 'stop'})")
        engine.until("document.querySelector('.winner')")
        found += engine.faults(axe, LOOKS)
        engine.click("#look-through")
        engine.until("document.querySelector('.verdict b')")
        found += engine.faults(axe, LOOKS)
        assert found + engine.ask(COVERED) == []


def test_a_film_that_a_person_chooses_waits_for_the_page(engine: Engine, tmp_path: Path) -> None:
    film, broken = tmp_path / "film.webm", tmp_path / "film.mp4"
    broken.write_text("dear")
    out = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"VP80"), 15, (640, 360))
    for number in range(20):
        out.write(np.full((360, 640, 3), 10 * number, np.uint8))
    out.release()
    with served(tmp_path, enters=False) as server:
        engine.at(LOOKS[0])
        engine.open(f"{server.browsed}in?key={server.key}")
        engine.until("app.state.welcome && document.getElementById('photo')")
        found = engine.faults(axe_script(), LOOKS)
        engine.give("#photo", broken)
        engine.until("document.querySelector('.problem')?.textContent.includes('MP4 (H.264)')")
        engine.ask(
            "void (window.moments = [], Object.assign(app.camera, {send: (send => message => send(message) && "
            "moments.push(new DataView(message).getFloat64(10, true)))(app.camera.send)}))"
        )
        engine.give("#photo", film)
        engine.until("moments.length && !app.camera.running")
        moments = engine.ask("moments")
        assert max(after - before for before, after in itertools.pairwise(moments)) <= AHEAD
        assert moments[-1] - moments[0] > 1000
        assert found == []


def _mend(engine: Engine, found: list[str], axe: str) -> None:
    """The take was no take, and then it was one after all."""
    engine.at(LOOKS[0])
    taken = engine.ask(f"{TAKEN}.k")
    engine.click("#wrong")
    engine.click(f"#play-{taken}")
    engine.until("document.querySelector('.taps .near .tap.chosen')")
    engine.click(".taps .middle .tap.chosen")
    engine.until("document.querySelector('#save:enabled')")
    found += engine.faults(axe, LOOKS)
    engine.click("#save")
    engine.until("Object.values(app.state.game.scores).every(score => score === 0)")
    engine.click("#undo")
    engine.until(f"{SCORES} === {_text(TRUTH['scores'])}")


def _text(scores: dict[str, int]) -> str:
    return "'{" + ",".join(f'"{name}":{score}' for name, score in scores.items()) + "}'"
