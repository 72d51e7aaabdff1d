-- outside a transaction: gifts are many
-- The list by the smallest estimate, and approved matches without an estimate.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_list_by_estimate ON donations (organization_id, estimated_cents)
  WHERE counted AND (estimated_cents > 0 OR status_id = 1);
