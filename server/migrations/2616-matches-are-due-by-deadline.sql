-- outside a transaction: gifts are many
-- Open matches by deadline; those without a deadline by the day of the gift.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_due_by_deadline ON donations (organization_id, deadline_at, donated_at)
  INCLUDE (status_id) WHERE counted AND NOT inert AND status_id IN (3, 5, 6, 7, 8, 25, 28);
