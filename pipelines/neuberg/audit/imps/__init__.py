"""Events at IMPs and points: which method gives the printed figures, and who wins."""
