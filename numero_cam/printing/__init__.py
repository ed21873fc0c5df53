"""Pages to print: decks, sheets and boards, as PDF or PNG."""
