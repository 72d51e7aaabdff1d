-- outside a transaction: mails are many
-- What of an organization waits to be sent: how many and from when on is told before and after every sending in bulk.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_waiting ON notifications (organization_id, send_at)
  WHERE state = 'queued';
