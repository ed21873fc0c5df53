"""Draws what training needs: cards in varied designs, and scenes of cards on tables."""
