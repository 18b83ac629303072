-- A player's lines over the events, by name: as published, and the standing under each profile
WITH named AS (
    SELECT
        season,
        event_id,
        session,
        ranked_session,
        section,
        pair,
        direction,
        is_alone,
        unnest(players) AS player,
        unnest(player_ids) AS player_id,
        total,
        percent,
        place,
        file_id,
        line
    FROM published_lines
)

SELECT
    named.player,
    named.player_id,
    named.season,
    named.event_id,
    events.name AS event,
    events.date,
    named.ranked_session AS session,
    named.section,
    named.pair,
    coalesce(named.direction, ranked_lines.direction) AS direction,
    ranked_lines.profile,
    ranked_lines.variant,
    ranked_lines.boards,
    ranked_lines.percent,
    ranked_lines.place,
    named.total AS published_total,
    named.percent AS published_percent,
    named.place AS published_place,
    named.file_id,
    named.line
FROM named
LEFT JOIN ranked_lines
    ON
        named.season = ranked_lines.season
        AND named.event_id = ranked_lines.event_id
        AND named.ranked_session IS NOT DISTINCT FROM ranked_lines.session
        AND named.section = ranked_lines.section
        AND named.pair = ranked_lines.pair
        AND (
            named.direction = ranked_lines.direction
            OR (ranked_lines.direction IS NULL AND named.is_alone)
            OR (named.direction IS NULL AND ranked_lines.is_alone AND named.is_alone)
        )
LEFT JOIN events ON named.event_id = events.event_id
WHERE named.player IS NOT NULL
