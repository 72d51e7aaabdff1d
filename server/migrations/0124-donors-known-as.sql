-- outside a transaction: donors are many
-- The former addresses of a donor.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donors_known_as ON donors (organization_id, merged_into_id)
  WHERE merged_into_id IS NOT NULL;
