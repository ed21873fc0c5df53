"""docs/numo-rules.md and NUMO agree: every article has a test, every rule an article, every open rule its option."""

import re
from dataclasses import fields
from pathlib import Path

from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.rules.kinds import MeldRules
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.rulebook import NumoRule

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "numo-rules.md").read_text(encoding="utf-8")
ARTICLES = re.findall(r"^([0-9]+\.[0-9]+)\. ", DOCUMENT, re.MULTILINE)


def named_by_tests() -> set[str]:
    """Articles in names of tests, ``test_article_6_1_and_6_2_...``, and in the lists of tests that run for several."""
    named = set()
    for name in ("test_numo_melds.py", "test_numo_game.py"):
        text = (ROOT / "tests" / "rulebook" / name).read_text(encoding="utf-8")
        for found in re.findall(r"^def (test_article_\w+)", text, re.MULTILINE):
            named |= {f"{section}.{place}" for section, place in re.findall(r"(?:^test_article|_and)_(\d+)_(\d+)", found)}
        named |= set(re.findall(r'^ +\("([0-9]+\.[0-9]+)", ', text, re.MULTILINE))
    return named


def test_articles_are_numbered_one_after_the_other() -> None:
    wanted = []
    for section in range(1, 7):
        inside = [number for number in ARTICLES if number.startswith(f"{section}.")]
        assert inside
        wanted += [f"{section}.{place}" for place in range(1, len(inside) + 1)]
    assert wanted == ARTICLES


def test_every_article_is_named_by_a_test() -> None:
    assert named_by_tests() == set(ARTICLES)


def test_every_rule_is_an_article() -> None:
    assert {rule.value for rule in NumoRule} <= set(ARTICLES)
    assert len({rule.value for rule in NumoRule}) == len(NumoRule)


def test_every_open_rule_stands_in_the_document_with_its_choices() -> None:
    table = DOCUMENT[DOCUMENT.index("## 7.") :]
    usual = {**{f.name: f.default for f in fields(NumoOptions)}, **{f.name: f.default for f in fields(MeldRules)}}
    for name, choices in {**choices_of(NumoOptions), **choices_of(MeldRules)}.items():
        written = name.replace("_", "-")
        if name in {"scoring", "level", "deck"}:
            assert all(f"`{choice}`" in DOCUMENT for choice in choices)
            continue
        row = re.search(rf"`{written}`: ([^|;]*)", table)
        assert row, f"{written} stands in no row of section 7"
        assert [choice.strip() for choice in row[1].split(",")] == list(choices), written
        assert choices[0] == usual[name], f"{written}: the default comes first"
