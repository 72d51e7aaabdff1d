-- outside a transaction: an index of a large table that others write to meanwhile
CREATE INDEX CONCURRENTLY IF NOT EXISTS donors_of_mailbox ON donors (organization_id, mailbox) WHERE mailbox IS NOT NULL;
