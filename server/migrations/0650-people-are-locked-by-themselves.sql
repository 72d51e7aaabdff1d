-- A change of one match looks at the other gifts of its donor, and at nobody else's. Twenty people at work in one family waited
-- for each other, each for the whole of the others' transactions: they now share the family's lock, which keeps uploads out, and
-- each takes that of the people whose gifts it works on.

CREATE FUNCTION lock_people(ids bigint[], donation_ids bigint[], donor_ids bigint[]) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
      FROM donors p JOIN organizations o ON o.id = p.organization_id
      WHERE p.organization_id = ANY (ids) AND (p.id = ANY (donor_ids) OR p.id IN (
        SELECT d.donor_id FROM donations d WHERE d.organization_id = ANY (ids) AND d.id = ANY (donation_ids)))) known
      WHERE NOT known.person = ANY (held);
    EXIT WHEN missing IS NULL;
    FOREACH person IN ARRAY missing LOOP
      PERFORM pg_advisory_xact_lock(person);
    END LOOP;
    held := held || missing;
  END LOOP;
END $$;
