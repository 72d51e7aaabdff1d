-- outside a transaction: gifts are many
-- The matches that have money, the last payment first: how long companies take to pay is told by these.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_received ON donations (organization_id, received_at DESC, id DESC)
  INCLUDE (company_id, currency, received_cents) WHERE counted AND received_cents <> 0;
