-- Files by format and by what became of them
SELECT
    format,
    status,
    count(*) AS files,
    sum(bytes)::BIGINT AS bytes,
    sum(records)::BIGINT AS records,
    sum(problems)::BIGINT AS problems
FROM files
GROUP BY format, status
ORDER BY format, status
