-- outside a transaction: mails are many
-- Whether a mail about a gift went out is asked for every gift of an upload, right after thousands of them came in.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_gone ON notifications (organization_id, donation_id)
  WHERE state IN ('sending', 'sent');
