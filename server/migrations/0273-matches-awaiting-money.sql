-- outside a transaction: gifts are many
-- What companies were asked for and have not paid, by company, the longest wait first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_awaiting_money ON donations
  (organization_id, company_id, status_changed_at, id) INCLUDE (currency, estimated_cents)
  WHERE counted AND status_id = 4 AND received_cents = 0;
