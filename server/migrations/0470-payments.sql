-- Money that came for an invoice, as it was entered. Its line of the ledger is never changed: what was entered by mistake is
-- taken back by a line of the opposite sum.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_check
  CHECK (CASE kind WHEN 'bill' THEN cents > 0 WHEN 'credit' THEN cents < 0 ELSE cents <> 0 END);

CREATE TABLE payments (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  invoice_id bigint NOT NULL,
  -- below zero: a credit that was used for another invoice
  cents bigint NOT NULL CHECK (cents <> 0),
  paid_on date NOT NULL,
  how text NOT NULL,
  reference text NOT NULL,
  entered_at timestamptz NOT NULL,
  -- null: by the payment provider's word, or by the rule that uses credits
  entered_by bigint REFERENCES users,
  entry_id bigint NOT NULL,
  taken_back_at timestamptz,
  taken_back_by bigint REFERENCES users,
  taken_back_why text,
  taken_back_entry_id bigint,
  CHECK (num_nulls(taken_back_at, taken_back_why, taken_back_entry_id) IN (0, 3)),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, entry_id),
  FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries,
  FOREIGN KEY (organization_id, taken_back_entry_id) REFERENCES ledger_entries
);
CREATE INDEX payments_of_invoice ON payments (organization_id, invoice_id, id);
CREATE INDEX payments_taken_back ON payments (organization_id, taken_back_entry_id) WHERE taken_back_entry_id IS NOT NULL;
CREATE INDEX payments_entered_by ON payments (entered_by) WHERE entered_by IS NOT NULL;
CREATE INDEX payments_taken_back_by ON payments (taken_back_by) WHERE taken_back_by IS NOT NULL;
CALL protect_organization_table('payments');
REVOKE DELETE ON payments FROM twofold_app;

INSERT INTO payments (organization_id, invoice_id, cents, paid_on, how, reference, entered_at, entry_id)
SELECT organization_id, invoice_id, -cents, at::date, CASE why WHEN 'bank transfer' THEN why ELSE 'other' END, '', at, id
FROM ledger_entries WHERE kind = 'payment' AND invoice_id IS NOT NULL;
