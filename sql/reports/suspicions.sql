-- Boards and tables whose results do not fit the hand record, the surest first; single wrong entries last
SELECT
    suspicions.finding,
    events.name AS event,
    events.date,
    suspicions.event_id,
    suspicions.session,
    suspicions.section,
    suspicions.board,
    suspicions.kind,
    suspicions.bayes_factor,
    suspicions.certainty,
    suspicions.results,
    suspicions.order_known,
    suspicions.first_result,
    suspicions.last_result,
    CASE
        WHEN suspicions.round_low = suspicions.round_high THEN suspicions.round_low::VARCHAR
        ELSE suspicions.round_low || ' to ' || suspicions.round_high
    END AS rounds,
    suspicions.why,
    files.path AS file
FROM suspicions
LEFT JOIN events ON suspicions.event_id = events.event_id
LEFT JOIN files ON events.file_id = files.file_id
ORDER BY
    suspicions.finding IS NOT DISTINCT FROM 'result entered wrongly' ASC,
    suspicions.bayes_factor DESC,
    suspicions.event_id ASC,
    suspicions.session ASC,
    suspicions.section ASC,
    suspicions.board ASC,
    suspicions.result_id ASC
