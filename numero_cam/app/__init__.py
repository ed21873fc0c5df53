"""What the program does: reads photos, answers, follows games, keeps decks. It neither prints nor parses arguments."""
