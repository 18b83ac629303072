-- Every published figure that differs, with its class, evidence, file and line
SELECT
    differences.event_id,
    events.name AS event,
    differences.level,
    differences.quantity,
    differences.session,
    differences.section,
    differences.board,
    differences.pair,
    differences.profile,
    differences.published,
    differences.recomputed,
    differences.class,
    differences.evidence,
    differences.signed_off,
    files.path,
    differences.line
FROM differences
LEFT JOIN events ON differences.event_id = events.event_id
LEFT JOIN files ON differences.file_id = files.file_id
WHERE differences.level IS DISTINCT FROM 'board'
ORDER BY
    files.path ASC,
    differences.line ASC,
    differences.level ASC,
    differences.quantity ASC,
    differences.board ASC,
    differences.pair ASC
