-- What the laws say of boards with faulty cards, deals played before or several forms; what awaits a ruling
SELECT
    law_outcomes.event_id,
    events.name AS event,
    events.body,
    events.date,
    law_outcomes.session,
    law_outcomes.section,
    law_outcomes.board,
    law_outcomes.question,
    law_outcomes.edition,
    law_outcomes.authority,
    law_outcomes.clause,
    law_outcomes.outcome,
    law_outcomes.needs_ruling,
    law_outcomes.certainty,
    files.path AS file,
    law_outcomes.line
FROM law_outcomes
LEFT JOIN events USING (event_id)
LEFT JOIN files ON law_outcomes.file_id = files.file_id
ORDER BY
    law_outcomes.needs_ruling DESC,
    events.date ASC NULLS LAST,
    law_outcomes.event_id ASC,
    law_outcomes.session ASC,
    law_outcomes.section ASC,
    law_outcomes.board ASC,
    law_outcomes.question ASC,
    law_outcomes.edition ASC,
    law_outcomes.authority ASC
