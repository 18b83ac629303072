-- Published figures that differ, by what they are: in how many events, and how many are signed off
SELECT
    class,
    level,
    count(*) AS figures,
    count(DISTINCT event_id) AS events,
    max(abs(difference)) AS largest_difference,
    count(*) FILTER (WHERE signed_off IN ('accepted', 'rejected')) AS signed_off,
    count(*) FILTER (WHERE signed_off = 'guard failed') AS guards_failed
FROM differences
WHERE level IS DISTINCT FROM 'board'
GROUP BY class, level
ORDER BY figures DESC, class ASC, level ASC
