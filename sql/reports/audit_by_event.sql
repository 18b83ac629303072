-- Published figures by event: reproduced, explained, wrong and unexplained, and the method that gives most
WITH counted AS (
    SELECT
        event_id,
        sum(published)::BIGINT AS published,
        sum(reproduced)::BIGINT AS reproduced,
        sum(explained)::BIGINT AS explained,
        sum(wrong)::BIGINT AS wrong,
        sum(unexplained)::BIGINT AS unexplained,
        sum(not_compared)::BIGINT AS not_compared
    FROM audited
    GROUP BY event_id
),

best AS (
    SELECT
        explanations.event_id,
        string_agg(
            concat(explanations.quantity, ': ', explanations.scale, ', ', explanations.method),
            '; ' ORDER BY explanations.quantity
        ) AS best_method
    FROM explanations
    WHERE explanations.method IS NOT NULL
    GROUP BY explanations.event_id
)

SELECT
    counted.event_id,
    events.name AS event,
    events.date,
    counted.published,
    counted.reproduced,
    counted.explained,
    counted.wrong,
    counted.unexplained,
    counted.not_compared,
    best.best_method
FROM counted
LEFT JOIN events ON counted.event_id = events.event_id
LEFT JOIN best ON counted.event_id = best.event_id
ORDER BY counted.unexplained DESC, counted.wrong DESC, counted.explained DESC, counted.event_id ASC
