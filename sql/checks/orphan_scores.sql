-- Scores of a traveller line that is not among the results; there should be none
SELECT
    scores.event_id,
    scores.result_id,
    scores.profile,
    scores.variant
FROM scores
ANTI JOIN results USING (season, event_id, result_id)
ORDER BY scores.event_id, scores.result_id, scores.profile, scores.variant
