-- The most important findings of a run: three of each kind before the fourth of any, at most $most
WITH event_differences AS (
    SELECT
        event_id,
        profile,
        count(*) AS figures,
        count(*) FILTER (WHERE level = 'place') AS places,
        count(*) FILTER (WHERE class = 'unexplained') AS unexplained
    FROM differences
    WHERE level IS DISTINCT FROM 'board'
    GROUP BY event_id, profile
),

-- Files of which lines are lost: what is recomputed of them is of the rest
cut AS (
    SELECT
        file_id,
        '; not all of the file could be read' AS said
    FROM problems
    WHERE
        rejects IN ('event', 'traveller line', 'contestant''s line')
        OR (severity = 'error' AND code IN ('xml_damaged', 'file_cut', 'rows_missing', 'bad_table'))
    GROUP BY file_id
),

found AS (
    SELECT
        0 AS kind_no,
        'winner not as published' AS what,
        CASE WHEN cut.said IS NULL THEN 0 ELSE -1 END AS weight,
        concat(
            CASE outcomes.direction WHEN 'NS' THEN 'N-S of ' WHEN 'EW' THEN 'E-W of ' ELSE '' END,
            coalesce('session ' || outcomes.session, 'the event'),
            CASE WHEN outcomes.section != '' THEN ', section ' || outcomes.section ELSE '' END,
            ': published ',
            outcomes.winner_published,
            ', recomputed ',
            outcomes.winner,
            ' under ',
            outcomes.own,
            cut.said
        ) AS detail,
        outcomes.event_id,
        events.file_id,
        events.line
    FROM outcomes
    LEFT JOIN events USING (event_id)
    LEFT JOIN cut ON events.file_id = cut.file_id
    WHERE outcomes.profile = outcomes.own AND outcomes.winner_not_as_published
    UNION ALL BY NAME
    SELECT
        1 AS kind_no,
        'records not accounted for' AS what,
        abs(not_accounted_for)::DOUBLE AS weight,
        format('{} of {} found ({})', not_accounted_for, found, kind) AS detail,
        file_id
    FROM unbalanced_accounts
    UNION ALL BY NAME
    SELECT
        2 AS kind_no,
        'faulty deal' AS what,
        abs(north_cards - 13) + abs(east_cards - 13) + abs(south_cards - 13) + abs(west_cards - 13) AS weight,
        format('{} ({}), hands {}-{}-{}-{}', pattern, law, north_cards, east_cards, south_cards, west_cards)
        || CASE WHEN duplicated != '' THEN '; twice ' || duplicated ELSE '' END
        || CASE WHEN missing != '' THEN '; missing ' || missing ELSE '' END AS detail,
        event_id,
        session,
        section,
        board,
        file_id,
        line
    FROM card_faults
    UNION ALL BY NAME
    SELECT
        3 AS kind_no,
        'published figures that differ' AS what,
        CASE
            WHEN cut.said IS NULL
                THEN
                    1e6 * event_differences.places + 1e3 * event_differences.unexplained
                    + event_differences.figures
            ELSE -1 / event_differences.figures
        END AS weight,
        format(
            'under {}: in all {}, unexplained {}, places {}',
            event_differences.profile,
            event_differences.figures,
            event_differences.unexplained,
            event_differences.places
        ) || coalesce(cut.said, '') AS detail,
        event_differences.event_id,
        events.file_id,
        events.line
    FROM event_differences
    LEFT JOIN events USING (event_id)
    LEFT JOIN cut ON events.file_id = cut.file_id
    UNION ALL BY NAME
    SELECT
        4 AS kind_no,
        'fouled board' AS what,
        comparable_lines AS weight,
        format(
            '{} lines ({})',
            CASE
                WHEN forms_given > 1 THEN form_sizes
                WHEN deals_played > 1 THEN deal_sizes
                ELSE comparable_lines::VARCHAR
            END,
            how_known
        ) AS detail,
        event_id,
        session,
        section,
        board,
        file_id,
        line
    FROM fouled_boards
    UNION ALL BY NAME
    SELECT
        5 AS kind_no,
        'results that do not fit the deal' AS what,
        bayes_factor AS weight,
        concat_ws(': ', kind, why) AS detail,
        event_id,
        session,
        section,
        board
    FROM suspicions
    WHERE finding IS DISTINCT FROM 'result entered wrongly'
    UNION ALL BY NAME
    SELECT
        6 AS kind_no,
        'result that cannot be right' AS what,
        0 AS weight,
        concat_ws(', ', concat_ws(': ', "check", found), 'expected ' || expected, law) AS detail,
        event_id,
        session,
        section,
        board,
        file_id,
        line
    FROM flags
    WHERE severity = 'error' AND result_id IS NOT NULL
    UNION ALL BY NAME
    SELECT
        7 AS kind_no,
        'file not read' AS what,
        bytes AS weight,
        concat(replace(status, '_', ' '), ', ', bytes, ' bytes') AS detail,
        file_id
    FROM files
    WHERE status IN ('no_reader', 'unreadable')
),

placed AS (
    SELECT
        kind_no,
        row_number() OVER (
            PARTITION BY kind_no
            ORDER BY weight DESC, event_id ASC, session ASC, section ASC, board ASC, file_id ASC, line ASC
        ) AS place,
        what,
        event_id,
        session,
        section,
        board,
        detail,
        file_id,
        line,
        count(*) OVER () AS in_all
    FROM found
)

SELECT
    row_number() OVER (ORDER BY (placed.place - 1) // 3, placed.kind_no, placed.place) AS importance,
    placed.what,
    placed.event_id,
    events.name AS event,
    events.date,
    placed.session,
    placed.section,
    placed.board,
    placed.detail,
    files.path AS file,
    placed.line,
    placed.in_all
FROM placed
LEFT JOIN events USING (event_id)
LEFT JOIN files ON placed.file_id = files.file_id
ORDER BY importance
LIMIT $most
