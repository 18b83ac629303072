"""Facts of the game as pure expressions: cards, boards, contracts and their scores."""
