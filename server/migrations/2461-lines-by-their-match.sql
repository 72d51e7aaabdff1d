-- outside a transaction: the index is built beside everybody's work
-- A payment that is told of twice is found by its amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payout_lines_by_match ON payout_lines (organization_id, match_cents);
