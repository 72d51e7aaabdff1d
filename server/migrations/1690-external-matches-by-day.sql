-- outside a transaction: the index is built beside everybody's work
-- External matches are never billed: what plans would have cost leaves them out.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_external ON donations (organization_id, donated_at)
  INCLUDE (status_id, currency, estimated_cents) WHERE counted AND inert;
