-- The boards with the most published figures that differ, at most $most of them
SELECT
    differences.event_id,
    events.name AS event,
    differences.session,
    differences.section,
    differences.board,
    count(*) AS figures,
    count(*) FILTER (WHERE differences.class = 'unexplained') AS unexplained,
    string_agg(DISTINCT differences.class, ', ' ORDER BY differences.class) AS classes,
    min(differences.line) AS first_line,
    min(files.path) AS path
FROM differences
LEFT JOIN events ON differences.event_id = events.event_id
LEFT JOIN files ON differences.file_id = files.file_id
WHERE differences.level = 'result'
GROUP BY differences.event_id, events.name, differences.session, differences.section, differences.board
ORDER BY
    figures DESC,
    differences.event_id ASC,
    differences.session ASC,
    differences.section ASC,
    differences.board ASC
LIMIT $most
