-- outside a transaction: builds without holding up writers
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_counted_by_donor
  ON donations (organization_id, donor_id, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents) WHERE counted;
