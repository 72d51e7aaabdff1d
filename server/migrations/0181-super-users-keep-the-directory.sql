-- What super users changed about the directory, each with what taking it back needs. The directory is nobody's
-- organization's, so these lines are its audit trail.
CREATE TABLE directory_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('added', 'company', 'policy', 'merge', 'platform', 'rate')),
  company_id bigint REFERENCES companies ON DELETE SET NULL,
  -- of the company or the platform, as it was called then
  subject text NOT NULL,
  changes jsonb NOT NULL,
  undo jsonb NOT NULL,
  -- whose open gifts are looked at again for it, with those of their subsidiaries; and how many these were
  company_ids bigint[] NOT NULL,
  gifts integer NOT NULL DEFAULT 0,
  address text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  undone_at timestamptz,
  undone_by bigint REFERENCES users
);
CREATE INDEX directory_changes_of_company ON directory_changes (company_id, id DESC);
GRANT SELECT, INSERT, UPDATE ON directory_changes TO twofold_app;

-- Editions of the directory's files change nothing that a super user entered: not a company they edited, not a name they gave
-- it (edition_name is what the files call it), not an alias or a mail domain that they took out.
ALTER TABLE companies
  ADD COLUMN entered_by bigint REFERENCES users,
  ADD COLUMN edition_name text UNIQUE;
CREATE TABLE left_out_of_editions (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('alias', 'domain')),
  value text NOT NULL,
  PRIMARY KEY (company_id, kind, value)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON left_out_of_editions TO twofold_app;
