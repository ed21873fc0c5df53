"""The rules of NUMO, a rummy of number cards (docs/numo-rules.md): cards, melds, the game and its computer players."""
