"""NUMO, a rummy of number cards: its rules, questions, games, photos, words and cards to print."""
