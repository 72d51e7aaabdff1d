-- `place_on` and `place_of`: the day and the domain of the place that a mail took and has not spent. Once it is handed over, or its
-- place is given back, `place_on` is null.
ALTER TABLE notifications ADD COLUMN place_of text;
