"""PBN files many at a time, as columns."""
