-- The audit on one page: how many published figures there are, and what became of them
WITH counted AS (
    SELECT
        count(DISTINCT event_id) AS events,
        sum(published)::BIGINT AS published,
        sum(reproduced)::BIGINT AS reproduced,
        sum(explained)::BIGINT AS explained,
        sum(wrong)::BIGINT AS wrong,
        sum(unexplained)::BIGINT AS unexplained,
        sum(not_compared)::BIGINT AS not_compared
    FROM audited
),

-- A run by several rules holds a figure against each of them.
held AS (
    SELECT max(published) AS printed
    FROM audited
    GROUP BY event_id, level, quantity
),

once AS (
    SELECT sum(printed)::BIGINT AS printed
    FROM held
),

winners AS (
    SELECT
        count(DISTINCT event_id) FILTER (WHERE winner_changes) AS by_another_rule,
        count(DISTINCT event_id) FILTER (WHERE profile = own AND winner_not_as_published) AS not_as_published
    FROM outcomes
),

lines AS (
    SELECT
        1 AS line_no,
        'events with published figures' AS what,
        events AS number
    FROM counted
    UNION ALL
    SELECT
        2 AS line_no,
        'published figures' AS what,
        published AS number
    FROM counted
    UNION ALL
    SELECT
        3 AS line_no,
        'reproduced under the rule of the run' AS what,
        reproduced AS number
    FROM counted
    UNION ALL
    SELECT
        4 AS line_no,
        'explained by another reading' AS what,
        explained AS number
    FROM counted
    UNION ALL
    SELECT
        5 AS line_no,
        'wrong as printed' AS what,
        wrong AS number
    FROM counted
    UNION ALL
    SELECT
        6 AS line_no,
        'unexplained' AS what,
        unexplained AS number
    FROM counted
    UNION ALL
    SELECT
        7 AS line_no,
        'with nothing to compare' AS what,
        not_compared AS number
    FROM counted
    UNION ALL
    SELECT
        8 AS line_no,
        'events whose winner another rule changes' AS what,
        by_another_rule AS number
    FROM winners
    UNION ALL
    SELECT
        9 AS line_no,
        'events whose winner is not the one published' AS what,
        not_as_published AS number
    FROM winners
    UNION ALL
    SELECT
        10 AS line_no,
        'published figures, each counted once' AS what,
        printed AS number
    FROM once
)

SELECT
    line_no,
    what,
    coalesce(number, 0) AS number
FROM lines
ORDER BY line_no
