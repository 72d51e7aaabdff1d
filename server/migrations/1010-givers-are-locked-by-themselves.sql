-- A gift that a program hands over, that somebody types in or that a donor tells of is one person's: twenty that came at once waited
-- for each other, each for the whole transactions of the others. They share the family's lock, as changes of a match do, and
-- take that of their donor, who may not be here yet and is known by what their row will be called; and that of the gift, which
-- another donor's of the same transaction would be as well. Donors first, then gifts. False where the organization is gone.
CREATE FUNCTION lock_givers(of_organization bigint, donor_keys text[], gift_keys uuid[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  held bigint[] := '{}';
  head bigint;
  place bigint;
BEGIN
  -- A chapter may have come to another parent while its family was waited for.
  LOOP
    SELECT coalesce(parent_id, id) INTO head FROM organizations WHERE id = of_organization;
    IF head IS NULL THEN RETURN false; END IF;
    EXIT WHEN head = ANY (held);
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('evaluate ' || head, 0));
    held := held || head;
  END LOOP;
  -- A former address leads to the donor who has another one now; who makes it so holds the family.
  FOR place IN
    SELECT DISTINCT hashtextextended('evaluate ' || head || ' ' || known.donor_key, 0) FROM (
      SELECT unnest(donor_keys) AS donor_key
      UNION
      SELECT p.donor_key FROM donors f JOIN donors p ON p.organization_id = f.organization_id AND p.id = f.merged_into_id
      WHERE f.organization_id = of_organization AND f.donor_key = ANY (donor_keys)) known
    ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(place);
  END LOOP;
  FOR place IN
    SELECT DISTINCT hashtextextended('gift ' || of_organization || ' ' || known.gift_key, 0) FROM unnest(gift_keys) AS known (gift_key)
    ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(place);
  END LOOP;
  RETURN true;
END $$;
