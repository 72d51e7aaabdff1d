-- outside a transaction: an index of a large table that others write to meanwhile
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_dropped
  ON notifications (organization_id, send_at) WHERE dropped_at IS NOT NULL;
