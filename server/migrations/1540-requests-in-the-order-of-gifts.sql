-- outside a transaction: the index is built beside everybody's work
-- "How long it takes" leads to the matches that it counted: those submitted or paid since a day, newest gift first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_requested ON donations (organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents, submitted_on, received_at) WHERE counted AND submitted_on IS NOT NULL;
