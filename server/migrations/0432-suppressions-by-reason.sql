-- outside a transaction: builds without holding up writers
CREATE INDEX CONCURRENTLY IF NOT EXISTS suppressions_by_reason ON suppressions (organization_id, reason, at DESC, email_key);
