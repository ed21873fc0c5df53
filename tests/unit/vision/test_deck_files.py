"""Learned decks on disk: what was kept comes back, and what cannot be used is refused in words."""

import base64
import dataclasses
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.base.errors import DeckError
from numero_cam.vision.decks import files
from numero_cam.vision.decks.files import deck_toml, learned_deck_names, load_deck, load_own_deck, save_deck
from numero_cam.vision.decks.profile import DeckExample, DeckProfile

MODEL = "ab" * 32
PARTS = st.floats(-1, 1).map(lambda x: round(x, 4))
LABELS = st.sampled_from(["7r", "12", "x3", "1/2", "10h", "sqrt"])


@st.composite
def profiles(draw: st.DrawFn) -> DeckProfile:
    features = st.lists(st.integers(0, 255), min_size=6, max_size=6).filter(any).map(lambda row: np.array(row, np.uint8))
    examples = draw(st.lists(st.builds(DeckExample, st.none() | LABELS, features, st.none() | st.tuples(PARTS, PARTS, PARTS)), min_size=1))
    faces = dict.fromkeys([*(e.label for e in examples if e.label), *draw(st.lists(LABELS, min_size=1))])
    return DeckProfile("mine", tuple(faces), draw(st.integers(1, 4)), tuple(examples), MODEL, "2026-11-21")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def same(one: DeckProfile, other: DeckProfile) -> bool:
    plain = [[(e.label, e.features.tobytes(), e.ink) for e in p.examples] for p in (one, other)]
    return plain[0] == plain[1] and (one.name, one.faces, one.copies, one.model, one.date) == (
        other.name, other.faces, other.copies, other.model, other.date,
    )  # fmt: skip


@settings(deadline=None)
@given(profile=profiles())
@pytest.mark.slow
def test_a_saved_deck_is_loaded_unchanged(profile: DeckProfile, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("decks")
    (folder / "mine.toml").write_text(deck_toml(profile), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(files.FOLDER_VARIABLE, str(folder))
        assert same(load_deck("mine", model=MODEL), profile)


PROFILE = DeckProfile("mine", ("7r", "8r"), 1, (DeckExample("7r", np.arange(6, dtype=np.uint8), (0.0, 0.7, 0.7)),), MODEL, "2026-11-21")
GOOD = deck_toml(PROFILE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no deck"),
        ('kind = "camera"\nversion = 1\n', "is no deck"),
        (GOOD.replace("version = 2", "version = 1"), "is of another version than this program (2); learn it again"),
        (GOOD.replace("version = 2", ""), "is of another version"),
        (GOOD.replace("[[cards]]", "[[others]]"), "is damaged"),
        (GOOD.replace("copies = 1", "copies = 0"), "is damaged"),
        (GOOD.replace('card = "7r"', 'card = "9r"'), "its faces lack 9r"),
        (GOOD.replace(base64.b64encode(PROFILE.examples[0].features.tobytes()).decode(), "AAEC#"), "is damaged"),
        (GOOD.replace(base64.b64encode(PROFILE.examples[0].features.tobytes()).decode(), ""), "a card has no features"),
        (GOOD.replace("ink = [0.0, 0.7, 0.7]", "ink = [0.7]"), "is damaged"),
        (GOOD.replace("ink = [0.0, 0.7, 0.7]", "ink = [0.0, nan, 0.7]"), "nan is no number"),
        (GOOD.replace(MODEL, "cd" * 32), "was learned with another version of the models; learn it again"),
        (GOOD[: len(GOOD) // 2], ""),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(home: Path, text: str, words: str) -> None:
    (home / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DeckError) as error:
        load_deck("mine", model=MODEL)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert (home / "mine.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["", "Mine", "../up", "a b", "-x", "é", "x" * 41])
def test_names_are_those_of_files(home: Path, name: str) -> None:
    with pytest.raises(DeckError, match="no name for a deck"):
        load_deck(name, model=MODEL)
    assert list(home.iterdir()) == []


def test_only_decks_are_listed(home: Path) -> None:
    for name in ("b.toml", "a.toml", "in_use", ".c.toml.1.part", "Big Name.toml"):
        (home / name).write_text("", encoding="utf-8")
    assert learned_deck_names() == ["a", "b"]


def test_no_folder_no_decks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path / "none"))
    assert learned_deck_names() == []


def test_the_own_deck_of_another_model_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "data_folder", lambda _: tmp_path)
    assert load_own_deck(model=MODEL) is None
    profile = DeckProfile("numero", ("7r",), examples=(DeckExample("7r", np.array([1, 2], np.uint8), None),), model=MODEL)
    (tmp_path / files.OWN_FILE).write_text(deck_toml(profile), encoding="utf-8")
    assert load_own_deck(model="cd" * 32) is None
    got = load_own_deck(model=MODEL)
    assert got is not None
    assert same(got, profile)
    whole = (tmp_path / files.OWN_FILE).read_text(encoding="utf-8")
    (tmp_path / files.OWN_FILE).write_text(whole.replace(f"version = {files.VERSION}", "version = 99"), encoding="utf-8")
    assert load_own_deck(model=MODEL) is None
    (tmp_path / files.OWN_FILE).write_text(whole.replace("features = ", "feature = "), encoding="utf-8")
    with pytest.raises(DeckError, match="is damaged"):
        load_own_deck(model=MODEL)


def test_decks_saved_at_once_under_one_name_are_all_kept(home: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda _: save_deck(PROFILE, replace=False).name, range(8)))
    assert sorted(kept) == sorted(learned_deck_names()) == ["mine", *(f"mine-{n}" for n in range(2, 9))]
    assert all(same(dataclasses.replace(load_deck(name, model=MODEL), name="mine"), PROFILE) for name in kept)
    assert all(path.suffix == ".toml" for path in home.iterdir())


@pytest.mark.usefixtures("home")
def test_a_deck_is_replaced_only_on_request() -> None:
    save_deck(PROFILE, replace=False)
    newer = dataclasses.replace(PROFILE, date="2026-12-01")
    assert save_deck(newer, replace=True).name == "mine"
    assert load_deck("mine", model=MODEL).date == "2026-12-01"
    assert learned_deck_names() == ["mine"]
