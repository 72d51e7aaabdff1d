-- The events of one transaction have one time on the clock of the database. Earlier events only have `at`.
ALTER TABLE donation_events DROP COLUMN made_in, ADD recorded_at timestamptz;
ALTER TABLE donation_events ALTER recorded_at SET DEFAULT now();

ALTER TABLE report_mailings RENAME COLUMN rhythm TO frequency;
