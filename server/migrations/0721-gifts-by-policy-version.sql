-- outside a transaction: it is built while others write
-- A version that goes with its company is looked for among the gifts: 1,000 companies read the whole table 1,000 times.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_by_policy_version ON donations (policy_version_id)
  WHERE policy_version_id IS NOT NULL;
