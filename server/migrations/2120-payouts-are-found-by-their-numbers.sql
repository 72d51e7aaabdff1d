-- payout_key: payer, number and currency, and the day too where another payout has these already.
-- A number comes again in another year: which of the payouts that have it is meant is told by the day.
CREATE INDEX payouts_by_number ON payouts (organization_id, payer, reference) WHERE reference <> '';
