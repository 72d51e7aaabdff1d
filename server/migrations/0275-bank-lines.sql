-- Money that came into the account of an organization, as its bank wrote it, and the payout that it was.
CREATE TABLE bank_lines (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- day, amount and text, and which of equal ones it is: the same statement again adds nothing
  line_key text NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD')),
  cents bigint NOT NULL CHECK (cents > 0),
  payout_id bigint,
  tied_by text CHECK (tied_by IN ('number', 'payer', 'person')),
  -- a person took it off its payout, or said that it is none: it finds no other by itself
  by_hand boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, line_key),
  FOREIGN KEY (organization_id, payout_id) REFERENCES payouts ON DELETE SET NULL (payout_id)
);
-- a payout arrives once
CREATE UNIQUE INDEX bank_lines_of_payout ON bank_lines (organization_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX bank_lines_by_day ON bank_lines (organization_id, day DESC, id DESC);
CREATE INDEX bank_lines_waiting ON bank_lines (organization_id, day DESC, id DESC) WHERE payout_id IS NULL;
CALL protect_organization_table('bank_lines');
