-- outside a transaction: a large table is indexed while gifts come in. Without it the words of every gift whose employer nobody
-- found are read for each page of a company: 12,000 of them took longer than all else.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_unresolved_words ON donations USING gin (organization_id, employer_text gin_trgm_ops)
  WHERE company_id IS NULL AND employer_text <> '' AND counted;
