-- The traveller of one board: every line with its matchpoints under each profile, by comparison group
CREATE MACRO board_travellers(of_event, of_session, of_board) AS TABLE
    SELECT
        profile,
        variant,
        comparison_group,
        section,
        round,
        "table", -- noqa: RF06
        ns_pair,
        ew_pair,
        contract,
        declarer,
        tricks,
        ns_score,
        given_group,
        ruling,
        ns_mp,
        ew_mp,
        ns_pct,
        ew_pct,
        published_ns_mp,
        published_ew_mp,
        method,
        line
    FROM travellers
    WHERE event_id = of_event AND session = of_session AND board = of_board
    ORDER BY profile, variant, comparison_group, section, line;
