-- outside a transaction: a large table, and is written to meanwhile. Whether it names somebody whose account goes is asked once.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donor_events_of_user ON donor_events (user_id) WHERE user_id IS NOT NULL;
