-- outside a transaction: gifts are many
-- The gifts of a campaign and their sums by day are read off the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_campaign ON donations (organization_id, campaign_id, donated_at DESC, id DESC)
  INCLUDE (status_id, currency, amount_cents, estimated_cents) WHERE counted AND campaign_id IS NOT NULL;
