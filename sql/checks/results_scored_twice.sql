-- Traveller lines with more than one score under a profile and variant; there should be none
SELECT
    event_id,
    result_id,
    profile,
    variant,
    count(*) AS scores
FROM scores
GROUP BY event_id, result_id, profile, variant
HAVING count(*) > 1
ORDER BY event_id, result_id, profile, variant
