"""Did it matter: the rankings under the run's profile and under each other one, and who wins."""
