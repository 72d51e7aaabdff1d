-- Keys of files that no row leads to: not yet, or not any more. A row comes here before its file is written, and before
-- the last row that led to a file is gone; a sweeper removes the files of those that stay.
CREATE TABLE loose_files (
  file_key text PRIMARY KEY,
  since timestamptz NOT NULL
);
CREATE INDEX loose_files_by_age ON loose_files (since);

-- What the file must be when it is read again. Without one: it is older than this.
ALTER TABLE organization_documents ADD COLUMN sha256 bytea;

-- Since when the rules look at the gifts again because of what the organization said of itself; null when they are done.
ALTER TABLE organizations ADD COLUMN looking_again_since timestamptz;
