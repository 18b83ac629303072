"""From files to tables: a reader a format, one registry, nothing judged and nothing lost."""
