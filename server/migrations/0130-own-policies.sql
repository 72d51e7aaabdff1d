-- What a company matches of one organization's gifts: "matches us 3:1 this year". For that organization and its chapters
-- only, over the directory's policy and under a campaign. Blank is the company's; 0 is none. Both days are included.
CREATE TABLE own_policies (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL REFERENCES companies,
  start_date date NOT NULL,
  end_date date CHECK (end_date >= start_date),
  ratio text,
  min_amount_cents bigint CHECK (min_amount_cents >= 0),
  max_per_gift_cents bigint CHECK (max_per_gift_cents >= 0),
  max_per_year_cents bigint CHECK (max_per_year_cents >= 0),
  deadline_rule text,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  entered_by bigint NOT NULL REFERENCES users,
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX own_policies_of_company ON own_policies (company_id, organization_id, start_date);
CALL protect_organization_table('own_policies');

-- A chapter reads its parent's without being let into anything else of the parent.
CREATE FUNCTION own_policies_reaching(organization_ids bigint[], company_ids bigint[])
  RETURNS TABLE (in_organization bigint, own own_policies)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.id, p FROM organizations o JOIN own_policies p ON p.organization_id IN (o.id, o.parent_id)
  WHERE o.id = ANY (organization_ids) AND o.id = ANY (tenant_organizations()) AND p.company_id = ANY (company_ids)
$$;
