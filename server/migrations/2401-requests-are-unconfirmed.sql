-- A match request from a public page or the widget counts nowhere and is never billed until the donor, a file, an integration or staff
-- confirm it. Requests that exist already stay confirmed. Changing a stored expression rewrites the table.
ALTER TABLE donations ADD COLUMN unconfirmed boolean NOT NULL DEFAULT false;
ALTER TABLE donations ALTER COLUMN counted
  SET EXPRESSION AS ((merged_into_id IS NULL) AND (deleted_at IS NULL) AND NOT unconfirmed);
-- Matches as they were before a change, kept to undo it.
UPDATE match_undos SET before = before || '{"unconfirmed": false}';
UPDATE donor_merge_matches SET before = before || '{"unconfirmed": false}';
