-- outside a transaction: gifts are many
-- The list by company and the gifts without a company. Also finds the gifts of a company in all organizations.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_list_by_company ON donations (company_id, organization_id, donated_at DESC, id DESC)
  INCLUDE (status_id, amount_cents, counted);
