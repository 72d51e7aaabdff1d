-- outside a transaction: an index of a large table that others write to meanwhile
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_of_company ON donations (company_id) WHERE company_id IS NOT NULL;
