-- outside a transaction: history is the largest table, and is written to meanwhile. Whether it names somebody whose account goes is asked once.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donation_events_of_user ON donation_events (user_id) WHERE user_id IS NOT NULL;
