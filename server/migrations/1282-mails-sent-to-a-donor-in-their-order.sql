-- outside a transaction: mails are many
-- notifications_of_donor finds them, and a donor has few.
DROP INDEX CONCURRENTLY IF EXISTS notifications_by_donor;
