-- outside a transaction: mails are many
-- Which mails of an upload wait, what came of them, and holding them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_of_import ON notifications (organization_id, import_id)
  WHERE import_id IS NOT NULL;
