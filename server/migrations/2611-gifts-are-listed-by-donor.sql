-- outside a transaction: gifts are many
-- All gifts of a donor. The donor is first: before there are statistics the planner takes a narrow index on an organization for any gift.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_list_by_donor ON donations (donor_id, organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents, counted);
