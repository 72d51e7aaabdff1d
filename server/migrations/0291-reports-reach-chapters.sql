-- A chapter sees the reports that its parent shares with chapters, and nothing else of the parent.
CREATE FUNCTION reports_reaching(organization bigint) RETURNS TABLE (in_organization bigint, report reports)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.id, r FROM organizations o JOIN reports r ON r.organization_id = o.parent_id AND r.scope = 'full_org'
  WHERE o.id = reports_reaching.organization AND o.id = ANY (tenant_organizations()) AND r.deleted_at IS NULL
$$;
