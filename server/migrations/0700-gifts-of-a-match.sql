-- The gifts that a match stands for, of whichever chapter of the family each is; none for a match that stands for itself alone.
CREATE FUNCTION gifts_of_match(organization bigint, whole bigint)
  RETURNS TABLE (day text, cents bigint, transaction_id text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT to_char(g.donated_at, 'YYYY-MM-DD'), coalesce(g.own_cents, g.amount_cents), coalesce(g.transaction_id, '')
  FROM (
    SELECT * FROM donations d WHERE d.organization_id = organization AND d.id = whole AND d.own_cents IS NOT NULL
    UNION ALL
    SELECT * FROM donations d WHERE d.organization_id = ANY (families_of(ARRAY[organization])) AND d.merged_into_id = whole
      AND d.deleted_at IS NULL
  ) g
  WHERE organization = ANY (tenant_organizations()) OR crosses_organizations()
  ORDER BY g.donated_at, g.id
$$;
