-- What each season holds and what was found in it
WITH event_counts AS (
    SELECT
        coalesce(season, 'unknown') AS season,
        count(*) AS events
    FROM events
    GROUP BY coalesce(season, 'unknown')
),

deal_counts AS (
    SELECT
        season,
        count(*) AS deals
    FROM boards
    GROUP BY season
),

result_counts AS (
    SELECT
        season,
        count(*) AS results
    FROM results
    GROUP BY season
),

contestant_counts AS (
    SELECT
        season,
        count(*) AS contestants
    FROM pairs
    GROUP BY season
),

fault_counts AS (
    SELECT
        season,
        count(*) AS card_faults
    FROM card_faults
    GROUP BY season
),

fouled_counts AS (
    SELECT
        season,
        count(*) AS fouled_boards
    FROM fouled_boards
    GROUP BY season
),

flag_counts AS (
    SELECT
        season,
        count(*) FILTER (WHERE severity = 'error') AS errors,
        count(*) FILTER (WHERE severity = 'warning') AS warnings
    FROM flags
    GROUP BY season
),

difference_counts AS (
    SELECT
        season,
        count(*) AS differences,
        count(*) FILTER (WHERE class = 'unexplained') AS unexplained
    FROM differences
    WHERE level IS DISTINCT FROM 'board'
    GROUP BY season
)

SELECT
    event_counts.season,
    event_counts.events,
    coalesce(deal_counts.deals, 0) AS deals,
    coalesce(result_counts.results, 0) AS results,
    coalesce(contestant_counts.contestants, 0) AS contestants,
    coalesce(fault_counts.card_faults, 0) AS card_faults,
    coalesce(fouled_counts.fouled_boards, 0) AS fouled_boards,
    coalesce(flag_counts.errors, 0) AS errors,
    coalesce(flag_counts.warnings, 0) AS warnings,
    coalesce(difference_counts.differences, 0) AS differences,
    coalesce(difference_counts.unexplained, 0) AS unexplained
FROM event_counts
LEFT JOIN deal_counts USING (season)
LEFT JOIN result_counts USING (season)
LEFT JOIN contestant_counts USING (season)
LEFT JOIN fault_counts USING (season)
LEFT JOIN fouled_counts USING (season)
LEFT JOIN flag_counts USING (season)
LEFT JOIN difference_counts USING (season)
