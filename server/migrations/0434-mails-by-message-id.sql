-- outside a transaction: builds without holding up writers
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_by_message_id ON notifications (message_id);
