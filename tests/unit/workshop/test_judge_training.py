"""What the judge learns from, and that it is trained, measured and written as it will run."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from numero_cam.vision.candidate_features import CandidateFeatures, judge_input
from numero_cam.vision.faces import FaceLabels
from tests.looks import face_of

torch = pytest.importorskip("torch", reason="torch is not installed; .venv/bin/pip install -e '.[workshop]'")

from numero_cam.base.onnx import open_session  # noqa: E402
from workshop.export import PARITY  # noqa: E402
from workshop.judge_data import NO_COLOUR, UNKNOWN_FACE, Table, load, missed_outlines, truth_of  # noqa: E402
from workshop.judge_net import EACH, LOOKS, PAIRS, JudgeNet  # noqa: E402
from workshop.labels import COLOURS, FACES  # noqa: E402
from workshop.train_judge import (  # noqa: E402
    SCORE,
    batch_of,
    chances_of,
    export_judge,
    held_out,
    judges_of,
    measure,
    thawed,
    train_judge,
    varied,
)  # fmt: skip


def candidate(x: float, y: float) -> CandidateFeatures:
    quad = np.array([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], np.float32)
    chances = np.full(len(FACES), 1 / len(FACES), np.float32), np.full(len(COLOURS), 1 / len(COLOURS), np.float32)
    return CandidateFeatures(face_of(quad=quad, chances=chances), 1.0, 0.9, fits_plane=True)


def card(label: str | None, x: float, y: float) -> dict[str, object]:
    return {"label": label, "quad": candidate(x, y).face.quad.tolist()}


def table(rng: np.random.Generator, count: int, deck: int) -> Table:
    """A table on which the likeliest face is the true one, said too softly."""
    face = rng.integers(0, len(FACES), count)
    faces = np.full((count, len(FACES)), -4.0, np.float32)
    faces[np.arange(count), face] = -2.0
    colour = rng.integers(0, len(COLOURS), count)
    colours = np.full((count, len(COLOURS)), -3.0, np.float32)
    colours[np.arange(count), colour] = -1.5
    looks, inks = (np.repeat(part[:, None], LOOKS, axis=1) for part in (faces, colours))
    looks[:, 1:], inks[:, 1:] = -np.log(len(FACES)), -np.log(len(COLOURS))
    each, pairs = rng.normal(size=(count, EACH)).astype(np.float32), rng.random((count, count, PAIRS)).astype(np.float32)
    every = np.ones(len(FACES), np.bool_), np.ones(len(COLOURS), np.bool_)
    return Table(each, looks, inks, pairs, face, colour, np.ones(count, np.float32), *every, deck)


def test_each_card_is_its_best_outline_and_further_ones_are_none_but_show_its_face() -> None:
    cards = [card("7r", 100, 100), card(None, 300, 100), card("x2", 500, 100)]
    candidates = [candidate(112, 104), candidate(101, 100), candidate(300, 102), candidate(700, 400), candidate(500, 100)]
    face, colour, is_card = truth_of(cards, candidates)
    assert is_card.tolist() == [0, 1, 1, 0, 1]
    assert [FACES[k] for k in face[[0, 1, 4]]] == ["7", "7", "x2"], "a second outline shows the card too"
    assert face[[2, 3]].tolist() == [UNKNOWN_FACE] * 2, "a back, nothing"
    assert colour.tolist() == [COLOURS.index("r")] * 2 + [NO_COLOUR] * 3


def test_an_outline_of_two_cards_is_that_of_the_one_which_has_no_better() -> None:
    _, _, is_card = truth_of([card("7r", 100, 100), card("x2", 118, 100)], [candidate(101, 100), candidate(108, 100)])
    assert is_card.tolist() == [1, 1]


def test_the_outline_of_a_card_is_shown_at_a_point_where_no_card_lies_on_it() -> None:
    lower, upper = {**card("7r", 100, 100), "visible": 0.6}, {**card("8r", 125, 100), "visible": 1.0}
    hidden = {**card("9r", 300, 100), "visible": 0.1}
    found = missed_outlines(np.random.default_rng(1), [lower, hidden, upper])
    assert [each.corners[0].tolist() for each in found] == [[100, 100], [125, 100]]
    assert 100 < found[0].anchor[0] < 125
    assert all(100 < each.anchor[1] < 184 for each in found)


def test_an_untrained_judge_repeats_what_the_networks_say_together() -> None:
    *given, absent, _, _, _ = batch_of([table(np.random.default_rng(1), 5, 1)])
    with torch.no_grad():
        faces, colours, _ = JudgeNet(len(FACES), len(COLOURS)).eval()(*given, absent)
    assert torch.equal(faces, given[1][:, :, 0])
    assert torch.equal(colours, given[2][:, :, 0])


def test_a_small_table_is_judged_alike_beside_a_large_one() -> None:
    rng = np.random.default_rng(2)
    small, large = table(rng, 3, 1), table(rng, 9, 2)
    model = JudgeNet(len(FACES), len(COLOURS)).eval()
    *alone, absent, _, _, _ = batch_of([small])
    *both, absent_of_both, _, _, _ = batch_of([small, large])
    with torch.no_grad():
        first, second = model(*alone, absent), model(*both, absent_of_both)
    for one, other in zip(first, second, strict=True):
        assert torch.allclose(one[0], other[0, :3], atol=1e-5)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_training_makes_soft_opinions_as_sure_as_they_are_right_and_what_is_written_runs_alike(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    tables = [table(rng, int(rng.integers(1, 8)), deck) for deck in range(320)]
    (tmp_path / "tables").mkdir()
    for k, each in enumerate(tables):
        values: dict[str, Any] = {name: np.asarray(value) for name, value in vars(each).items()}
        np.savez(tmp_path / "tables" / f"{k:03d}.npz", **values)
    read = list(load(tmp_path / "tables"))
    assert [each.deck for each in held_out(read)] == list(range(0, 320, 10))
    before = measure(JudgeNet(len(FACES), len(COLOURS)), tables[::10])
    model = train_judge(read, tmp_path / "run", epochs=8)
    after = measure(model, tables[::10])
    assert after["face"] < 0.5 * before["face"]
    assert after["faces_right"] == before["faces_right"] == 1.0
    other = train_judge(read, tmp_path / "other", epochs=1, seed=2)
    both = judges_of([tmp_path / run / "weights.pt" for run in ("run", "other")])
    export_judge(both, tmp_path / "judge-v7.onnx", version=7, steps=8)
    *given, absent, _, _, _ = batch_of(tables[:1])
    names = ("each", "faces", "colours", "pairs")
    found = open_session((tmp_path / "judge-v7.onnx").read_bytes(), 1).run(
        None, dict(zip(names, (part.numpy() for part in given), strict=True))
    )
    with torch.no_grad():
        expected, apart = both(*given, absent), [judge.eval()(*given, absent) for judge in (model, other)]
    for one, its in zip(chances_of(found), chances_of([part.numpy() for part in expected]), strict=True):
        assert np.abs(one - its).max() < PARITY
    faces, colours, cards = (torch.stack([said[k] for said in apart]) for k in range(3))
    assert torch.allclose(expected[0], faces.log_softmax(-1).mean(dim=0), atol=1e-5)
    assert torch.allclose(expected[1], colours.log_softmax(-1).mean(dim=0), atol=1e-5)
    assert torch.allclose(expected[2], cards.mean(dim=0), atol=1e-5)
    assert "version = 7" in (tmp_path / "manifest.toml").read_text(encoding="utf-8")
    for weights, judge in zip(thawed(tmp_path / "judge-v7.onnx"), (model, other), strict=True):
        again = train_judge(read[:40], tmp_path / "again", epochs=0, begin=weights)
        with torch.no_grad():
            for one, its in zip(again.eval()(*given, absent), judge(*given, absent), strict=True):
                assert torch.allclose(one.softmax(-1), its.softmax(-1), atol=PARITY), "a judge goes on from what ships"


def test_some_tables_show_no_card_of_the_game() -> None:
    whole = table(np.random.default_rng(1), 8, 1)
    half = replace(whole, face=np.where(np.arange(8) % 2, 3, UNKNOWN_FACE))
    shown = [varied(np.random.default_rng(seed), half, np.ones(EACH, np.float32)) for seed in range(800)]
    assert 0.02 < np.mean([(each.face == UNKNOWN_FACE).all() for each in shown]) < 0.1
    known = replace(whole, face=np.full(8, 3))
    assert all(len(varied(np.random.default_rng(seed), known, np.ones(EACH, np.float32)).face) > 1 for seed in range(100))


def test_half_of_the_tables_are_shown_a_detector_that_is_less_sure() -> None:
    labels = FaceLabels(FACES, COLOURS, FACES[UNKNOWN_FACE])
    told = judge_input([replace(candidate(100 * k, 100), score=score) for k, score in enumerate((0.2, 0.5, 0.9))], labels, plane=True)
    odds = np.log(np.array([0.2, 0.5, 0.9]) / np.array([0.8, 0.5, 0.1]))
    assert 2 * told.each[:, SCORE] == pytest.approx(odds, abs=1e-5)
    rng = np.random.default_rng(3)
    plain = replace(table(rng, 3, 1), each=told.each)
    scores = [2 * varied(rng, plain, np.zeros(EACH, np.float32)).each[:, SCORE] for _ in range(400)]
    whole = np.array([row for row in scores if len(row) == 3])
    unsure = whole[np.abs(whole - odds).max(axis=1) > 1e-3]
    assert 0.4 < len(unsure) / len(whole) < 0.6
    scale = (unsure[:, 2] - unsure[:, 0]) / (odds[2] - odds[0])
    assert 0.3 < scale.min() < 0.36
    assert 0.94 < scale.max() < 1
    assert -1.5 < unsure[:, 1].min() < -1.4
    assert -0.1 < unsure[:, 1].max() < 0
