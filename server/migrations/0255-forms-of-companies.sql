-- The form by which a company is asked for its match: its pages without whatever ran in the file, the fields it had, and what of
-- ours stands where. A company has one; another upload takes its place.
CREATE TABLE company_forms (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 200),
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  -- in points: [{"width": 612, "height": 792}]
  pages jsonb NOT NULL,
  -- what the file itself called its fields, and where they stand
  fields jsonb NOT NULL DEFAULT '[]',
  -- [{"source": "donor_name", "page": 1, "x": 72, "y": 100, "width": 200, "height": 16, "size": 10}], y from the top
  placements jsonb NOT NULL DEFAULT '[]',
  uploaded_by bigint REFERENCES users,
  uploaded_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON company_forms TO twofold_app;
