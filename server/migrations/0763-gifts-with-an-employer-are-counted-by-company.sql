-- outside a transaction: gifts are many
-- The list goes by day, and what is counted no further than 10,000 is read off donations_by_company. Gifts without an employer
-- keep theirs: where hardly any is without one, a walk by day would pass all others.
DROP INDEX CONCURRENTLY IF EXISTS donations_with_employer;
