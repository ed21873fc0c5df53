"""Detection to crop: the card's face seen from straight above."""
