-- outside a transaction: gifts are many
-- donations_by_estimated_amount answers the filter.
DROP INDEX CONCURRENTLY IF EXISTS donations_by_estimate;
