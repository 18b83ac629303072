-- Deals that cannot be one pack in hands of thirteen; one with a hand not given is incomplete, not at fault
WITH suits AS (
    SELECT
        deal_id,
        season,
        event_id,
        session,
        section,
        board,
        deal_origin,
        north,
        east,
        south,
        west,
        file_id,
        line,
        split_part(north, '.', 1) || split_part(east, '.', 1)
        || split_part(south, '.', 1) || split_part(west, '.', 1) AS spades,
        split_part(north, '.', 2) || split_part(east, '.', 2)
        || split_part(south, '.', 2) || split_part(west, '.', 2) AS hearts,
        split_part(north, '.', 3) || split_part(east, '.', 3)
        || split_part(south, '.', 3) || split_part(west, '.', 3) AS diamonds,
        split_part(north, '.', 4) || split_part(east, '.', 4)
        || split_part(south, '.', 4) || split_part(west, '.', 4) AS clubs,
        ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] AS ranks
    FROM boards
    WHERE north IS NOT NULL AND east IS NOT NULL AND south IS NOT NULL AND west IS NOT NULL
),

-- A hand of thirteen is sixteen characters with its dots; only what differs, or lacks a card, is counted.
-- Four hands of one size under thirteen are a position of the play: no fault unless a card stands twice.
counted AS (
    SELECT
        deal_id,
        season,
        event_id,
        session,
        section,
        board,
        deal_origin,
        file_id,
        line,
        length(regexp_replace(north, '[^AKQJT98765432]', '', 'g')) AS north_cards,
        length(regexp_replace(east, '[^AKQJT98765432]', '', 'g')) AS east_cards,
        length(regexp_replace(south, '[^AKQJT98765432]', '', 'g')) AS south_cards,
        length(regexp_replace(west, '[^AKQJT98765432]', '', 'g')) AS west_cards,
        ['S' || rank FOR rank IN ranks IF length(spades) - length(replace(spades, rank, '')) > 1]
        || ['H' || rank FOR rank IN ranks IF length(hearts) - length(replace(hearts, rank, '')) > 1]
        || ['D' || rank FOR rank IN ranks IF length(diamonds) - length(replace(diamonds, rank, '')) > 1]
        || ['C' || rank FOR rank IN ranks IF length(clubs) - length(replace(clubs, rank, '')) > 1]
            AS duplicated_cards,
        ['S' || rank FOR rank IN ranks IF NOT contains(spades, rank)]
        || ['H' || rank FOR rank IN ranks IF NOT contains(hearts, rank)]
        || ['D' || rank FOR rank IN ranks IF NOT contains(diamonds, rank)]
        || ['C' || rank FOR rank IN ranks IF NOT contains(clubs, rank)] AS missing_cards,
        least(north_cards, east_cards, south_cards, west_cards) AS fewest,
        greatest(north_cards, east_cards, south_cards, west_cards) AS most
    FROM suits
    WHERE
        CASE
            WHEN
                length(north) = 16 AND length(east) = 16 AND length(south) = 16 AND length(west) = 16
                AND len([rank FOR rank IN ranks IF contains(spades, rank)]) = 13
                AND len([rank FOR rank IN ranks IF contains(hearts, rank)]) = 13
                AND len([rank FOR rank IN ranks IF contains(diamonds, rank)]) = 13
                AND len([rank FOR rank IN ranks IF contains(clubs, rank)]) = 13
                THEN FALSE
            ELSE len(duplicated_cards) > 0 OR most > 13 OR fewest < most
        END
),

patterns AS (
    SELECT
        deal_id,
        season,
        event_id,
        session,
        section,
        board,
        deal_origin,
        north_cards,
        east_cards,
        south_cards,
        west_cards,
        array_to_string(duplicated_cards, ' ') AS duplicated,
        array_to_string(missing_cards, ' ') AS missing,
        fewest,
        most,
        CASE
            WHEN fewest = 13 AND most = 13 THEN 'bad pack'
            WHEN fewest = most AND most < 13 THEN 'other'
            WHEN most <= 13 THEN '14-law'
            WHEN fewest >= 13 THEN 'surplus card'
            WHEN len(duplicated_cards) = 0 AND len(missing_cards) = 0 THEN '13-law'
            WHEN north_cards + east_cards + south_cards + west_cards > 52 THEN 'surplus card'
            ELSE 'other'
        END AS pattern,
        file_id,
        line
    FROM counted
)

SELECT
    patterns.deal_id,
    patterns.season,
    patterns.event_id,
    events.name AS event,
    patterns.session,
    patterns.section,
    patterns.board,
    patterns.deal_origin,
    patterns.north_cards,
    patterns.east_cards,
    patterns.south_cards,
    patterns.west_cards,
    patterns.duplicated,
    patterns.missing,
    patterns.pattern,
    CASE patterns.pattern
        WHEN '14-law' THEN 'Law 14'
        WHEN 'bad pack' THEN 'Law 1'
        WHEN 'other' THEN CASE WHEN patterns.fewest = patterns.most THEN 'Law 1' ELSE 'Laws 1 and 13' END
        ELSE 'Law 13'
    END AS law,
    patterns.file_id,
    files.path,
    patterns.line
FROM patterns
LEFT JOIN events ON patterns.event_id = events.event_id
LEFT JOIN files ON patterns.file_id = files.file_id
