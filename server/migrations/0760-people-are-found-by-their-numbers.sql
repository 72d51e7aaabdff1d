-- A change of one match read all 300,000 donors of its organization, twice: an OR of two conditions has no index. 135 of 150 ms.
CREATE OR REPLACE FUNCTION lock_people(ids bigint[], donation_ids bigint[], donor_ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held bigint[] := '{}';
  missing bigint[];
  head bigint;
  person bigint;
BEGIN
  LOOP
    SELECT array_agg(DISTINCT coalesce(parent_id, id) ORDER BY coalesce(parent_id, id)) INTO missing FROM organizations
      WHERE id = ANY (ids) AND NOT coalesce(parent_id, id) = ANY (held);
    EXIT WHEN missing IS NULL;
    FOREACH head IN ARRAY missing LOOP
      PERFORM pg_advisory_xact_lock_shared(hashtextextended('evaluate ' || head, 0));
    END LOOP;
    held := held || missing;
  END LOOP;
  -- Whose a gift is may have changed while its donor was waited for.
  held := '{}';
  LOOP
    SELECT array_agg(DISTINCT known.person ORDER BY known.person) INTO missing FROM (
      SELECT hashtextextended('evaluate ' || coalesce(o.parent_id, o.id) || ' ' || p.donor_key, 0) AS person
      FROM unnest(donor_ids || ARRAY(
          SELECT d.donor_id FROM donations d WHERE d.organization_id = ANY (ids) AND d.id = ANY (donation_ids))) AS wanted (id),
        -- One by one: a table that was never analyzed was read whole.
        LATERAL (SELECT donor_key, organization_id FROM donors WHERE id = wanted.id AND organization_id = ANY (ids) OFFSET 0) p
        JOIN organizations o ON o.id = p.organization_id) known
      WHERE NOT known.person = ANY (held);
    EXIT WHEN missing IS NULL;
    FOREACH person IN ARRAY missing LOOP
      PERFORM pg_advisory_xact_lock(person);
    END LOOP;
    held := held || missing;
  END LOOP;
END $$;
