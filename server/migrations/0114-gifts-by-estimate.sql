-- outside a transaction: gifts are many
-- The list of gifts that could be matched with so much.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_estimate ON donations (organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents, estimated_cents) WHERE counted AND estimated_cents > 0;
