-- Downloads of many rows: asked for by a person, written by a job, kept for some days.
CREATE TABLE report_files (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  -- the filters of the list, or a report as it was when it was asked for, its columns in their order
  wanted json NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'writing', 'ready', 'failed')),
  -- null until they are counted
  rows_found integer,
  rows_written integer NOT NULL DEFAULT 0,
  -- of the run that is at it: one that was taken for dead and comes back finds another here, and keeps nothing
  runs smallint NOT NULL DEFAULT 0,
  run_key text,
  file_key text,
  bytes bigint,
  problem text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  goes_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'ready') = (file_key IS NOT NULL)),
  CHECK ((state = 'ready') = (bytes IS NOT NULL))
);
CREATE INDEX report_files_of_user ON report_files (user_id);
CREATE INDEX report_files_going ON report_files (goes_at);
CALL protect_organization_table('report_files');

-- Whatever takes the row away, a person's account with it: its file is removed by the sweeper at the latest.
CREATE FUNCTION report_file_is_loose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_files (file_key) VALUES (OLD.file_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER report_file_is_loose AFTER DELETE ON report_files FOR EACH ROW
  WHEN (OLD.file_key IS NOT NULL) EXECUTE FUNCTION report_file_is_loose();
CREATE TRIGGER report_file_was_taken AFTER UPDATE OF file_key ON report_files FOR EACH ROW
  WHEN (OLD.file_key IS NOT NULL AND OLD.file_key IS DISTINCT FROM NEW.file_key) EXECUTE FUNCTION report_file_is_loose();
