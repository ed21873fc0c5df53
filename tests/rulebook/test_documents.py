"""The rules of each game and the game agree: every article has a test, every rule an article, every open rule its option."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path

import pytest

from numero_cam.games.numero.engine import Options, Rule, game_text, parse_game
from numero_cam.games.numero.engine.options import CHOICES
from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.rules.kinds import MeldRules
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.rulebook import NumoRule

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game as its document has them."""

    document: str
    articles: list[str]
    sections: int  #: How many sections have articles.
    rules: Iterable[Enum]
    tests: str  #: The files whose tests are named by articles.


def rulebook(name: str, article: str, sections: int, rules: Iterable[Enum], tests: str) -> Rulebook:
    document = (ROOT / "docs" / name).read_text(encoding="utf-8")
    return Rulebook(document, re.findall(article, document, re.MULTILINE), sections, rules, tests)


NUMERO = rulebook("rules.md", r"^\*\*([0-9]+\.[0-9]+)\*\* ", 11, Rule, "test_game_*.py")
NUMO = rulebook("numo-rules.md", r"^([0-9]+\.[0-9]+)\. ", 6, NumoRule, "test_numo_*.py")
each_game = pytest.mark.parametrize("book", [NUMERO, NUMO], ids=["numero", "numo"])


@each_game
def test_articles_are_numbered_one_after_the_other(book: Rulebook) -> None:
    wanted = []
    for section in range(1, book.sections + 1):
        inside = [number for number in book.articles if number.startswith(f"{section}.")]
        assert inside
        wanted += [f"{section}.{place}" for place in range(1, len(inside) + 1)]
    assert wanted == book.articles


@each_game
def test_every_article_is_named_by_a_test(book: Rulebook) -> None:
    """In its name, `test_article_6_1_and_6_2_...`, `test_article_10_4_to_10_8_...`, or in the list of a test that runs for several."""
    named = set()
    for path in sorted((ROOT / "tests" / "rulebook").glob(book.tests)):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^def (test_article_\w+)", text, re.MULTILINE):
            span = re.match(r"test_article_(\d+)_(\d+)(?:_(and|to)_(\d+)_(\d+))?", name)
            assert span, name
            first, last = int(span[2]), int(span[5] or span[2])
            named |= {f"{span[1]}.{place}" for place in range(first, last + 1)}
        named |= set(re.findall(r'^ +\("([0-9]+\.[0-9]+)", ', text, re.MULTILINE))
    assert set(book.articles) == named


@each_game
def test_every_rule_is_an_article(book: Rulebook) -> None:
    rules = [rule.value for rule in book.rules]
    assert set(rules) <= set(book.articles)
    assert len(set(rules)) == len(rules)


def test_every_article_has_certainty_and_source() -> None:
    for article in re.split(r"^\*\*(?=[0-9])", NUMERO.document, flags=re.MULTILINE)[1:]:
        assert re.search(r"\b(A|B|C|Open|open)\b", article.partition("**")[2]), article


def test_every_option_of_numero_stands_in_the_document_with_its_values() -> None:
    for field in fields(Options):
        assert f"`{field.name}`" in NUMERO.document, field.name
    for name, choices in CHOICES.items():
        article = next(part for part in NUMERO.document.split("\n**") if re.search(rf"Option\s+`{name}`", part))
        places = [article.index(f"`{choice}`") for choice in choices]
        assert places == sorted(places), f"{name}: the default comes first"


def test_the_example_of_a_written_game_can_be_played() -> None:
    (example,) = re.findall(r"```text\n(numero game.*?)```", NUMERO.document, re.DOTALL)
    game = parse_game(example)
    assert game.state.turn == 4
    assert game_text(game) == example


def test_every_open_rule_of_numo_stands_in_the_document_with_its_choices() -> None:
    table = NUMO.document[NUMO.document.index("## 7.") :]
    usual = {**{f.name: f.default for f in fields(NumoOptions)}, **{f.name: f.default for f in fields(MeldRules)}}
    for name, choices in {**choices_of(NumoOptions), **choices_of(MeldRules)}.items():
        written = name.replace("_", "-")
        if name in {"scoring", "level", "deck"}:
            assert all(f"`{choice}`" in NUMO.document for choice in choices)
            continue
        row = re.search(rf"`{written}`: ([^|;]*)", table)
        assert row, f"{written} stands in no row of section 7"
        assert [choice.strip() for choice in row[1].split(",")] == list(choices), written
        assert choices[0] == usual[name], f"{written}: the default comes first"
