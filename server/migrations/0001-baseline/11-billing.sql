-- Charges for the product. These records stay when an organization is erased.

-- Plans and the days from which they apply.
CREATE TABLE plan_choices (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  plan text NOT NULL,
  at timestamptz NOT NULL,
  user_id bigint REFERENCES users,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('plan_choices');
CREATE INDEX plan_choices_of_user ON plan_choices (user_id) WHERE user_id IS NOT NULL;
REVOKE UPDATE, DELETE ON plan_choices FROM twofold_app;

-- Plan and amount of a match's charge.
CREATE TABLE match_charges (
  organization_id bigint,
  donation_id bigint,
  payer_id bigint NOT NULL REFERENCES organizations,
  plan text NOT NULL,
  basis text NOT NULL CHECK (basis IN ('estimate', 'received')),
  basis_points integer NOT NULL,
  stage text NOT NULL CHECK (stage IN ('eligible', 'processed')),
  currency text NOT NULL,
  based_on_cents bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('match_charges');
CREATE INDEX match_charges_of_payer ON match_charges (payer_id);

-- Charges and credits. Rows are only added.
CREATE TABLE ledger_entries (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bill', 'credit', 'payment')),
  why text NOT NULL,
  cents bigint NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  plan text NOT NULL,
  basis_points integer,
  based_on_cents bigint,
  match_organization_id bigint,
  donation_id bigint,
  status_id smallint,
  version integer,
  month date,
  invoice_id bigint,
  PRIMARY KEY (organization_id, id),
  CHECK (CASE kind WHEN 'bill' THEN (cents > 0) WHEN 'credit' THEN (cents < 0) ELSE (cents <> 0) END)
);
CALL protect_organization_table('ledger_entries');
CREATE INDEX ledger_entries_by_time ON ledger_entries (organization_id, at DESC, id DESC) INCLUDE (kind, currency, cents);
CREATE INDEX ledger_entries_not_invoiced ON ledger_entries (organization_id, at) WHERE invoice_id IS NULL;
CREATE INDEX ledger_entries_of_invoice ON ledger_entries (organization_id, invoice_id, id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ledger_entries_of_match ON ledger_entries (organization_id, donation_id, id) WHERE donation_id IS NOT NULL;
CREATE INDEX ledger_entries_of_month ON ledger_entries (organization_id, month) WHERE month IS NOT NULL;
REVOKE UPDATE, DELETE ON ledger_entries FROM twofold_app;
GRANT UPDATE (invoice_id) ON ledger_entries TO twofold_app;

CREATE TABLE invoices (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  month date NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  total_cents bigint NOT NULL,
  lines integer NOT NULL,
  paid_cents bigint NOT NULL DEFAULT 0,
  issued_at timestamptz NOT NULL,
  due_on date NOT NULL,
  stripe_cents bigint,
  stripe_state text CHECK (stripe_state IN ('open', 'paid', 'void', 'uncollectible', 'refused')),
  stripe_invoice_id text,
  pay_url text,
  card_refused_at timestamptz,
  card_tried_again_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, month, currency),
  CHECK (num_nulls(stripe_cents, stripe_state) = ANY (ARRAY[0, 2]))
);
CALL protect_organization_table('invoices');
CREATE INDEX invoices_by_stripe_id ON invoices (stripe_invoice_id) WHERE stripe_invoice_id IS NOT NULL;
CREATE INDEX invoices_not_settled ON invoices (organization_id, id) WHERE total_cents <> paid_cents;
CREATE INDEX invoices_open_at_stripe ON invoices (organization_id, id) WHERE stripe_state = 'open';
ALTER TABLE ledger_entries ADD FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices;

CREATE TABLE payments (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  invoice_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents <> 0),
  paid_on date NOT NULL,
  how text NOT NULL,
  reference text NOT NULL,
  entered_at timestamptz NOT NULL,
  entered_by bigint REFERENCES users,
  entry_id bigint NOT NULL,
  taken_back_at timestamptz,
  taken_back_by bigint REFERENCES users,
  taken_back_why text,
  taken_back_entry_id bigint,
  external_id text,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, entry_id),
  CHECK (num_nulls(taken_back_at, taken_back_why, taken_back_entry_id) = ANY (ARRAY[0, 3])),
  FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries,
  FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (organization_id, taken_back_entry_id) REFERENCES ledger_entries
);
CALL protect_organization_table('payments');
CREATE INDEX payments_entered_by ON payments (entered_by) WHERE entered_by IS NOT NULL;
CREATE INDEX payments_of_invoice ON payments (organization_id, invoice_id, id);
CREATE INDEX payments_of_stripe_by_day ON payments (entered_at, id) WHERE (external_id IS NOT NULL) AND (how <> 'stripe');
CREATE INDEX payments_taken_back ON payments (organization_id, taken_back_entry_id) WHERE taken_back_entry_id IS NOT NULL;
CREATE INDEX payments_taken_back_by ON payments (taken_back_by) WHERE taken_back_by IS NOT NULL;
CREATE UNIQUE INDEX payments_once ON payments (organization_id, external_id) WHERE external_id IS NOT NULL;
REVOKE DELETE ON payments FROM twofold_app;

CREATE TABLE stripe_checkouts (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  session_id text,
  plan text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  opened_at timestamptz NOT NULL,
  completed_at timestamptz,
  expired_at timestamptz,
  PRIMARY KEY (organization_id, session_id),
  CHECK ((completed_at IS NULL) OR (expired_at IS NULL))
);
CALL protect_organization_table('stripe_checkouts');
CREATE INDEX stripe_checkouts_by_session ON stripe_checkouts (session_id);
CREATE INDEX stripe_checkouts_of_user ON stripe_checkouts (user_id);
CREATE INDEX stripe_checkouts_open ON stripe_checkouts (organization_id, session_id) WHERE (completed_at IS NULL) AND (expired_at IS NULL);

-- Processed events.
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object_id text NOT NULL,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz
);
CREATE INDEX stripe_events_by_time ON stripe_events (created_at);

-- Time of the last comparison with Stripe, by kind of object.
CREATE TABLE stripe_reconciliation (
  is_one boolean DEFAULT true PRIMARY KEY CHECK (is_one),
  through timestamptz,
  looked_at timestamptz NOT NULL DEFAULT now(),
  returns_through timestamptz
);

CREATE FUNCTION an_entry_is_invoiced_once()
  RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a line of the ledger stands on one invoice' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION erasable_tables()
  RETURNS SETOF regclass LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE tables AS (
    SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped
      AND c.relname NOT IN ('ledger_entries', 'invoices', 'payments', 'plan_choices', 'erasing_people')
  ), links AS (
    SELECT DISTINCT k.conrelid AS child, k.confrelid AS parent FROM pg_constraint k
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid
      AND k.conrelid IN (SELECT oid FROM tables) AND k.confrelid IN (SELECT oid FROM tables)
  ), depths AS (
    SELECT oid, 0 AS depth FROM tables
    UNION
    SELECT l.child, d.depth + 1 FROM depths d JOIN links l ON l.parent = d.oid WHERE d.depth < 20
  )
  SELECT t.oid::regclass FROM tables t JOIN depths d USING (oid)
  -- pending deltas are erased before the sums that they belong to
  GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC, t.relname <> 'donation_deltas', t.relname
$$;

CREATE FUNCTION erase_rows_of(organization bigint, at_most integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  target regclass;
  only_these text;
  files text;
  mails text;
  gone integer;
  all_gone integer := 0;
BEGIN
  IF NOT crosses_organizations() OR NOT EXISTS (
    SELECT FROM organizations WHERE id = organization AND erasure_began_at IS NOT NULL AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'only an organization whose erasure has begun is erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- a former parent's payouts change with the matches, so its uploads and bank entries wait
  PERFORM pg_advisory_xact_lock(hashtextextended('payouts', payer.id)) FROM (
    SELECT DISTINCT l.organization_id AS id FROM payout_lines l WHERE l.match_organization_id = organization ORDER BY 1) payer;
  FOR target IN SELECT erasable_tables() LOOP
    only_these := CASE target::text
      -- keeps the records of closing, reopening, and erasing
      WHEN 'audit_events' THEN
        $q$ AND NOT (t.subject = 'organization' AND t.action IN ('closed', 'reopened', 'erased'))$q$
      -- former addresses are erased before the donor that they refer to
      WHEN 'donors' THEN $q$ AND (t.merged_into_id IS NOT NULL
        OR NOT EXISTS (SELECT FROM donors m WHERE m.organization_id = $1 AND m.merged_into_id IS NOT NULL))$q$
      ELSE '' END;
    SELECT string_agg(format('gone.%I', attname), ', ') INTO files FROM pg_attribute
      WHERE attrelid = target AND attname IN ('file_key', 'final_key') AND NOT attisdropped;
    SELECT string_agg(format('gone.%I', attname), ', ') INTO mails FROM pg_attribute
      WHERE attrelid = target AND attname = 'message_id' AND atttypid = 'text'::regtype AND NOT attisdropped;
    EXECUTE format('WITH gone AS (DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
        SELECT t.ctid FROM %1$s t WHERE t.organization_id = $1 %2$s LIMIT $2)) RETURNING *)', target, only_these)
      || CASE WHEN files IS NULL THEN '' ELSE format(', loose AS (INSERT INTO loose_files (file_key)
        SELECT key FROM gone CROSS JOIN unnest(ARRAY[%s]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING)', files) END
      || CASE WHEN mails IS NULL THEN '' ELSE format(', unkept AS (DELETE FROM kept_mails
        WHERE split_part(message_id, ''@'', 1) IN (SELECT split_part(%s, ''@'', 1) FROM gone))', mails) END
      || ' SELECT count(*) FROM gone' INTO gone USING organization, at_most - all_gone;
    all_gone := all_gone + gone;
    IF all_gone >= at_most THEN RETURN all_gone; END IF;
  END LOOP;
  UPDATE audit_events SET user_id = NULL, before = '{}', after = '{}', address = ''
    WHERE organization_id = organization AND (user_id IS NOT NULL OR before <> '{}' OR after <> '{}' OR address <> '');
  UPDATE plan_choices SET user_id = NULL WHERE organization_id = organization AND user_id IS NOT NULL;
  DELETE FROM account_mails WHERE parameters ->> 'organizationId' = organization::text;
  RETURN all_gone;
END $$;
REVOKE ALL ON FUNCTION erase_rows_of(bigint,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_rows_of(bigint,integer) TO twofold_app;

CREATE FUNCTION refresh_statistics_of_grown()
  RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  known_at_least constant integer := 8;
  each text;
  looked_at text[] := '{}';
BEGIN
  FOR each IN SELECT relname FROM pg_class
    WHERE oid = ANY (ARRAY['bulk_rows', 'donation_deltas', 'donation_events', 'donations', 'donors', 'evaluations', 'ledger_entries',
      'match_journal',
        'notifications', 'payout_entries', 'payout_lines', 'planned_mails']::regclass[])
      AND pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * greatest(relpages, known_at_least)
    ORDER BY relname
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %I', each);
    looked_at := looked_at || each;
  END LOOP;
  RETURN looked_at;
END $$;
REVOKE ALL ON FUNCTION refresh_statistics_of_grown() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics_of_grown() TO twofold_app;

CREATE TRIGGER an_entry_is_invoiced_once BEFORE UPDATE OF invoice_id ON ledger_entries FOR EACH ROW WHEN ((old.invoice_id IS NOT NULL))
      EXECUTE FUNCTION an_entry_is_invoiced_once();
