-- Rankings whose winner is another under other rules, or is not the one published; a row a ranking and winner
WITH listed AS (
    SELECT
        outcomes.event_id,
        outcomes.session,
        outcomes.section,
        outcomes.direction,
        outcomes.own,
        outcomes.winner_published,
        outcomes.winner_own,
        outcomes.winner,
        string_agg(outcomes.profile, ', ' ORDER BY outcomes.profile) AS profiles,
        bool_or(outcomes.profile = outcomes.own) AS is_own,
        max(outcomes.places_changed) AS places_changed
    FROM outcomes
    WHERE outcomes.winner_changes OR (outcomes.profile = outcomes.own AND outcomes.winner_not_as_published)
    GROUP BY
        outcomes.event_id,
        outcomes.session,
        outcomes.section,
        outcomes.direction,
        outcomes.own,
        outcomes.winner_published,
        outcomes.winner_own,
        outcomes.winner
)

SELECT
    listed.event_id,
    events.name AS event,
    events.date,
    listed.session,
    listed.section,
    listed.direction,
    CASE WHEN listed.is_own THEN 'not as published' ELSE 'another under other rules' END AS what,
    listed.winner_published,
    listed.own,
    listed.winner_own,
    listed.winner,
    listed.profiles,
    listed.places_changed,
    files.path AS file
FROM listed
LEFT JOIN events ON listed.event_id = events.event_id
LEFT JOIN files ON events.file_id = files.file_id
ORDER BY
    listed.is_own DESC,
    events.date ASC NULLS LAST,
    listed.event_id ASC,
    listed.session ASC,
    listed.direction ASC,
    listed.winner ASC
