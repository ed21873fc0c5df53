"""Films of games with their answers: composited from the engine's own games, with hands that are drawn here."""
