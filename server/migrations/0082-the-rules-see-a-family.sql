-- The rules see a parent and all of its chapters together, whichever of them a gift is for: maximums, small gifts and series
-- are those of one nonprofit. Everything else goes on seeing what its transaction was opened for.

-- Of the given organizations, which the transaction must see itself.
CREATE FUNCTION families_of(ids bigint[]) RETURNS bigint[]
  LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH heads AS MATERIALIZED (
    SELECT DISTINCT coalesce(parent_id, id) AS id FROM organizations
    WHERE id = ANY (ids) AND (id = ANY (tenant_organizations()) OR crosses_organizations()))
  SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM (
    SELECT id FROM heads UNION SELECT o.id FROM organizations o JOIN heads ON o.parent_id = heads.id) family
$$;

-- One lock a family, held until the transaction ends, in one order. Asked again once it is held, because an organization may
-- have joined a parent while it was waited for.
CREATE FUNCTION lock_families(ids bigint[]) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held bigint[] := '{}';
  missing bigint[];
  head bigint;
BEGIN
  LOOP
    SELECT array_agg(DISTINCT coalesce(parent_id, id) ORDER BY coalesce(parent_id, id)) INTO missing FROM organizations
      WHERE id = ANY (ids) AND NOT coalesce(parent_id, id) = ANY (held);
    EXIT WHEN missing IS NULL;
    FOREACH head IN ARRAY missing LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('evaluate ' || head, 0));
    END LOOP;
    held := held || missing;
  END LOOP;
END $$;
