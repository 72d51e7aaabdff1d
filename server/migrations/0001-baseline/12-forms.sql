-- Forms of companies that donors and nonprofits sign.

-- Forms that a donor or the nonprofit signs for a match.
CREATE TABLE match_forms (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint,
  company_id bigint NOT NULL REFERENCES companies,
  answers jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL,
  document_sha256 bytea,
  file_key text,
  sha256 bytea,
  layout jsonb,
  final_key text,
  final_sha256 bytea,
  PRIMARY KEY (organization_id, donation_id),
  CHECK ((file_key IS NULL) = (sha256 IS NULL)),
  CONSTRAINT match_forms_final_check CHECK ((final_key IS NULL) = (final_sha256 IS NULL)),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('match_forms');
CREATE INDEX match_forms_by_company ON match_forms (company_id);

CREATE TABLE former_forms (
  organization_id bigint,
  donation_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint REFERENCES companies ON DELETE SET NULL,
  company_name text NOT NULL,
  signatures jsonb NOT NULL,
  document_sha256 bytea,
  file_key text,
  sha256 bytea,
  final_key text,
  final_sha256 bytea,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((file_key IS NULL) = (sha256 IS NULL)),
  CONSTRAINT former_forms_check1 CHECK ((final_key IS NULL) = (final_sha256 IS NULL)),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('former_forms');
CREATE INDEX former_forms_by_company ON former_forms (company_id);
CREATE INDEX former_forms_by_donation ON former_forms (organization_id, donation_id, id);

CREATE TABLE form_signatures (
  organization_id bigint,
  donation_id bigint,
  role text CHECK (role IN ('donor', 'nonprofit')),
  name text NOT NULL,
  email text NOT NULL DEFAULT '',
  method text NOT NULL CHECK (method IN ('typed', 'drawn')),
  drawing text NOT NULL DEFAULT '',
  consent text NOT NULL,
  signed_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  title text NOT NULL DEFAULT '',
  user_id bigint REFERENCES users ON DELETE SET NULL,
  undo_id uuid,
  PRIMARY KEY (organization_id, donation_id, role),
  FOREIGN KEY (organization_id, donation_id) REFERENCES match_forms ON DELETE CASCADE
);
CALL protect_organization_table('form_signatures');

-- Requests of companies to verify donations.
CREATE TABLE verification_requests (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint,
  asked_by text NOT NULL DEFAULT '' CHECK (length(asked_by) <= 200),
  until_at timestamptz,
  asked_at timestamptz NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('verification_requests');
CREATE INDEX verification_requests_due ON verification_requests (organization_id, until_at) WHERE until_at IS NOT NULL;

CREATE TABLE verification_alerts (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint,
  until_at timestamptz,
  alerted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, donation_id, until_at),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('verification_alerts');
CREATE INDEX verification_alerts_by_moment ON verification_alerts (organization_id, alerted_at);

CREATE FUNCTION match_form_file_is_loose()
  RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO loose_files (file_key)
  SELECT key FROM unnest(ARRAY[OLD.file_key, OLD.final_key]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER match_form_file_is_loose AFTER DELETE ON match_forms FOR EACH ROW EXECUTE FUNCTION match_form_file_is_loose();
CREATE TRIGGER former_form_file_is_loose AFTER DELETE ON former_forms FOR EACH ROW EXECUTE FUNCTION match_form_file_is_loose();
