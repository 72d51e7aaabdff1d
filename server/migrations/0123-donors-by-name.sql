-- outside a transaction: donors are many
-- The list of donors, by name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donors_by_name ON donors (organization_id, lower(coalesce(nullif(name, ''), email)), id)
  WHERE merged_into_id IS NULL AND erased_at IS NULL;
