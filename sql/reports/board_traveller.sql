-- The traveller of one board: every line with its matchpoints under each profile
SELECT
    travellers.section,
    travellers.round,
    travellers.table,
    travellers.ns_pair,
    travellers.ew_pair,
    travellers.contract,
    travellers.declarer,
    travellers.lead,
    travellers.tricks,
    travellers.ns_score,
    travellers.award,
    travellers.given_group,
    travellers.ruling,
    travellers.comparison_group,
    travellers.ns_mp,
    travellers.ew_mp,
    travellers.ns_pct,
    travellers.ew_pct,
    travellers.published_ns_mp,
    travellers.published_ew_mp,
    travellers.method,
    travellers.profile,
    travellers.variant
FROM travellers
WHERE travellers.event_id = $event_id AND travellers.session = $session AND travellers.board = $board
ORDER BY
    travellers.profile,
    travellers.variant,
    travellers.section,
    travellers.round,
    travellers.table,
    travellers.line,
    travellers.result_id
