-- A month's lines of the ledger as an organization gets them, and the plans that it chose.
CREATE TABLE invoices (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- the first day of the month that it is for
  month date NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  -- the sum of its lines; below zero where more was given back than billed
  total_cents bigint NOT NULL,
  lines integer NOT NULL,
  paid_cents bigint NOT NULL DEFAULT 0,
  issued_at timestamptz NOT NULL,
  due_on date NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, month, currency)
);
CALL protect_organization_table('invoices');
ALTER TABLE ledger_entries ADD FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices;

CREATE TABLE plan_choices (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  plan text NOT NULL,
  at timestamptz NOT NULL,
  -- null: by the payment provider's word
  user_id bigint REFERENCES users,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX plan_choices_of_user ON plan_choices (user_id) WHERE user_id IS NOT NULL;
CALL protect_organization_table('plan_choices');
REVOKE UPDATE, DELETE ON plan_choices FROM twofold_app;
