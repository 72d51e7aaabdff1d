-- What was done at once: a gift that left its match for being cancelled may go back with it, one that had left before may not.
-- Earlier events have none.
ALTER TABLE donation_events ADD COLUMN made_in xid8;
ALTER TABLE donation_events ALTER COLUMN made_in SET DEFAULT pg_current_xact_id();
