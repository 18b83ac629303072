-- The account of every kind of record: found = loaded + rejected + superseded + ignored
SELECT
    kind,
    sum(found)::BIGINT AS found,
    sum(loaded)::BIGINT AS loaded,
    sum(rejected)::BIGINT AS rejected,
    sum(superseded)::BIGINT AS superseded,
    sum(ignored)::BIGINT AS ignored,
    (sum(found) - sum(loaded) - sum(rejected) - sum(superseded) - sum(ignored))::BIGINT AS not_accounted_for
FROM conservation
GROUP BY kind
ORDER BY list_position(['event', 'deal', 'traveller line', 'contestant''s line'], kind)
