-- outside a transaction: mails are many
-- notifications_of_donor finds them.
DROP INDEX CONCURRENTLY IF EXISTS notifications_to_donor;
