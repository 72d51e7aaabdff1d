-- outside a transaction: gifts are many
-- The dashboard says of how many approved matches nobody had an estimate: money came for them by itself, so they are few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_received_unestimated ON donations (organization_id)
  WHERE counted AND status_id = 1 AND estimated_cents = 0;
