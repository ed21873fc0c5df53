"""docs/rules.md and the game agree: every article has a test, every rule an article, every open rule its option."""

import re
from dataclasses import fields
from pathlib import Path

from numero_cam.games.numero.engine import Options, Rule, game_text, parse_game
from numero_cam.games.numero.engine.options import CHOICES

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ARTICLES = re.findall(r"^\*\*([0-9]+\.[0-9]+)\*\* ", DOCUMENT, re.MULTILINE)


def test_articles_are_numbered_one_after_the_other() -> None:
    wanted = []
    for section in range(1, 12):
        inside = [number for number in ARTICLES if number.startswith(f"{section}.")]
        assert inside
        wanted += [f"{section}.{place}" for place in range(1, len(inside) + 1)]
    assert wanted == ARTICLES


def test_every_article_is_named_by_a_test() -> None:
    named = set()
    for path in sorted((ROOT / "tests" / "rulebook").glob("test_game_*.py")):
        for name in re.findall(r"^def (test_article_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            span = re.match(r"test_article_(\d+)_(\d+)(?:_(and|to)_(\d+)_(\d+))?", name)
            assert span, name
            first, last = int(span[2]), int(span[5] or span[2])
            named |= {f"{span[1]}.{place}" for place in range(first, last + 1)}
    assert set(ARTICLES) == named


def test_every_article_has_certainty_and_source() -> None:
    for article in re.split(r"^\*\*(?=[0-9])", DOCUMENT, flags=re.MULTILINE)[1:]:
        assert re.search(r"\b(A|B|C|Open|open)\b", article.partition("**")[2]), article


def test_every_rule_is_an_article() -> None:
    assert {rule.value for rule in Rule} <= set(ARTICLES)
    assert len({rule.value for rule in Rule}) == len(Rule)


def test_every_option_stands_in_the_document_with_its_values() -> None:
    for field in fields(Options):
        assert f"`{field.name}`" in DOCUMENT, field.name
    for name, choices in CHOICES.items():
        article = next(part for part in DOCUMENT.split("\n**") if re.search(rf"Option\s+`{name}`", part))
        places = [article.index(f"`{choice}`") for choice in choices]
        assert places == sorted(places), f"{name}: the default comes first"


def test_the_example_of_a_written_game_can_be_played() -> None:
    (example,) = re.findall(r"```text\n(numero game.*?)```", DOCUMENT, re.DOTALL)
    game = parse_game(example)
    assert game.state.turn == 4
    assert game_text(game) == example
