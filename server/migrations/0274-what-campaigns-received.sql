-- outside a transaction: gifts are many
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_received_by_campaign ON donations (organization_id, campaign_id)
  INCLUDE (currency, received_cents) WHERE counted AND received_cents <> 0 AND campaign_id IS NOT NULL;
