-- outside a transaction: an index of a large table that others write to meanwhile
-- A mail is opened by its id alone: whose it is decides who may.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_by_id ON notifications (id);
