-- Rows about known gifts that say something new, which the person did not apply.
ALTER TABLE imports ADD COLUMN not_taken integer NOT NULL DEFAULT 0;
