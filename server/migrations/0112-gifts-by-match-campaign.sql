-- outside a transaction: gifts are many
-- The list by the match campaign.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_match_campaign ON donations (organization_id, campaign_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents) WHERE counted AND campaign_id IS NOT NULL;
