-- ILIKE may tell of rows by its errors, so row security lets no index answer it: asked here, of an organization of the transaction.
CREATE FUNCTION gifts_naming_employer(in_organization bigint, pattern text)
RETURNS TABLE (id bigint, donated_at timestamp, status_id smallint, amount_cents bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10
SET search_path = public, pg_temp
AS $$
BEGIN
  IF NOT coalesce(in_organization = ANY (tenant_organizations()), false) THEN RETURN; END IF;
  -- Planned anew for its words: fewer than three letters are in no index of theirs.
  RETURN QUERY EXECUTE 'SELECT d.id, d.donated_at, d.status_id, d.amount_cents FROM donations d
    WHERE d.organization_id = $1 AND d.company_id IS NULL AND d.employer_text <> '''' AND d.counted AND d.employer_text ILIKE $2'
    USING in_organization, pattern;
END $$;
