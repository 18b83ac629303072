-- What the readers could not take, or took with a doubt, by kind; the records lost by it
SELECT
    code,
    severity,
    rejects,
    count(*) AS problems,
    count(DISTINCT file_id) AS files,
    min(wanted) AS wanted
FROM problems
GROUP BY code, severity, rejects
ORDER BY
    list_position(['error', 'warning', 'info'], severity) ASC,
    count(*) DESC,
    code ASC,
    rejects ASC
