-- outside a transaction: history is long
-- The weekly mail asks what a change came from and what it was, too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donation_events_of_week ON donation_events (organization_id, at)
  INCLUDE (donation_id, from_status_id, to_status_id, action) WHERE to_status_id IN (1, 4) AND from_status_id IS NOT NULL;
