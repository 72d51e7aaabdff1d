-- A campaign is ended early, or deleted, and both can be taken back. Matches that it was used for keep it: a deleted campaign
-- stays as a row, for them, and counts for no gift any more.
ALTER TABLE campaigns
  ADD COLUMN ended_from date,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT campaigns_days_in_order CHECK (start_date <= end_date),
  ADD CONSTRAINT campaigns_limits_are_sums CHECK (min_amount_cents >= 0 AND max_amount_cents >= 0);
CREATE INDEX campaigns_by_start ON campaigns (organization_id, start_date DESC, id DESC) WHERE deleted_at IS NULL;

CREATE OR REPLACE FUNCTION campaigns_reaching(organization_ids bigint[])
  RETURNS TABLE (in_organization bigint, campaign campaigns)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.id, c FROM organizations o JOIN campaigns c ON c.organization_id IN (o.id, o.parent_id)
  WHERE o.id = ANY (organization_ids) AND o.id = ANY (tenant_organizations()) AND c.deleted_at IS NULL
$$;

-- The campaign of a gift, which may be the parent's and may be deleted.
CREATE FUNCTION campaign_of(organization bigint, campaign_id bigint) RETURNS TABLE (in_organization bigint, campaign campaigns)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.id, c FROM organizations o JOIN campaigns c ON c.organization_id IN (o.id, o.parent_id) AND c.id = campaign_of.campaign_id
  WHERE o.id = organization AND (o.id = ANY (tenant_organizations()) OR crosses_organizations())
$$;
