-- Published figures that the recomputation does not give, counted by event, profile and class
SELECT
    event_id,
    event,
    date,
    profile,
    class,
    count(*) FILTER (WHERE level = 'result') AS results,
    count(*) FILTER (WHERE level = 'board') AS boards,
    count(*) FILTER (WHERE level = 'pair') AS pairs,
    count(*) FILTER (WHERE level = 'place') AS places,
    max(abs(difference)) FILTER (WHERE level != 'place') AS largest_difference,
    min(path) AS path
FROM rescored_differences
GROUP BY event_id, event, date, profile, class
ORDER BY places DESC, count(*) DESC, event ASC, event_id ASC, profile ASC, class ASC
