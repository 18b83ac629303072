-- Standings under each profile with the contestants' names and the published total, percentage and place
SELECT
    ranked_lines.season,
    ranked_lines.event_id,
    events.name AS event,
    ranked_lines.session,
    ranked_lines.section,
    ranked_lines.profile,
    ranked_lines.variant,
    ranked_lines.direction,
    ranked_lines.place,
    ranked_lines.pair,
    published_lines.players,
    ranked_lines.boards,
    ranked_lines.mp,
    ranked_lines.top,
    ranked_lines.percent,
    ranked_lines.imp,
    ranked_lines.points,
    ranked_lines.carryover,
    published_lines.total AS published_total,
    published_lines.percent AS published_percent,
    published_lines.place AS published_place,
    published_lines.file_id,
    published_lines.line
FROM ranked_lines
LEFT JOIN published_lines
    ON
        ranked_lines.season = published_lines.season
        AND ranked_lines.event_id = published_lines.event_id
        AND ranked_lines.session IS NOT DISTINCT FROM published_lines.ranked_session
        AND ranked_lines.section = published_lines.section
        AND ranked_lines.pair = published_lines.pair
        AND (
            ranked_lines.direction = published_lines.direction
            OR (ranked_lines.direction IS NULL AND published_lines.is_alone)
            OR (published_lines.direction IS NULL AND ranked_lines.is_alone AND published_lines.is_alone)
        )
LEFT JOIN events ON ranked_lines.event_id = events.event_id
