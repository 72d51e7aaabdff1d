-- A report of money paid, uploaded or typed in, on its way from the queue to its end.
CREATE TABLE payout_reports (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'undone')),
  -- null: typed in
  file_name text,
  file_key text,
  -- lines read so far, while it runs
  done integer NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  tied integer NOT NULL DEFAULT 0,
  doubtful integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  known integer NOT NULL DEFAULT 0,
  refused jsonb NOT NULL DEFAULT '[]',
  warnings jsonb NOT NULL DEFAULT '[]',
  error text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX payout_reports_of_user ON payout_reports (user_id);
CALL protect_organization_table('payout_reports');

-- One payment of an employer or its platform. Its money: tied to matches, waiting for a person, or without lines.
CREATE TABLE payouts (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- the report that brought it first
  report_id bigint NOT NULL,
  -- payer, number and currency; without a number what its first line is known by
  payout_key text NOT NULL,
  reference text NOT NULL,
  platform_id text,
  payer text NOT NULL,
  paid_on date,
  period_end date,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  -- what a list of payments said of it; null: its lines are all that is known
  stated_cents bigint,
  gross_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  tied_cents bigint NOT NULL DEFAULT 0,
  waiting_cents bigint NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  waiting_lines integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, payout_key),
  FOREIGN KEY (organization_id, report_id) REFERENCES payout_reports ON DELETE CASCADE
);
CREATE INDEX payouts_by_day ON payouts (organization_id, (coalesce(paid_on, period_end, '-infinity')) DESC, id DESC);
CREATE INDEX payouts_of_report ON payouts (organization_id, report_id);
CALL protect_organization_table('payouts');

CREATE TABLE payout_lines (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  payout_id bigint NOT NULL,
  report_id bigint NOT NULL,
  -- what makes a line the same line in a report that comes again
  line_key text NOT NULL,
  payer text NOT NULL,
  row integer NOT NULL,
  sheet_row integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('match', 'gift', 'gift_and_match', 'reward')),
  -- the platform's own id of it
  line_id text NOT NULL,
  donor_name text NOT NULL,
  donor_email text NOT NULL,
  company text NOT NULL,
  project text NOT NULL,
  given_on date,
  currency text NOT NULL,
  gift_cents bigint NOT NULL,
  match_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  stated_gift_cents bigint,
  balance_cents bigint,
  note text NOT NULL,
  state text NOT NULL CHECK (state IN ('tied', 'doubtful')),
  -- how it was tied; 'new': no match fitted, so it became one
  tied_by text CHECK (tied_by IN ('id', 'email_amount_date', 'earlier_line', 'person', 'new')),
  -- what speaks for which match, while a person has to say
  candidates jsonb NOT NULL DEFAULT '[]',
  -- the organization itself or a chapter of it
  match_organization_id bigint,
  donation_id bigint,
  tied_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, payout_id, line_key),
  CHECK ((state = 'tied') = (donation_id IS NOT NULL)),
  CHECK ((state = 'tied') = (tied_by IS NOT NULL)),
  FOREIGN KEY (organization_id, payout_id) REFERENCES payouts ON DELETE CASCADE,
  FOREIGN KEY (organization_id, report_id) REFERENCES payout_reports ON DELETE CASCADE
);
CREATE INDEX payout_lines_of_report ON payout_lines (organization_id, report_id);
CREATE INDEX payout_lines_of_match ON payout_lines (donation_id) WHERE donation_id IS NOT NULL;
CREATE INDEX payout_lines_waiting ON payout_lines (organization_id, payout_id, row) WHERE state = 'doubtful';
CREATE INDEX payout_lines_by_id ON payout_lines (organization_id, payer, line_id) WHERE line_id <> '';
CREATE INDEX payout_lines_by_key ON payout_lines (organization_id, payer, line_key);
CALL protect_organization_table('payout_lines');

-- Every cent that came to a match and left it again. Lines are never changed or removed; their sum is what was received.
CREATE TABLE payout_entries (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  line_id bigint NOT NULL,
  match_organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  cents bigint NOT NULL,
  why text NOT NULL,
  user_id bigint REFERENCES users,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX payout_entries_of_match ON payout_entries (donation_id);
CREATE INDEX payout_entries_of_user ON payout_entries (user_id) WHERE user_id IS NOT NULL;
CALL protect_organization_table('payout_entries');

-- Where a match was before money came, so that it goes back there when the money does.
CREATE TABLE matches_before_payouts (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  status_id smallint NOT NULL,
  previous_status_id smallint,
  payment_state text NOT NULL,
  reason_code text NOT NULL,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('matches_before_payouts');

-- A match that goes, with the upload that brought it, leaves its money waiting. The payout may be another organization's
-- of the family, so this sees all of them.
CREATE FUNCTION money_of_deleted_matches_waits() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH loose AS (
    UPDATE payout_lines l SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL,
      donation_id = NULL
    FROM old_rows o WHERE l.donation_id = o.id
    RETURNING l.organization_id, l.payout_id, l.gift_cents + l.match_cents AS cents
  ), sums AS (
    SELECT organization_id, payout_id, sum(cents) AS cents, count(*) AS lines FROM loose GROUP BY 1, 2
  )
  UPDATE payouts p SET tied_cents = p.tied_cents - s.cents, waiting_cents = p.waiting_cents + s.cents,
    waiting_lines = p.waiting_lines + s.lines
  FROM sums s WHERE p.organization_id = s.organization_id AND p.id = s.payout_id;
  RETURN NULL;
END $$;
CREATE TRIGGER money_of_deleted_matches_waits AFTER DELETE ON donations
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION money_of_deleted_matches_waits();
