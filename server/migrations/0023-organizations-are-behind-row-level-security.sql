-- A transaction sees the organizations that it was opened for and, to read, their parents and chapters: a chapter's setup,
-- campaigns and mails follow its parent's, and a parent's mails and sums name its chapters.
CREATE FUNCTION tenant_kin() RETURNS bigint[]
  LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT array_agg(id) FROM (
    SELECT parent_id AS id FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id IS NOT NULL
    UNION SELECT id FROM organizations WHERE parent_id = ANY (tenant_organizations())) kin
$$;

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON organizations
  USING (id = ANY ((SELECT tenant_organizations())::bigint[]) OR (SELECT crosses_organizations()));
CREATE POLICY kin_is_read ON organizations FOR SELECT
  USING (id = ANY ((SELECT tenant_kin())::bigint[]));
CALL admit_owner('organizations');
