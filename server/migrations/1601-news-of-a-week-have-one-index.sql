-- outside a transaction: history is long
-- donation_events_of_week answers what it answered.
DROP INDEX CONCURRENTLY IF EXISTS donation_events_news;
