-- Who holds people asked seven times: for the families before and after their locks, for the people before and after theirs, and for
-- the family under them. Now all of it is one question, and where no transaction has ended since before it was asked, the answer
-- under the locks is the same. Locks are taken by assignments, which start no statement.
CREATE OR REPLACE FUNCTION hold_people(ids bigint[], donation_ids bigint[], donor_ids bigint[]) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
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
          SELECT hashtextextended('evaluate ' || mine.head || ' ' || p.donor_key, 0) AS person
          FROM unnest(donor_ids || ARRAY(
              SELECT g.donor_id FROM unnest(donation_ids) AS asked (id),
                LATERAL (SELECT organization_id, donor_id FROM donations WHERE id = asked.id OFFSET 0) g
              WHERE g.organization_id = ANY (ids))) AS wanted (id),
            LATERAL (SELECT donor_key, organization_id FROM donors WHERE id = wanted.id OFFSET 0) p
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
END $$;
DROP FUNCTION lock_people(bigint[], bigint[], bigint[]);

-- Asked of each statement that writes matches: what the seam says first, which costs no look into the catalogue.
CREATE OR REPLACE FUNCTION only_the_seam_writes_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.changing_matches', true), '') <> 'on' THEN
    IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
      RAISE EXCEPTION 'matches are written by changeMatches alone' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- The Sunday that a deadline's week begins with, as before. Its argument stands there once, so that it becomes part of the statement
-- that asks it instead of one of its own.
CREATE OR REPLACE FUNCTION week_of_deadline(deadline_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('week', deadline_at AT TIME ZONE 'UTC' + interval '12 hours')::date - 1
$$;

-- Where nobody is told of statuses, which is most often, nothing is prepared to tell anybody.
CREATE OR REPLACE FUNCTION tell_webhooks_of_statuses() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_events e JOIN organizations o ON o.id = e.organization_id
      JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id) AND w.event = 'status') THEN
    RETURN NULL;
  END IF;
  WITH untold AS (
    DELETE FROM webhook_deliveries t USING new_events e, organizations o, webhooks w
    WHERE e.action = 'taken_back' AND o.id = e.organization_id AND w.organization_id IN (o.id, o.parent_id)
      AND t.organization_id = w.organization_id AND t.webhook_id = w.id AND t.event = 'status' AND t.state = 'queued'
      AND t.send_at > e.at AND t.happened_at > e.at - interval '30 seconds'
      AND t.gift_organization_id = e.organization_id AND t.donation_id = e.donation_id
    RETURNING t.webhook_id, t.donation_id
  )
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT w.organization_id, w.id, w.event, e.at, e.organization_id, e.donation_id, e.to_status_id,
    CASE WHEN e.actor = 'user' AND e.action <> 'taken_back' THEN e.at + interval '10 seconds' ELSE e.at END
  FROM new_events e
  JOIN organizations o ON o.id = e.organization_id AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
  JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id)
    AND w.event = 'status' AND w.url <> '' AND w.disabled_at IS NULL
  WHERE e.from_status_id IS DISTINCT FROM e.to_status_id
    AND (e.to_status_id < 12 OR e.to_status_id IN (20, 28))
    AND NOT EXISTS (SELECT FROM untold u WHERE u.webhook_id = w.id AND u.donation_id = e.donation_id)
  ORDER BY e.id;
  RETURN NULL;
END $$;

-- Asked only where a request begins to have a day, or has one that it may lose.
CREATE OR REPLACE TRIGGER note_request BEFORE UPDATE OF status_id ON donations FOR EACH ROW
  WHEN (NEW.status_id <> OLD.status_id
    AND (NEW.status_id = 4 OR NEW.submitted_on IS NOT NULL AND NEW.status_id NOT IN (1, 11, 12, 13, 16)))
  EXECUTE FUNCTION note_request();
