-- Traveller lines of an event, or played on a deal, that is not in the tables; there should be none
SELECT
    results.event_id,
    results.result_id,
    results.deal_id,
    events.event_id IS NOT NULL AS has_event,
    results.deal_id IS NULL OR boards.deal_id IS NOT NULL AS has_deal
FROM results
LEFT JOIN events USING (event_id)
LEFT JOIN boards ON results.season = boards.season AND results.deal_id = boards.deal_id
WHERE events.event_id IS NULL OR (results.deal_id IS NOT NULL AND boards.deal_id IS NULL)
ORDER BY results.event_id, results.result_id
