-- outside a transaction: gifts are many
-- What companies still owe has the rest of what they paid in part.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_part_paid ON donations (organization_id, company_id, received_at, id)
  INCLUDE (currency) WHERE counted AND status_id = 1 AND payment_state = 'part_paid';
