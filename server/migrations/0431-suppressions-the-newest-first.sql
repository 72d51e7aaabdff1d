-- outside a transaction: builds without holding up writers
CREATE INDEX CONCURRENTLY IF NOT EXISTS suppressions_newest ON suppressions (organization_id, at DESC, email_key);
