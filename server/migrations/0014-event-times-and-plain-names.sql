-- The events of one transaction have one time on the clock of the database. Earlier events only have `at`.
ALTER TABLE donation_events DROP COLUMN made_in, ADD recorded_at timestamptz;
ALTER TABLE donation_events ALTER recorded_at SET DEFAULT now();

ALTER TABLE report_mailings RENAME COLUMN rhythm TO frequency;
ALTER TABLE report_files RENAME COLUMN goes_at TO expires_at;
ALTER INDEX report_files_going RENAME TO report_files_by_expiry;
ALTER TABLE email_template_deals RENAME TO email_template_rotations;
ALTER TABLE email_template_rotations RENAME COLUMN dealt TO assigned;
ALTER TABLE email_template_rotations RENAME CONSTRAINT email_template_deals_pkey TO email_template_rotations_pkey;
ALTER TABLE email_template_rotations
  RENAME CONSTRAINT email_template_deals_organization_id_fkey TO email_template_rotations_organization_id_fkey;
