-- outside a transaction: the index is built beside everybody's work
-- What Pay on Received would have cost: money of some days, of matches that are billed.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_received_billed ON donations (organization_id, received_at)
  INCLUDE (currency, received_cents) WHERE counted AND NOT inert AND received_cents <> 0;
