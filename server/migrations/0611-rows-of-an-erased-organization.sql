-- Every table with an organization's rows, those first that others do not refer to; a new table is erased without being named.
-- What stays: the books (lines, invoices, payments, which plan held when), without persons.
CREATE FUNCTION erasable_tables() RETURNS SETOF regclass LANGUAGE sql STABLE AS $$
  WITH RECURSIVE tables AS (
    SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped
      AND c.relname NOT IN ('ledger_entries', 'invoices', 'payments', 'plan_choices', 'erasing_people')
  ), links AS (
    SELECT DISTINCT k.conrelid AS child, k.confrelid AS parent FROM pg_constraint k
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid
      AND k.conrelid IN (SELECT oid FROM tables) AND k.confrelid IN (SELECT oid FROM tables)
  ), depths AS (
    SELECT oid, 0 AS depth FROM tables
    UNION
    SELECT l.child, d.depth + 1 FROM depths d JOIN links l ON l.parent = d.oid WHERE d.depth < 20
  )
  SELECT t.oid::regclass FROM tables t JOIN depths d USING (oid)
  -- what waits to be folded goes before the sums that it is folded into
  GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC, t.relname <> 'donation_deltas', t.relname
$$;

CREATE INDEX payout_lines_of_match_organization ON payout_lines (match_organization_id, organization_id)
  WHERE match_organization_id IS NOT NULL;

-- Takes out so many rows of an organization whose erasure has begun; answers how many, 0 when nothing is left. The
-- owner does it: matches are the seam's to delete, and lines of the trail nobody's. Files become loose, and the sweeper removes them.
CREATE FUNCTION erase_rows_of(organization bigint, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  target regclass;
  only_these text;
  files text;
  mails text;
  gone integer;
  all_gone integer := 0;
BEGIN
  IF NOT crosses_organizations() OR NOT EXISTS (
    SELECT FROM organizations WHERE id = organization AND erasure_began_at IS NOT NULL AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'only an organization whose erasure has begun is erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- a former parent's payouts change with the matches: its uploads and bank entries wait, as they do for each other
  PERFORM pg_advisory_xact_lock(hashtextextended('payouts', payer.id)) FROM (
    SELECT DISTINCT l.organization_id AS id FROM payout_lines l WHERE l.match_organization_id = organization ORDER BY 1) payer;
  FOR target IN SELECT erasable_tables() LOOP
    only_these := CASE target::text
      -- when it was closed, reopened and erased stays
      WHEN 'audit_events' THEN
        $q$ AND NOT (t.subject = 'organization' AND t.action IN ('closed', 'reopened', 'erased'))$q$
      -- a former address leads to its person, who goes after it
      WHEN 'donors' THEN $q$ AND (t.merged_into_id IS NOT NULL
        OR NOT EXISTS (SELECT FROM donors m WHERE m.organization_id = $1 AND m.merged_into_id IS NOT NULL))$q$
      ELSE '' END;
    SELECT string_agg(format('gone.%I', attname), ', ') INTO files FROM pg_attribute
      WHERE attrelid = target AND attname IN ('file_key', 'final_key') AND NOT attisdropped;
    SELECT string_agg(format('gone.%I', attname), ', ') INTO mails FROM pg_attribute
      WHERE attrelid = target AND attname = 'message_id' AND atttypid = 'text'::regtype AND NOT attisdropped;
    EXECUTE format('WITH gone AS (DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
        SELECT t.ctid FROM %1$s t WHERE t.organization_id = $1 %2$s LIMIT $2)) RETURNING *)', target, only_these)
      || CASE WHEN files IS NULL THEN '' ELSE format(', loose AS (INSERT INTO loose_files (file_key)
        SELECT key FROM gone CROSS JOIN unnest(ARRAY[%s]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING)', files) END
      || CASE WHEN mails IS NULL THEN '' ELSE format(', unkept AS (DELETE FROM kept_mails
        WHERE split_part(message_id, ''@'', 1) IN (SELECT split_part(%s, ''@'', 1) FROM gone))', mails) END
      || ' SELECT count(*) FROM gone' INTO gone USING organization, at_most - all_gone;
    all_gone := all_gone + gone;
    IF all_gone >= at_most THEN RETURN all_gone; END IF;
  END LOOP;
  UPDATE audit_events SET user_id = NULL, before = '{}', after = '{}', address = ''
    WHERE organization_id = organization AND (user_id IS NOT NULL OR before <> '{}' OR after <> '{}' OR address <> '');
  UPDATE plan_choices SET user_id = NULL WHERE organization_id = organization AND user_id IS NOT NULL;
  DELETE FROM account_mails WHERE parameters ->> 'organizationId' = organization::text;
  RETURN all_gone;
END $$;
REVOKE ALL ON FUNCTION erase_rows_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_rows_of TO twofold_app;

-- Takes out the account of somebody who belongs to no organization any more. Whom the history of another organization names keeps
-- it: that history is theirs. False: it stays.
CREATE FUNCTION erase_account(person bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  place record;
  is_named boolean;
BEGIN
  -- the delete itself finds whoever refers to the account for good
  FOR place IN SELECT k.conrelid::regclass AS target, a.attname FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid = 'users'::regclass AND k.confdeltype = 'n'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I = $1)', place.target, place.attname) INTO is_named USING person;
    IF is_named THEN RETURN false; END IF;
  END LOOP;
  WITH gone AS (
    DELETE FROM users u WHERE u.id = person AND u.global_permission IS NULL
      AND NOT EXISTS (SELECT FROM members m WHERE m.user_id = u.id)
      AND NOT EXISTS (SELECT FROM removed_members m WHERE m.user_id = u.id)
    RETURNING u.email, u.email_key),
  -- a key is what is counted, perhaps an organization, and the address
  counted AS (DELETE FROM rate_limits r USING gone
    WHERE regexp_replace(r.key, '^[a-z-]+:([0-9]+:)?', '') = gone.email_key)
  DELETE FROM account_mails m USING gone WHERE m.recipient = gone.email;
  RETURN NOT EXISTS (SELECT FROM users WHERE id = person);
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END $$;
