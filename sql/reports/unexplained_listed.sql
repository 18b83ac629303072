-- Every published figure that nothing explains, with its file and line; those that a person has accepted last
SELECT
    differences.event_id,
    events.name AS event,
    events.date,
    differences.level,
    differences.quantity,
    differences.session,
    differences.section,
    differences.board,
    differences.pair,
    differences.profile,
    differences.published,
    differences.recomputed,
    differences.signed_off,
    differences.signed_by,
    files.path AS file,
    differences.line
FROM differences
LEFT JOIN events ON differences.event_id = events.event_id
LEFT JOIN files ON differences.file_id = files.file_id
WHERE differences.class = 'unexplained' AND differences.level IS DISTINCT FROM 'board'
ORDER BY
    coalesce(differences.signed_off IN ('accepted', 'rejected'), FALSE) ASC,
    files.path ASC,
    differences.line ASC,
    differences.level ASC,
    differences.quantity ASC,
    differences.board ASC,
    differences.pair ASC
