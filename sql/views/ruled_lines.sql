-- What rulings change of traveller lines: a row a line and column, with what was read and what is ruled
WITH changed AS (
    SELECT
        event_id,
        what,
        source,
        unnest(changes) AS change
    FROM rulings
)

SELECT
    changed.event_id,
    changed.change.result_id,
    changed.change.field,
    changed.change.as_read,
    changed.change.as_ruled,
    changed.what,
    changed.source
FROM changed
