-- A transaction sees the organizations that it was opened for and, to read, what they are chapters of: a chapter's
-- setup, campaigns and mails follow its parent's.
CREATE FUNCTION tenant_parents() RETURNS bigint[]
  LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT array_agg(parent_id) FROM organizations
  WHERE id = ANY (tenant_organizations()) AND parent_id IS NOT NULL
$$;

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON organizations
  USING (id = ANY ((SELECT tenant_organizations())::bigint[]) OR (SELECT crosses_organizations()));
CREATE POLICY parent_is_read ON organizations FOR SELECT
  USING (id = ANY ((SELECT tenant_parents())::bigint[]));
CALL admit_owner('organizations');
