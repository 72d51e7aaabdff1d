-- outside a transaction: gifts are many
-- The list by the campaign of the gift, and the gifts without one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_list_by_campaign ON donations (organization_id, campaign_key, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents) WHERE counted;
