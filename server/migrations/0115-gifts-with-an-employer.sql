-- outside a transaction: gifts are many
-- The list of gifts whose employer is known.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_with_employer ON donations (organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents) WHERE counted AND company_id IS NOT NULL;
