-- Boards whose comparable lines played, or were scored in, more than one form of the deal; a row a field
WITH several_records AS (
    SELECT
        season,
        event_id,
        session,
        board
    FROM boards
    GROUP BY season, event_id, session, board
    HAVING
        min(hash(north, east, south, west, dealer, vulnerable))
        != max(hash(north, east, south, west, dealer, vulnerable))
),

scored_apart AS (
    SELECT
        results.season,
        results.event_id,
        results.session,
        results.scored_with,
        results.board,
        max(scores.comparison_group) AS comparison_groups
    FROM results
    INNER JOIN scores USING (season, event_id, result_id)
    WHERE scores.comparison_group > 1
    GROUP BY results.season, results.event_id, results.session, results.scored_with, results.board
),

ruled AS (
    SELECT DISTINCT
        results.season,
        results.event_id,
        results.session,
        results.scored_with,
        results.board,
        TRUE AS is_ruled
    FROM results
    -- A ruling without a session or section is on every one.
    INNER JOIN rulings
        ON
            results.event_id = rulings.event_id
            AND results.board = rulings.board
            AND results.session = coalesce(rulings.session, results.session)
            AND results.section = coalesce(rulings.section, results.section)
    WHERE rulings.what = 'fouled' AND coalesce(rulings.state, 'settled') = 'settled'
),

candidates AS (
    SELECT
        season,
        event_id,
        session,
        scored_with,
        board
    FROM results
    WHERE given_group IS NOT NULL
    UNION
    SELECT
        results.season,
        results.event_id,
        results.session,
        results.scored_with,
        results.board
    FROM results
    INNER JOIN several_records USING (season, event_id, session, board)
    UNION
    SELECT
        season,
        event_id,
        session,
        scored_with,
        board
    FROM scored_apart
    UNION
    SELECT
        season,
        event_id,
        session,
        scored_with,
        board
    FROM ruled
),

-- What is ruled stands for what was read.
ruled_plays AS (
    SELECT
        event_id,
        result_id,
        max(as_ruled) FILTER (WHERE field = 'kind') AS ruled_kind,
        max(as_ruled) FILTER (WHERE field = 'multiplicity')::INTEGER AS ruled_multiplicity,
        max(as_ruled) FILTER (WHERE field = 'given_group') AS ruled_group,
        bool_or(field = 'given_group') AS is_of_ruled_group
    FROM ruled_lines
    WHERE field IN ('kind', 'multiplicity', 'given_group')
    GROUP BY event_id, result_id
),

-- A line that is not compared, such as an artificial one, is of no form: its `lines` is null.
plays AS (
    SELECT
        results.season,
        results.event_id,
        results.session,
        results.scored_with,
        results.board,
        results.section,
        CASE
            WHEN ruled_plays.is_of_ruled_group THEN ruled_plays.ruled_group ELSE results.given_group
        END AS form,
        CASE
            WHEN coalesce(ruled_plays.ruled_kind, results.kind) IN ('played', 'passed_out')
                THEN coalesce(ruled_plays.ruled_multiplicity, results.multiplicity, 1)
        END AS lines,
        results.file_id,
        results.line
    FROM results
    INNER JOIN candidates USING (season, event_id, session, scored_with, board)
    LEFT JOIN ruled_plays
        ON results.event_id = ruled_plays.event_id AND results.result_id = ruled_plays.result_id
),

form_counts AS (
    SELECT
        season,
        event_id,
        session,
        scored_with,
        board,
        form,
        sum(lines)::INTEGER AS form_lines,
        list(DISTINCT section) AS sections,
        min(file_id) AS file_id,
        min(line) AS line
    FROM plays
    GROUP BY season, event_id, session, scored_with, board, form
    HAVING count(lines) > 0
),

forms AS (
    SELECT
        season,
        event_id,
        session,
        scored_with,
        board,
        array_to_string(list_sort(list_distinct(flatten(list(sections)))), ', ') AS section,
        sum(form_lines)::INTEGER AS comparable_lines,
        count(*) AS forms_given,
        string_agg(form_lines, ' + ' ORDER BY form_lines DESC) AS form_sizes,
        min(file_id) AS file_id,
        min(line) AS line
    FROM form_counts
    GROUP BY season, event_id, session, scored_with, board
),

deal_counts AS (
    SELECT
        results.season,
        results.event_id,
        results.session,
        results.scored_with,
        results.board,
        boards.north || ' ' || boards.east || ' ' || boards.south || ' ' || boards.west AS hands,
        boards.dealer,
        boards.vulnerable,
        sum(coalesce(results.multiplicity, 1))::INTEGER AS deal_lines
    FROM results
    INNER JOIN several_records USING (season, event_id, session, board)
    INNER JOIN boards
        ON
            results.season = boards.season
            AND results.event_id = boards.event_id
            AND results.deal_id = boards.deal_id
    WHERE results.kind IN ('played', 'passed_out')
    GROUP BY
        results.season,
        results.event_id,
        results.session,
        results.scored_with,
        results.board,
        hands,
        boards.dealer,
        boards.vulnerable
),

-- A hand, a dealer or a vulnerability that is not recorded tells no two deals apart.
deals AS (
    SELECT
        season,
        event_id,
        session,
        scored_with,
        board,
        greatest(count(DISTINCT hands), count(DISTINCT dealer), count(DISTINCT vulnerable)) AS deals_played,
        string_agg(deal_lines, ' + ' ORDER BY deal_lines DESC) AS deal_sizes
    FROM deal_counts
    GROUP BY season, event_id, session, scored_with, board
),

-- Deals that have nothing in common are not one board in several forms.
unrelated AS (
    SELECT DISTINCT
        event_id,
        session,
        board,
        TRUE AS is_unrelated
    FROM flags
    WHERE "check" = 'deals_unrelated'
)

SELECT
    forms.season,
    forms.event_id,
    events.name AS event,
    forms.session,
    forms.section,
    forms.scored_with,
    forms.board,
    forms.comparable_lines,
    forms.forms_given,
    forms.form_sizes,
    coalesce(deals.deals_played, 0) AS deals_played,
    deals.deal_sizes,
    scored_apart.comparison_groups,
    ruled.is_ruled IS NOT NULL AS is_ruled,
    concat_ws(
        ', ',
        CASE WHEN forms.forms_given > 1 AND ruled.is_ruled IS NULL THEN 'forms given' END,
        CASE WHEN deals.deals_played > 1 THEN 'deals recorded' END,
        CASE WHEN scored_apart.comparison_groups > 1 THEN 'scored in groups' END,
        CASE WHEN ruled.is_ruled THEN 'ruling' END
    ) AS how_known,
    forms.file_id,
    forms.line
FROM forms
LEFT JOIN deals USING (season, event_id, session, scored_with, board)
LEFT JOIN scored_apart USING (season, event_id, session, scored_with, board)
LEFT JOIN ruled USING (season, event_id, session, scored_with, board)
LEFT JOIN events ON forms.event_id = events.event_id
LEFT JOIN unrelated
    ON
        forms.event_id = unrelated.event_id
        AND forms.session = unrelated.session
        AND forms.board = unrelated.board
WHERE
    forms.forms_given > 1
    OR (deals.deals_played > 1 AND unrelated.is_unrelated IS NULL)
    OR scored_apart.comparison_groups > 1
    OR ruled.is_ruled
