-- A company's form as it was opened, signed by the donor, and perhaps by the nonprofit. The file is that of the last signature.
CREATE TABLE match_forms (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint NOT NULL,
  company_id bigint NOT NULL REFERENCES companies,
  -- what the form asks and only the donor knows: {"employee_id": "4711"}
  answers jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL,
  -- of the filled form as the donor read it; null until they signed
  document_sha256 bytea,
  -- with the donor's signature, and what was written where
  file_key text,
  sha256 bytea,
  layout jsonb,
  -- with the nonprofit's signature too, made when it is first asked for
  final_key text,
  final_sha256 bytea,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE,
  CHECK ((file_key IS NULL) = (sha256 IS NULL) AND (final_key IS NULL) = (final_sha256 IS NULL))
);
CREATE INDEX match_forms_by_company ON match_forms (company_id);
CALL protect_organization_table('match_forms');

CREATE TABLE form_signatures (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  role text NOT NULL CHECK (role IN ('donor', 'nonprofit')),
  name text NOT NULL,
  title text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  method text NOT NULL CHECK (method IN ('typed', 'drawn', 'pressed')),
  -- strokes of a drawn name
  drawing text NOT NULL DEFAULT '',
  consent text NOT NULL,
  signed_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, donation_id, role),
  FOREIGN KEY (organization_id, donation_id) REFERENCES match_forms ON DELETE CASCADE
);
CALL protect_organization_table('form_signatures');

-- A row that goes leaves its files to the sweeper.
CREATE FUNCTION match_form_files_are_loose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_files (file_key)
  SELECT key FROM unnest(ARRAY[OLD.file_key, OLD.final_key]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER match_form_files_are_loose AFTER DELETE ON match_forms FOR EACH ROW EXECUTE FUNCTION match_form_files_are_loose();
