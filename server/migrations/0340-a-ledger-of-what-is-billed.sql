-- What Twofold charges an organization and gives back, as it happened. Written with the move that causes it; nothing of a line
-- is changed later but the invoice that it stands on, once.
CREATE FUNCTION share_of(cents bigint, basis_points integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- a half to the even neighbour, as `shareOf` rounds
  SELECT (whole + (rest * 2 > 10000 OR (rest * 2 = 10000 AND whole % 2 = 1))::int)::bigint
  FROM (SELECT div(cents::numeric * basis_points, 10000) AS whole, mod(cents::numeric * basis_points, 10000) AS rest) parts
$$;

CREATE TABLE ledger_entries (
  -- who is billed: a chapter's lines are its parent's
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bill', 'credit', 'payment')),
  -- what began, changed or ended it
  why text NOT NULL,
  -- what is owed grows by it; a credit and a payment are below zero
  cents bigint NOT NULL CHECK (CASE WHEN kind = 'bill' THEN cents > 0 ELSE cents < 0 END),
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  plan text NOT NULL,
  -- of a share: of what it is taken, and how much, in hundredths of a percent
  basis_points integer,
  based_on_cents bigint,
  -- the match that it is about, which may be gone
  match_organization_id bigint,
  donation_id bigint,
  status_id smallint,
  version integer,
  -- of a monthly price: its first day
  month date,
  invoice_id bigint,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX ledger_entries_of_match ON ledger_entries (organization_id, donation_id, id) WHERE donation_id IS NOT NULL;
CREATE INDEX ledger_entries_by_time ON ledger_entries (organization_id, at DESC, id DESC) INCLUDE (kind, currency, cents);
CREATE INDEX ledger_entries_not_invoiced ON ledger_entries (organization_id, at) WHERE invoice_id IS NULL;
CREATE INDEX ledger_entries_of_invoice ON ledger_entries (organization_id, invoice_id, id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ledger_entries_of_month ON ledger_entries (organization_id, month) WHERE month IS NOT NULL;
CALL protect_organization_table('ledger_entries');
REVOKE UPDATE, DELETE ON ledger_entries FROM twofold_app;
GRANT UPDATE (invoice_id) ON ledger_entries TO twofold_app;

CREATE FUNCTION an_entry_is_invoiced_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a line of the ledger stands on one invoice' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER an_entry_is_invoiced_once BEFORE UPDATE OF invoice_id ON ledger_entries
  FOR EACH ROW WHEN (OLD.invoice_id IS NOT NULL) EXECUTE FUNCTION an_entry_is_invoiced_once();

-- What a match is charged by, and how much of it stands: the sum of its lines.
CREATE TABLE match_charges (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  -- who is billed
  payer_id bigint NOT NULL REFERENCES organizations,
  plan text NOT NULL,
  basis text NOT NULL CHECK (basis IN ('estimate', 'received')),
  basis_points integer NOT NULL,
  -- what began it; a campaign may let eligible matches go free and bill those whose request is in
  stage text NOT NULL CHECK (stage IN ('eligible', 'processed')),
  currency text NOT NULL,
  based_on_cents bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX match_charges_of_payer ON match_charges (payer_id);
CALL protect_organization_table('match_charges');
