-- Two people with one address: the first has the address as donor key, each other one the address, a space and their name. Their
-- mailbox is the address, which unsubscribes and locks go by. Null: the key is the mailbox.
ALTER TABLE donors ADD COLUMN mailbox text;

CREATE FUNCTION donor_mailbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.mailbox := CASE WHEN NEW.donor_key LIKE '%@% %' AND NEW.donor_key NOT LIKE 'name:%' THEN split_part(NEW.donor_key, ' ', 1) END;
  RETURN NEW;
END $$;

CREATE TRIGGER donor_mailbox BEFORE INSERT OR UPDATE OF donor_key ON donors FOR EACH ROW
  WHEN (NEW.donor_key LIKE '%@% %' OR NEW.mailbox IS NOT NULL) EXECUTE FUNCTION donor_mailbox();

CREATE OR REPLACE FUNCTION public.hold_people(ids bigint[], donation_ids bigint[], donor_ids bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  held_heads bigint[] := '{}';
  held_people bigint[] := '{}';
  heads bigint[];
  people bigint[];
  family bigint[];
  one bigint;
  taken text;
  asked_at text;
BEGIN
  LOOP
    asked_at := pg_current_snapshot()::text;
    -- Whose a gift is, and who belongs to whom, may have changed while others were waited for.
    WITH mine AS MATERIALIZED (SELECT id, coalesce(parent_id, id) AS head FROM organizations WHERE id = ANY (ids))
    SELECT
      (SELECT array_agg(DISTINCT head ORDER BY head) FROM mine WHERE NOT head = ANY (held_heads)),
      (SELECT array_agg(DISTINCT known.person ORDER BY known.person) FROM (
          SELECT hashtextextended('evaluate ' || mine.head || ' ' || coalesce(p.mailbox, p.donor_key), 0) AS person
          FROM unnest(donor_ids || ARRAY(
              SELECT g.donor_id FROM unnest(donation_ids) AS asked (id),
                LATERAL (SELECT organization_id, donor_id FROM donations WHERE id = asked.id OFFSET 0) g
              WHERE g.organization_id = ANY (ids))) AS wanted (id),
            LATERAL (SELECT donor_key, mailbox, organization_id FROM donors WHERE id = wanted.id OFFSET 0) p
            JOIN mine ON mine.id = p.organization_id) known
        WHERE NOT known.person = ANY (held_people)),
      -- As families_of answers it: of those that the transaction sees itself.
      (SELECT array_agg(id ORDER BY id) FROM (
          SELECT head AS id FROM mine WHERE id = ANY (tenant_organizations()) OR crosses_organizations()
          UNION
          SELECT o.id FROM organizations o JOIN mine ON o.parent_id = mine.head
          WHERE mine.id = ANY (tenant_organizations()) OR crosses_organizations()) relatives)
    INTO heads, people, family;
    EXIT WHEN heads IS NULL AND people IS NULL;
    FOREACH one IN ARRAY coalesce(heads, '{}') LOOP
      taken := pg_advisory_xact_lock_shared(hashtextextended('evaluate ' || one, 0));
    END LOOP;
    FOREACH one IN ARRAY coalesce(people, '{}') LOOP
      taken := pg_advisory_xact_lock(one);
    END LOOP;
    EXIT WHEN pg_current_snapshot()::text = asked_at;
    held_heads := held_heads || heads;
    held_people := held_people || people;
  END LOOP;
  RETURN coalesce(family, '{}');
END $function$;

CREATE OR REPLACE FUNCTION public.lock_givers(of_organization bigint, donor_keys text[], gift_keys uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
      SELECT coalesce(p.mailbox, p.donor_key) FROM donors f
      JOIN donors p ON p.organization_id = f.organization_id AND p.id = f.merged_into_id
      WHERE f.organization_id = of_organization AND f.donor_key = ANY (donor_keys)
      UNION
      SELECT coalesce(p.mailbox, p.donor_key) FROM donors f
      JOIN donors p ON p.organization_id = f.organization_id AND p.id = f.merged_into_id
      WHERE f.organization_id = of_organization AND f.mailbox = ANY (donor_keys)) known
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
END $function$;
