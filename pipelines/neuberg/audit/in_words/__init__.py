"""What was found of one event in words, and one figure of it worked out step by step."""
