-- Customers and clients of before are found by the plain letters that people type, as new ones are
-- (`domain::comparable::search_text`): a second line without the accents of Latin letters. The first stays as it was.
-- SQLite's parser allows only so many calls within each other.
UPDATE submissions SET search_text = search_text || char(10) || (
  SELECT replace(line, 'þ', 'th') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(line,
    'ţ', 't'), 'ț', 't'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'ū', 'u'), 'ů', 'u'), 'ű', 'u'), 'ý', 'y'),
    'ÿ', 'y'), 'ź', 'z'), 'ž', 'z'), 'ż', 'z'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(line,
    'ñ', 'n'), 'ń', 'n'), 'ň', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ő', 'o'), 'ø', 'o'),
    'ō', 'o'), 'ř', 'r'), 'ś', 's'), 'š', 's'), 'ş', 's'), 'ș', 's'), 'ť', 't') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(line,
    'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ē', 'e'), 'ė', 'e'), 'ę', 'e'), 'ě', 'e'), 'ğ', 'g'), 'ì', 'i'),
    'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ī', 'i'), 'ı', 'i'), 'ł', 'l'), 'ľ', 'l') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    '''', ''), char(775), ''), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ā', 'a'),
    'ă', 'a'), 'ą', 'a'), 'ç', 'c'), 'ć', 'c'), 'č', 'c'), 'ď', 'd'), 'đ', 'd'), 'ð', 'd') AS line)))))
 WHERE instr(search_text, '''') > 0 OR length(search_text) <> length(CAST(search_text AS BLOB));
UPDATE clients SET search_text = search_text || char(10) || (
  SELECT replace(line, 'þ', 'th') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(line,
    'ţ', 't'), 'ț', 't'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'ū', 'u'), 'ů', 'u'), 'ű', 'u'), 'ý', 'y'),
    'ÿ', 'y'), 'ź', 'z'), 'ž', 'z'), 'ż', 'z'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(line,
    'ñ', 'n'), 'ń', 'n'), 'ň', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ő', 'o'), 'ø', 'o'),
    'ō', 'o'), 'ř', 'r'), 'ś', 's'), 'š', 's'), 'ş', 's'), 'ș', 's'), 'ť', 't') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(line,
    'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ē', 'e'), 'ė', 'e'), 'ę', 'e'), 'ě', 'e'), 'ğ', 'g'), 'ì', 'i'),
    'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ī', 'i'), 'ı', 'i'), 'ł', 'l'), 'ľ', 'l') AS line
    FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    '''', ''), char(775), ''), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ā', 'a'),
    'ă', 'a'), 'ą', 'a'), 'ç', 'c'), 'ć', 'c'), 'č', 'c'), 'ď', 'd'), 'đ', 'd'), 'ð', 'd') AS line)))))
 WHERE instr(search_text, '''') > 0 OR length(search_text) <> length(CAST(search_text AS BLOB));
