-- Every event with what it holds and what was found in it, the latest first
WITH held AS (
    SELECT
        event_id,
        count(*) AS results,
        count(DISTINCT row(session, board)) AS boards
    FROM results
    GROUP BY event_id
),

flagged AS (
    SELECT
        event_id,
        count(*) FILTER (WHERE severity = 'error') AS errors,
        count(*) FILTER (WHERE severity = 'warning') AS warnings
    FROM flags
    GROUP BY event_id
),

differing AS (
    SELECT
        event_id,
        count(*) AS differences,
        count(*) FILTER (WHERE class = 'unexplained') AS unexplained
    FROM differences
    WHERE level IS DISTINCT FROM 'board'
    GROUP BY event_id
),

fouled AS (
    SELECT
        event_id,
        count(*) AS fouled_boards
    FROM fouled_boards
    GROUP BY event_id
),

suspected AS (
    SELECT
        event_id,
        count(*) AS suspicions
    FROM suspicions
    GROUP BY event_id
),

open_questions AS (
    SELECT
        event_id,
        count(DISTINCT row(session, section, board, question)) AS rulings_needed
    FROM law_outcomes
    WHERE needs_ruling
    GROUP BY event_id
),

ruled AS (
    SELECT
        event_id,
        count(*) AS rulings
    FROM rulings
    GROUP BY event_id
)

SELECT
    events.event_id,
    coalesce(events.season, 'unknown') AS season,
    events.date,
    events.name AS event,
    events.body,
    events.competition,
    events.scoring,
    coalesce(held.boards, 0) AS boards,
    coalesce(held.results, 0) AS results,
    coalesce(flagged.errors, 0) AS errors,
    coalesce(flagged.warnings, 0) AS warnings,
    coalesce(differing.differences, 0) AS differences,
    coalesce(differing.unexplained, 0) AS unexplained,
    coalesce(fouled.fouled_boards, 0) AS fouled_boards,
    coalesce(suspected.suspicions, 0) AS suspicions,
    coalesce(open_questions.rulings_needed, 0) AS rulings_needed,
    coalesce(ruled.rulings, 0) AS rulings,
    files.path AS file,
    events.line,
    events.file_id
FROM events
LEFT JOIN held USING (event_id)
LEFT JOIN flagged USING (event_id)
LEFT JOIN differing USING (event_id)
LEFT JOIN fouled USING (event_id)
LEFT JOIN suspected USING (event_id)
LEFT JOIN open_questions USING (event_id)
LEFT JOIN ruled USING (event_id)
LEFT JOIN files ON events.file_id = files.file_id
ORDER BY events.date DESC NULLS LAST, event ASC, events.event_id ASC
