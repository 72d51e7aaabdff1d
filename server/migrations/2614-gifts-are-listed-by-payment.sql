-- outside a transaction: gifts are many
-- The lists by payment, by request and of unconfirmed requests, the money received and external matches, without reading the gifts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_list_by_payment ON donations (organization_id, unconfirmed, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents, payment_state, submitted_on, received_at, received_cents, estimated_cents, currency, company_id,
    inert, counted, deleted_at)
  WHERE counted AND (payment_state <> 'none' OR submitted_on IS NOT NULL OR received_cents <> 0 OR inert)
    OR unconfirmed AND deleted_at IS NULL;
