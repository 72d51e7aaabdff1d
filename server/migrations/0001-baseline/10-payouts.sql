-- Money from employers: reports, payouts, their lines, and bank statements.

-- Files of employers and platforms.
CREATE TABLE payout_reports (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'asking', 'done', 'failed', 'undoing', 'undone')),
  file_name text,
  file_key text,
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
  undoing_since timestamptz,
  unmatched integer NOT NULL DEFAULT 0,
  own_gifts integer NOT NULL DEFAULT 0,
  question jsonb,
  answered_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('payout_reports');
CREATE INDEX payout_reports_of_user ON payout_reports (user_id);
CREATE INDEX payout_reports_undoing ON payout_reports (organization_id, id) WHERE state = 'undoing';

-- Payments by employers.
CREATE TABLE payouts (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  report_id bigint NOT NULL,
  payout_key text NOT NULL,
  reference text NOT NULL,
  platform_id text,
  payer text NOT NULL,
  paid_on date,
  period_end date,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  stated_cents bigint,
  gross_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  tied_cents bigint NOT NULL DEFAULT 0,
  waiting_cents bigint NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  waiting_lines integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  own_gift_cents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, payout_key),
  FOREIGN KEY (organization_id, report_id) REFERENCES payout_reports ON DELETE CASCADE
);
CALL protect_organization_table('payouts');
CREATE INDEX payouts_by_day ON payouts (organization_id, COALESCE(paid_on, period_end, '-infinity'::date) DESC, id DESC);
CREATE INDEX payouts_by_number ON payouts (organization_id, payer, reference) WHERE reference <> '';
CREATE INDEX payouts_of_report ON payouts (organization_id, report_id);
CREATE INDEX payouts_waiting ON payouts (organization_id) INCLUDE (waiting_lines) WHERE waiting_lines > 0;

-- Lines of a payout. A line belongs to one match or waits.
CREATE TABLE payout_lines (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  payout_id bigint NOT NULL,
  report_id bigint NOT NULL,
  line_key text NOT NULL,
  payer text NOT NULL,
  "row" integer NOT NULL,
  sheet_row integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('match', 'gift', 'gift_and_match', 'reward')),
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
  state text NOT NULL CHECK (state IN ('tied', 'doubtful', 'own_gift', 'same')),
  tied_by text CHECK (tied_by IN ('id', 'email_amount_date', 'expected', 'earlier_line', 'person', 'new')),
  candidates jsonb NOT NULL DEFAULT '[]',
  match_organization_id bigint,
  donation_id bigint,
  tied_at timestamptz,
  counted_cents bigint,
  unmatched boolean NOT NULL DEFAULT false,
  repeats_line_id bigint,
  same_line_id bigint,
  before_same jsonb,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, payout_id, line_key),
  CHECK ((state = 'tied') = (donation_id IS NOT NULL)),
  CONSTRAINT payout_lines_check1 CHECK ((state = 'tied') = (tied_by IS NOT NULL)),
  CONSTRAINT payout_lines_same_check CHECK ((state = 'same') = (before_same IS NOT NULL)),
  FOREIGN KEY (organization_id, payout_id) REFERENCES payouts ON DELETE CASCADE,
  FOREIGN KEY (organization_id, repeats_line_id) REFERENCES payout_lines ON DELETE SET NULL (repeats_line_id),
  FOREIGN KEY (organization_id, report_id) REFERENCES payout_reports ON DELETE CASCADE,
  FOREIGN KEY (organization_id, same_line_id) REFERENCES payout_lines ON DELETE SET NULL (same_line_id)
);
CALL protect_organization_table('payout_lines');
CREATE INDEX payout_lines_by_id ON payout_lines (organization_id, payer, line_id) WHERE line_id <> '';
CREATE INDEX payout_lines_by_key ON payout_lines (organization_id, payer, line_key);
CREATE INDEX payout_lines_by_match ON payout_lines (organization_id, match_cents);
CREATE INDEX payout_lines_of_match ON payout_lines (donation_id) WHERE donation_id IS NOT NULL;
CREATE INDEX payout_lines_of_match_organization ON payout_lines (match_organization_id, organization_id)
  WHERE match_organization_id IS NOT NULL;
CREATE INDEX payout_lines_of_report ON payout_lines (organization_id, report_id);
CREATE INDEX payout_lines_repeating ON payout_lines (organization_id, repeats_line_id) WHERE repeats_line_id IS NOT NULL;
CREATE INDEX payout_lines_same ON payout_lines (organization_id, same_line_id) WHERE same_line_id IS NOT NULL;
CREATE INDEX payout_lines_waiting ON payout_lines (organization_id, payout_id, "row") WHERE state = 'doubtful';

-- Every assignment of a line and its end.
CREATE TABLE payout_entries (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
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
CALL protect_organization_table('payout_entries');
CREATE INDEX payout_entries_of_match ON payout_entries (donation_id);
CREATE INDEX payout_entries_of_user ON payout_entries (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE bank_lines (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  line_key text NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  cents bigint NOT NULL CHECK (cents > 0),
  by_hand boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  typed boolean NOT NULL DEFAULT false,
  removed_with bigint,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, line_key)
);
CALL protect_organization_table('bank_lines');
CREATE INDEX bank_lines_by_day ON bank_lines (organization_id, day DESC, id DESC);

CREATE TABLE bank_statements (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  file_name text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('bank_statements');
CREATE INDEX bank_statements_by_user ON bank_statements (user_id);
CREATE INDEX bank_statements_newest ON bank_statements (organization_id, id DESC) WHERE removed_at IS NULL;

CREATE TABLE bank_statement_lines (
  organization_id bigint,
  statement_id bigint,
  bank_line_id bigint,
  was_typed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, statement_id, bank_line_id),
  FOREIGN KEY (organization_id, bank_line_id) REFERENCES bank_lines ON DELETE CASCADE,
  FOREIGN KEY (organization_id, statement_id) REFERENCES bank_statements ON DELETE CASCADE
);
CALL protect_organization_table('bank_statement_lines');
CREATE INDEX bank_statement_lines_by_line ON bank_statement_lines (organization_id, bank_line_id);

-- Payouts that a bank line paid.
CREATE TABLE bank_ties (
  organization_id bigint,
  bank_line_id bigint,
  payout_id bigint,
  cents bigint NOT NULL CHECK (cents > 0),
  tied_by text NOT NULL CHECK (tied_by IN ('number', 'payer', 'person')),
  PRIMARY KEY (organization_id, bank_line_id, payout_id),
  FOREIGN KEY (organization_id, bank_line_id) REFERENCES bank_lines ON DELETE CASCADE,
  FOREIGN KEY (organization_id, payout_id) REFERENCES payouts ON DELETE CASCADE
);
CALL protect_organization_table('bank_ties');
CREATE INDEX bank_ties_of_payout ON bank_ties (organization_id, payout_id);

CREATE FUNCTION employer_paid(organization bigint, donation bigint, OUT cents bigint, OUT paid_on date)
  RETURNS record LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT sum(l.match_cents), max(coalesce(p.paid_on, p.period_end, p.created_at::date)) FILTER (WHERE l.match_cents > 0)
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = donation AND l.match_organization_id = organization
    AND (organization = ANY (tenant_organizations()) OR crosses_organizations())
  HAVING sum(l.match_cents) > 0
$$;

CREATE FUNCTION lines_paying(donations bigint[])
  RETURNS TABLE(id bigint, donation_id bigint, cents bigint, balance_cents bigint, day date, payer text, reference text) LANGUAGE sql
      STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT l.id, l.donation_id, coalesce(l.counted_cents, l.gift_cents + l.match_cents), l.balance_cents,
    coalesce(p.paid_on, p.period_end, p.created_at::date), p.payer, p.reference
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = ANY (donations)
    AND (l.match_organization_id = ANY (tenant_organizations()) OR crosses_organizations())
$$;

CREATE FUNCTION loosen_payout_lines(donation_ids bigint[])
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH loose AS (
    UPDATE payout_lines l SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL, donation_id = NULL
    FROM donations d
    WHERE d.id = ANY (donation_ids) AND l.donation_id = d.id
      AND (d.organization_id = ANY (tenant_organizations()) OR crosses_organizations())
    RETURNING l.organization_id, l.payout_id, l.gift_cents + l.match_cents AS cents
  ), sums AS (
    SELECT organization_id, payout_id, sum(cents) AS cents, count(*) AS lines FROM loose GROUP BY 1, 2
  )
  UPDATE payouts p SET tied_cents = p.tied_cents - s.cents, waiting_cents = p.waiting_cents + s.cents,
    waiting_lines = p.waiting_lines + s.lines
  FROM sums s WHERE p.organization_id = s.organization_id AND p.id = s.payout_id
$$;
