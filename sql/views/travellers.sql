-- A board's results with both sides' matchpoints or IMPs under each profile; unscored lines have no profile
SELECT
    results.season,
    results.event_id,
    events.name AS event,
    results.session,
    results.section,
    results.scored_with,
    results.board,
    results.round,
    results.table,
    results.ns_pair,
    results.ew_pair,
    CASE
        WHEN results.kind = 'passed_out' THEN 'Pass'
        ELSE results.level || results.strain || repeat('X', coalesce(results.doubled, 0))
    END AS contract,
    results.declarer,
    results.lead,
    results.tricks,
    results.ns_score,
    results.kind,
    coalesce(results.award_given, format('{:g}-{:g}', results.ns_award, results.ew_award)) AS award,
    results.given_group,
    scores.comparison_group,
    scores.n,
    scores.field,
    scores.ns_mp,
    scores.ew_mp,
    scores.ns_pct,
    scores.ew_pct,
    scores.ns_imp,
    scores.ew_imp,
    results.published_ns_mp,
    results.published_ew_mp,
    results.published_ns_pct,
    results.published_ew_pct,
    results.published_ns_imp,
    results.published_ew_imp,
    scores.method,
    scores.profile,
    scores.variant,
    results.result_id,
    results.deal_id,
    results.file_id,
    results.line
FROM results
LEFT JOIN scores USING (season, event_id, result_id)
LEFT JOIN events ON results.event_id = events.event_id
