-- outside a transaction: it is built while others write
-- A version that goes with its company is looked for among the evaluations, as among the gifts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS evaluations_by_policy_version ON evaluations (policy_version_id)
  WHERE policy_version_id IS NOT NULL;
