-- Published figures that the recomputation does not give, counted by season and class
SELECT
    season,
    class,
    count(*) AS figures
FROM differences
WHERE level IS DISTINCT FROM 'board'
GROUP BY season, class
ORDER BY season ASC, figures DESC, class ASC
