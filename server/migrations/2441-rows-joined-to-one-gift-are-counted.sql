-- Rows that are further designations of a gift in an earlier row of the file.
ALTER TABLE imports ADD COLUMN joined integer NOT NULL DEFAULT 0;
