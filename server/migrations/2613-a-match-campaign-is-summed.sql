-- outside a transaction: gifts are many
-- The results of a match campaign and its money, without reading the gifts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_sum_of_campaign ON donations (organization_id, campaign_id, donated_at DESC, id DESC)
  INCLUDE (status_id, currency, amount_cents, estimated_cents, received_cents) WHERE counted AND campaign_id IS NOT NULL;
