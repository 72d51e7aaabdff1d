-- outside a transaction: donors are many
-- Whose organization a donor's page is in, from its id alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donors_by_id ON donors (id);
