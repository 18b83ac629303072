-- Boards of which there is something to say, and how much of each kind
WITH found AS (
    SELECT
        event_id,
        session,
        board,
        count(*) AS flags
    FROM flags
    WHERE severity != 'info'
    GROUP BY event_id, session, board
    UNION ALL BY NAME
    SELECT
        event_id,
        session,
        board,
        count(*) AS differences
    FROM differences
    WHERE level IS DISTINCT FROM 'board'
    GROUP BY event_id, session, board
    UNION ALL BY NAME
    SELECT
        event_id,
        session,
        board,
        greatest(forms_given, deals_played, comparison_groups) AS forms
    FROM fouled_boards
    UNION ALL BY NAME
    SELECT
        event_id,
        session,
        board,
        count(*) AS suspicions
    FROM suspicions
    GROUP BY event_id, session, board
    UNION ALL BY NAME
    SELECT
        event_id,
        session,
        board,
        count(DISTINCT row(section, question)) FILTER (WHERE needs_ruling) AS rulings_needed
    FROM law_outcomes
    GROUP BY event_id, session, board
    UNION ALL BY NAME
    SELECT
        event_id,
        session,
        board,
        count(*) AS rulings
    FROM rulings
    GROUP BY event_id, session, board
)

SELECT
    event_id,
    session,
    board,
    coalesce(max(forms), 1)::INTEGER AS forms,
    coalesce(sum(flags), 0)::INTEGER AS flags,
    coalesce(sum(differences), 0)::INTEGER AS differences,
    coalesce(sum(suspicions), 0)::INTEGER AS suspicions,
    coalesce(sum(rulings_needed), 0)::INTEGER AS rulings_needed,
    coalesce(sum(rulings), 0)::INTEGER AS rulings
FROM found
WHERE session IS NOT NULL AND board IS NOT NULL
GROUP BY event_id, session, board
ORDER BY event_id, session, board
