-- What a merge of companies made of matches can be taken back for 30 days: what they were before is kept until then, and not for an hour.
ALTER TABLE match_undos ADD COLUMN stays_until timestamptz;
DROP INDEX match_undos_by_age;
CREATE INDEX match_undos_by_age ON match_undos ((coalesce(stays_until, at)));
-- The next that are to go back, whatever organization they are of.
CREATE INDEX match_undos_that_stay ON match_undos (undo_id, organization_id, donation_id)
  WHERE stays_until IS NOT NULL AND undone_at IS NULL;
