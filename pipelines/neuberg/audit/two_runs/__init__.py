"""Two runs compared: what has changed, and what did it."""
