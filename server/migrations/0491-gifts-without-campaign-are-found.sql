-- outside a transaction: gifts are many
-- The list of gifts that came in for no campaign.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_without_campaign ON donations (organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents) WHERE counted AND campaign_key IS NULL;
