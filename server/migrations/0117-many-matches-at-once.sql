-- Many matches changed by one press: what was chosen when the summary was shown, and what became of each.
CREATE TABLE bulk_changes (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users,
  -- of the person when they asked
  level text NOT NULL CHECK (level IN ('write', 'admin', 'super')),
  action text NOT NULL,
  -- counting: which mails would follow is being found out, place by place
  state text NOT NULL CHECK (state IN ('counting', 'ready', 'running', 'done', 'undoing', 'undone')),
  -- under which the matches are kept as they were
  undo_id uuid NOT NULL,
  total integer NOT NULL,
  can integer NOT NULL,
  cannot jsonb NOT NULL,
  review jsonb,
  counted_to integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  taken_back integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  done_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX bulk_changes_by_age ON bulk_changes (organization_id, created_at);
CREATE INDEX bulk_changes_of_user ON bulk_changes (user_id);
CALL protect_organization_table('bulk_changes');

CREATE TABLE bulk_rows (
  organization_id bigint NOT NULL,
  bulk_id bigint NOT NULL,
  -- donor by donor, so that a person's matches are looked at together
  place integer NOT NULL,
  -- the organization itself or a chapter of it
  gift_organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  -- when it was chosen
  status_id smallint NOT NULL,
  -- null: still to do
  outcome text CHECK (outcome IN ('cannot', 'done', 'refused', 'taken_back', 'kept')),
  why text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, bulk_id, place),
  UNIQUE (organization_id, bulk_id, donation_id),
  FOREIGN KEY (organization_id, bulk_id) REFERENCES bulk_changes ON DELETE CASCADE
);
CREATE INDEX bulk_rows_to_do ON bulk_rows (organization_id, bulk_id, place) WHERE outcome IS NULL;
CREATE INDEX bulk_rows_left ON bulk_rows (organization_id, bulk_id, place) WHERE outcome IN ('cannot', 'refused', 'kept');
CALL protect_organization_table('bulk_rows');
