-- Files and kinds of record whose account does not close: found is not what became of them
SELECT
    file_id,
    kind,
    found,
    loaded,
    rejected,
    superseded,
    ignored,
    found - loaded - rejected - superseded - ignored AS not_accounted_for
FROM conservation
WHERE found != loaded + rejected + superseded + ignored
