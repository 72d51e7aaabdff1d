-- outside a transaction: readers of the index are waited for
-- donations_of_donor finds the same gifts in a quarter of the room, and donations_counted_by_donor holds their order.
DROP INDEX CONCURRENTLY IF EXISTS donations_by_donor;
