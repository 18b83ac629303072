-- Files of which nothing was read, and why
WITH reasons AS (
    SELECT
        file_id,
        min_by(code, (severity, coalesce(line, 0), code)) AS code,
        min_by(found, (severity, coalesce(line, 0), code)) AS found,
        min_by(wanted, (severity, coalesce(line, 0), code)) AS wanted
    FROM problems
    GROUP BY file_id
)

SELECT
    files.path,
    files.format,
    files.status,
    files.bytes,
    reasons.code,
    reasons.found,
    reasons.wanted
FROM files
LEFT JOIN reasons USING (file_id)
WHERE files.status IN ('no_reader', 'unreadable')
ORDER BY files.path, files.file_id
