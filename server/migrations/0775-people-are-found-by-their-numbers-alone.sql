-- Plans are kept on a connection. One made while there were a few donors read all of an organization, and went on to when there were
-- 300,000, until they were analyzed: who and which gift is meant is known by number, and no other index serves these conditions.
CREATE OR REPLACE FUNCTION lock_people(ids bigint[], donation_ids bigint[], donor_ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
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
          SELECT g.donor_id FROM unnest(donation_ids) AS asked (id),
            LATERAL (SELECT organization_id, donor_id FROM donations WHERE id = asked.id OFFSET 0) g
          WHERE g.organization_id = ANY (ids))) AS wanted (id),
        LATERAL (SELECT donor_key, organization_id FROM donors WHERE id = wanted.id OFFSET 0) p
        JOIN organizations o ON o.id = p.organization_id
      WHERE p.organization_id = ANY (ids)) known
      WHERE NOT known.person = ANY (held);
    EXIT WHEN missing IS NULL;
    FOREACH person IN ARRAY missing LOOP
      PERFORM pg_advisory_xact_lock(person);
    END LOOP;
    held := held || missing;
  END LOOP;
END $$;
