-- Questions that only a director could answer, with what each edition of the laws in question says
SELECT
    events.date,
    events.name AS event,
    law_outcomes.session,
    law_outcomes.section,
    law_outcomes.board,
    law_outcomes.question,
    law_outcomes.edition,
    law_outcomes.clause,
    law_outcomes.outcome,
    law_outcomes.certainty,
    files.path AS file,
    law_outcomes.line,
    law_outcomes.event_id
FROM law_outcomes
LEFT JOIN events ON law_outcomes.event_id = events.event_id
LEFT JOIN files ON law_outcomes.file_id = files.file_id
WHERE law_outcomes.needs_ruling
ORDER BY
    events.date ASC NULLS LAST,
    law_outcomes.event_id ASC,
    law_outcomes.session ASC,
    law_outcomes.section ASC,
    law_outcomes.board ASC,
    law_outcomes.question ASC,
    law_outcomes.edition ASC
