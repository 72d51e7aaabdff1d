-- Uploads of donations.

-- Column mappings, by the columns of a file.
CREATE TABLE import_maps (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  fingerprint text,
  map jsonb NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL,
  answers jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, fingerprint)
);
CALL protect_organization_table('import_maps');

-- Changes of known donations by an upload, with the values before.
CREATE TABLE import_news (
  organization_id bigint,
  import_id bigint,
  donation_id bigint,
  kinds text[] NOT NULL,
  with_employer boolean NOT NULL,
  before jsonb NOT NULL,
  donor_id bigint NOT NULL,
  filled text[] NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, import_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('import_news');
CREATE INDEX import_news_of_donation ON import_news (organization_id, donation_id);

-- Rows that an upload rejected.
CREATE TABLE import_rejects (
  organization_id bigint,
  import_id bigint,
  "row" integer,
  reason text NOT NULL,
  problem text NOT NULL,
  cells jsonb NOT NULL,
  PRIMARY KEY (organization_id, import_id, "row"),
  FOREIGN KEY (organization_id, import_id) REFERENCES imports ON DELETE CASCADE
);
CALL protect_organization_table('import_rejects');

-- Reports and saved views of the list.
CREATE TABLE reports (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users,
  scope text NOT NULL CHECK (scope IN ('personal', 'organization', 'full_org')),
  name text NOT NULL CHECK ((length(name) >= 1) AND (length(name) <= 120)),
  look json NOT NULL,
  downloads bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  view_id bigint,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('reports');
CREATE INDEX reports_by_id ON reports (id);
CREATE INDEX reports_of_user ON reports (user_id);

-- Downloads that a job writes.
CREATE TABLE report_files (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  wanted json NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'writing', 'ready', 'failed')),
  rows_found integer,
  rows_written integer NOT NULL DEFAULT 0,
  runs smallint NOT NULL DEFAULT 0,
  run_key text,
  file_key text,
  bytes bigint,
  problem text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  goes_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'ready') = (file_key IS NOT NULL)),
  CONSTRAINT report_files_check1 CHECK ((state = 'ready') = (bytes IS NOT NULL))
);
CALL protect_organization_table('report_files');
CREATE INDEX report_files_going ON report_files (goes_at);
CREATE INDEX report_files_of_user ON report_files (user_id);

-- Scheduled report emails: recipient and next date.
CREATE TABLE report_mailings (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  report_id bigint,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  rhythm text NOT NULL CHECK (rhythm IN ('weekly', 'monthly')),
  day smallint NOT NULL,
  set_by bigint REFERENCES users ON DELETE SET NULL,
  next_day date NOT NULL,
  next_at timestamptz NOT NULL,
  last_day date,
  PRIMARY KEY (organization_id, report_id, user_id),
  CHECK ((day >= 1) AND (day <= CASE rhythm WHEN 'weekly' THEN 7 ELSE 31 END)),
  FOREIGN KEY (organization_id, report_id) REFERENCES reports ON DELETE CASCADE
);
CALL protect_organization_table('report_mailings');
CREATE INDEX report_mailings_due ON report_mailings (next_at);
CREATE INDEX report_mailings_of_user ON report_mailings (user_id);

CREATE FUNCTION report_file_is_loose()
  RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO loose_files (file_key) VALUES (OLD.file_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION reports_reaching(organization bigint)
  RETURNS TABLE(in_organization bigint, report reports) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, r FROM organizations o JOIN reports r ON r.organization_id = o.parent_id AND r.scope = 'full_org'
  WHERE o.id = reports_reaching.organization AND o.id = ANY (tenant_organizations()) AND r.deleted_at IS NULL
$$;

CREATE TRIGGER report_file_is_loose AFTER DELETE ON report_files FOR EACH ROW WHEN ((old.file_key IS NOT NULL)) EXECUTE FUNCTION
      report_file_is_loose();
CREATE TRIGGER report_file_was_taken AFTER UPDATE OF file_key ON report_files FOR EACH ROW WHEN (((old.file_key IS NOT NULL) AND
      (old.file_key IS DISTINCT FROM new.file_key))) EXECUTE FUNCTION report_file_is_loose();
