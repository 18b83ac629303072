-- Matchpoints as a percentage of the top, to two decimals; null where the top is 0
CREATE MACRO mp_percent(mp, top) AS round(100.0 * mp / nullif(top, 0), 2);
