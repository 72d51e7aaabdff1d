-- Reports whose undoing nobody works on any more are looked for every minute, across organizations.
ALTER TABLE payout_reports ADD COLUMN undoing_since timestamptz;
UPDATE payout_reports SET undoing_since = now() WHERE state = 'undoing';
CREATE INDEX payout_reports_undoing ON payout_reports (organization_id, id) WHERE state = 'undoing';
