-- Standings, each with whether its number stands once in its session or is a pair in each direction
SELECT
    season,
    event_id,
    session,
    section,
    profile,
    variant,
    pair,
    direction,
    count(*) OVER (PARTITION BY season, event_id, session, section, profile, variant, pair) = 1 AS is_alone,
    boards,
    mp,
    top,
    percent,
    imp,
    points,
    carryover,
    place
FROM standings
