-- Events whose winner is another under another rule, or is not the one that was published
SELECT
    outcomes.event_id,
    events.name AS event,
    events.date,
    outcomes.session,
    outcomes.direction,
    outcomes.own,
    outcomes.profile,
    outcomes.winner_published,
    outcomes.winner_own,
    outcomes.winner,
    outcomes.places_changed,
    outcomes.largest_move,
    outcomes.runner_up,
    outcomes.margin,
    outcomes.needed,
    outcomes.needed_board
FROM outcomes
LEFT JOIN events ON outcomes.event_id = events.event_id
WHERE outcomes.winner_changes OR (outcomes.profile = outcomes.own AND outcomes.winner_not_as_published)
ORDER BY outcomes.event_id ASC, outcomes.session ASC, outcomes.direction ASC, outcomes.profile ASC
