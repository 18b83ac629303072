-- Flags by check, with a place to look at first
SELECT
    flags."check",
    flags.severity,
    flags.law,
    count(*) AS flags,
    count(DISTINCT flags.event_id) AS events,
    min(files.path || coalesce(':' || flags.line, '')) AS example
FROM flags
LEFT JOIN files USING (file_id)
GROUP BY flags."check", flags.severity, flags.law
ORDER BY
    list_position(['error', 'warning', 'info'], flags.severity) ASC,
    count(*) DESC,
    flags."check" ASC,
    flags.law ASC
