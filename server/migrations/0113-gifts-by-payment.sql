-- outside a transaction: gifts are many
-- The list by how a company stands to paying: most gifts are not asked for, and are not in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_payment ON donations (organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents, payment_state) WHERE counted AND payment_state <> 'none';
