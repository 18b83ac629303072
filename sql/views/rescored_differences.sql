-- Published figures that the recomputation does not give, each with its event and the place in the file
SELECT
    differences.season,
    differences.event_id,
    events.name AS event,
    events.date,
    differences.session,
    differences.section,
    differences.board,
    differences.level,
    differences.quantity,
    differences.pair,
    differences.profile,
    differences.published,
    differences.recomputed,
    differences.difference,
    differences.class,
    differences.explaining_profiles,
    files.path,
    differences.line,
    differences.result_id
FROM differences
LEFT JOIN events ON differences.event_id = events.event_id
LEFT JOIN files ON differences.file_id = files.file_id
