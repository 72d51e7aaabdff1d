-- outside a transaction: gifts are many
-- Gifts of an upload, with a transaction ID, with a former key, and those that used a policy. All look up equal values.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_find_by_reference ON donations
  USING gin (organization_id, import_id, identified_by, transaction_id, key_before, policy_version_id) WITH (fastupdate = off);
