"""What a run found, for people: the warehouse of views, the SQL reports and the summary page."""
