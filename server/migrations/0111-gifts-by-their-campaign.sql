-- outside a transaction: gifts are many
-- The list by the campaign of the gift.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_campaign_key ON donations (organization_id, campaign_key, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents) WHERE counted AND campaign_key IS NOT NULL;
