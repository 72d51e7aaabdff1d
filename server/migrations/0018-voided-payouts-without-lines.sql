-- A payment without lines that was voided later stays, and is in no list or sum.
ALTER TABLE payouts ADD COLUMN voided boolean NOT NULL DEFAULT false;
ALTER TABLE payout_reports ADD COLUMN payouts_to_void jsonb NOT NULL DEFAULT '[]';
