-- outside a transaction: an index of a large table that others write to meanwhile
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_transaction ON donations (organization_id, transaction_id)
  WHERE transaction_id IS NOT NULL;
