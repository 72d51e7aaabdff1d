-- A platform pays two disbursements in one transfer, and a bank books one payment in two lines: which part of which line is
-- which payout. The ties of a removed line stay with it, and count no more.
CREATE TABLE bank_ties (
  organization_id bigint NOT NULL,
  bank_line_id bigint NOT NULL,
  payout_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  tied_by text NOT NULL CHECK (tied_by IN ('number', 'payer', 'person')),
  PRIMARY KEY (organization_id, bank_line_id, payout_id),
  FOREIGN KEY (organization_id, bank_line_id) REFERENCES bank_lines ON DELETE CASCADE,
  FOREIGN KEY (organization_id, payout_id) REFERENCES payouts ON DELETE CASCADE
);
CREATE INDEX bank_ties_of_payout ON bank_ties (organization_id, payout_id);
CALL protect_organization_table('bank_ties');

-- A line was the whole of its payout, though never more than was paid.
INSERT INTO bank_ties (organization_id, bank_line_id, payout_id, cents, tied_by)
SELECT b.organization_id, b.id, p.id, least(b.cents, p.gross_cents), coalesce(b.tied_by, 'person')
FROM bank_lines b JOIN payouts p ON p.organization_id = b.organization_id AND p.id = coalesce(b.payout_id, b.removed_from)
WHERE p.gross_cents > 0;

ALTER TABLE bank_lines DROP COLUMN payout_id, DROP COLUMN tied_by, DROP COLUMN removed_from;
