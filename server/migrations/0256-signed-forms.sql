-- A company's form as its donor opened it, and signed it.
CREATE TABLE match_forms (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint NOT NULL,
  company_id bigint NOT NULL REFERENCES companies,
  -- what the form asks and only the donor knows: {"employee_id": "4711"}
  answers jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL,
  -- of the filled form as the donor read it; null until they signed
  document_sha256 bytea,
  -- with the donor's signature
  file_key text,
  sha256 bytea,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE,
  CHECK ((file_key IS NULL) = (sha256 IS NULL))
);
CREATE INDEX match_forms_by_company ON match_forms (company_id);
CALL protect_organization_table('match_forms');

CREATE TABLE form_signatures (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  role text NOT NULL CHECK (role IN ('donor')),
  name text NOT NULL,
  email text NOT NULL DEFAULT '',
  method text NOT NULL CHECK (method IN ('typed', 'drawn')),
  -- strokes of a drawn name
  drawing text NOT NULL DEFAULT '',
  consent text NOT NULL,
  signed_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  PRIMARY KEY (organization_id, donation_id, role),
  FOREIGN KEY (organization_id, donation_id) REFERENCES match_forms ON DELETE CASCADE
);
CALL protect_organization_table('form_signatures');

-- A row that goes leaves its file to the sweeper.
CREATE FUNCTION match_form_file_is_loose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_files (file_key)
  SELECT OLD.file_key WHERE OLD.file_key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER match_form_file_is_loose AFTER DELETE ON match_forms FOR EACH ROW EXECUTE FUNCTION match_form_file_is_loose();
