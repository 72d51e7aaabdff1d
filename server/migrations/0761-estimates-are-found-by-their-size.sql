-- outside a transaction: gifts are many
-- Equal estimates stand in an index once, so it has a tenth of the size of the one by day that it takes the place of.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_estimated_amount ON donations (organization_id, estimated_cents)
  WHERE counted AND estimated_cents > 0;
