-- Searches compare names with straight apostrophes, however they were typed.
UPDATE submissions SET search_text = replace(search_text, '’', '''') WHERE search_text LIKE '%’%';
UPDATE clients SET search_text = replace(search_text, '’', '''') WHERE search_text LIKE '%’%';
UPDATE affiliates SET name_key = replace(name_key, '’', '''') WHERE name_key LIKE '%’%';
