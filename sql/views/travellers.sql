-- A board's results with both sides' matchpoints or IMPs under each profile; unscored lines have no profile
-- What is ruled stands beside what was read, which is never changed; the scores are of the line as ruled
WITH ruled AS (
    SELECT
        event_id,
        result_id,
        max(as_ruled) FILTER (WHERE field = 'ns_score')::INTEGER AS ruled_ns_score,
        max(as_ruled) FILTER (WHERE field = 'kind') AS ruled_kind,
        max(as_ruled) FILTER (WHERE field = 'award_given') AS ruled_award,
        max(as_ruled) FILTER (WHERE field = 'given_group') AS ruled_group,
        -- A kind, and an award in numbers, follow from the others.
        string_agg(
            concat(field, ': ', coalesce(as_ruled, 'none'), ' for ', coalesce(as_read, 'none')),
            '; ' ORDER BY field
        ) FILTER (
            WHERE field NOT IN ('kind', 'ns_award', 'ew_award', 'ns_components', 'ew_components')
        ) AS ruling
    FROM ruled_lines
    GROUP BY event_id, result_id
)

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
    ruled.ruled_ns_score,
    results.kind,
    ruled.ruled_kind,
    coalesce(results.award_given, format('{:g}-{:g}', results.ns_award, results.ew_award)) AS award,
    ruled.ruled_award,
    results.multiplicity,
    results.given_group,
    ruled.ruled_group,
    ruled.ruling,
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
LEFT JOIN ruled ON results.event_id = ruled.event_id AND results.result_id = ruled.result_id
LEFT JOIN events ON results.event_id = events.event_id
