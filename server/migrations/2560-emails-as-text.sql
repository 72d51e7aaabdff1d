-- Sent emails are text, which PostgreSQL compresses. Rows with a body are rewritten at the start of the server.
ALTER TABLE sent_mails ALTER COLUMN body DROP NOT NULL,
  ADD COLUMN sender text NOT NULL DEFAULT '',
  ADD COLUMN reply_to text NOT NULL DEFAULT '',
  ADD COLUMN html text NOT NULL DEFAULT '',
  ADD COLUMN text text NOT NULL DEFAULT '';
CREATE INDEX sent_mails_to_rewrite ON sent_mails (organization_id, notification_id) WHERE body IS NOT NULL;

-- One counter per domain and day is all that a daily limit needs.
DROP FUNCTION mails_of_others;
ALTER TABLE notifications DROP COLUMN place_on, DROP COLUMN place_of;
DROP INDEX sending_domains_with_excess;
ALTER TABLE sending_domains DROP COLUMN has_excess;

-- The name of the node that hands a row over, which its connections have.
DROP FUNCTION is_held;
ALTER TABLE account_mails DROP COLUMN handed_by, ADD COLUMN handed_by text;
ALTER TABLE notifications DROP COLUMN handed_by, ADD COLUMN handed_by text;
ALTER TABLE digests DROP COLUMN handed_by, ADD COLUMN handed_by text;
ALTER TABLE webhook_deliveries DROP COLUMN handed_by, ADD COLUMN handed_by text;
