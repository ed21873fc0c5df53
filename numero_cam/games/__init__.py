"""Games of number cards: `numero`, and what any game needs in `shared`. A game knows no pictures."""
