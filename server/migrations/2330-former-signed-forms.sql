-- A form that its donor signed, and that another one of the same match took the place of: somebody else is the employer since, or the
-- request was begun anew. What was signed is kept as long as the match.
CREATE TABLE former_forms (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- a company of the directory may go
  company_id bigint REFERENCES companies ON DELETE SET NULL,
  company_name text NOT NULL,
  -- the rows of form_signatures as they were: [{"role": "donor", "name": "Maria Gonzalez", "signed_at": ...}]
  signatures jsonb NOT NULL,
  document_sha256 bytea,
  file_key text,
  sha256 bytea,
  final_key text,
  final_sha256 bytea,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE,
  CHECK ((file_key IS NULL) = (sha256 IS NULL)),
  CHECK ((final_key IS NULL) = (final_sha256 IS NULL))
);
CREATE INDEX former_forms_by_donation ON former_forms (organization_id, donation_id, id);
CREATE INDEX former_forms_by_company ON former_forms (company_id);
CALL protect_organization_table('former_forms');
CREATE TRIGGER former_form_file_is_loose AFTER DELETE ON former_forms
  FOR EACH ROW EXECUTE FUNCTION match_form_file_is_loose();
