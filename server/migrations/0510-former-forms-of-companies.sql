-- The forms that a company had before: put aside by another upload or by hand, and taken up again if that was a mistake.
CREATE TABLE former_company_forms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 200),
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  pages jsonb NOT NULL,
  fields jsonb NOT NULL,
  placements jsonb NOT NULL,
  uploaded_by bigint REFERENCES users,
  uploaded_at timestamptz NOT NULL,
  ended_by bigint REFERENCES users,
  ended_at timestamptz NOT NULL
);
CREATE INDEX former_company_forms_by_company ON former_company_forms (company_id, id DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON former_company_forms TO twofold_app;
