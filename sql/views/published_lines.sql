-- Contestants' published lines, each with the session it is ranked in: for an event's line its only session
WITH one_session AS (
    SELECT
        season,
        event_id,
        min(session) AS session
    FROM standings
    GROUP BY season, event_id
    HAVING min(session) = max(session) AND count(*) = count(session)
),

placed AS (
    SELECT
        pairs.season,
        pairs.event_id,
        pairs.session,
        CASE
            WHEN count(pairs.session) OVER (PARTITION BY pairs.season, pairs.event_id) = 0
                THEN one_session.session
            ELSE pairs.session
        END AS ranked_session,
        pairs.section,
        pairs.pair,
        pairs.direction,
        pairs.players,
        pairs.player_ids,
        pairs.total,
        pairs.percent,
        pairs.place,
        pairs.file_id,
        pairs.line
    FROM pairs
    LEFT JOIN one_session USING (season, event_id)
)

SELECT
    season,
    event_id,
    session,
    ranked_session,
    section,
    pair,
    direction,
    count(*) OVER (PARTITION BY season, event_id, ranked_session, section, pair) = 1 AS is_alone,
    players,
    player_ids,
    total,
    percent,
    place,
    file_id,
    line
FROM placed
