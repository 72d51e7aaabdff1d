-- outside a transaction: the index is built while others go on writing
-- The list of unconfirmed requests.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_unconfirmed ON donations (organization_id, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents)
  WHERE unconfirmed AND deleted_at IS NULL;
