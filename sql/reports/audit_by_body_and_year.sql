-- Published figures by body and year: reproduced, explained, wrong and unexplained
SELECT
    events.body,
    audited.season,
    count(DISTINCT audited.event_id) AS events,
    sum(audited.published)::BIGINT AS published,
    sum(audited.reproduced)::BIGINT AS reproduced,
    sum(audited.explained)::BIGINT AS explained,
    sum(audited.wrong)::BIGINT AS wrong,
    sum(audited.unexplained)::BIGINT AS unexplained,
    sum(audited.not_compared)::BIGINT AS not_compared
FROM audited
LEFT JOIN events ON audited.event_id = events.event_id
GROUP BY events.body, audited.season
ORDER BY events.body ASC NULLS LAST, audited.season ASC
