-- Written by `npm run schema` from a migrated database. Do not edit: change it with a new migration.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE OR REPLACE PROCEDURE public.admit_owner(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('DROP POLICY IF EXISTS of_owner ON %s', target);
  EXECUTE format('CREATE POLICY of_owner ON %s TO %I USING (true)', target,
    (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = target));
END $procedure$;

CREATE OR REPLACE FUNCTION public.campaign_of(organization bigint, campaign_id bigint)
 RETURNS TABLE(in_organization bigint, campaign campaigns)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT o.id, c FROM organizations o JOIN campaigns c ON c.organization_id IN (o.id, o.parent_id) AND c.id = campaign_of.campaign_id
  WHERE o.id = organization AND (o.id = ANY (tenant_organizations()) OR crosses_organizations())
$function$;

CREATE OR REPLACE FUNCTION public.campaigns_reaching(organization_ids bigint[])
 RETURNS TABLE(in_organization bigint, campaign campaigns)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT o.id, c FROM organizations o JOIN campaigns c ON c.organization_id IN (o.id, o.parent_id)
  WHERE o.id = ANY (organization_ids) AND o.id = ANY (tenant_organizations()) AND c.deleted_at IS NULL
$function$;

CREATE OR REPLACE FUNCTION public.chapter_has_name(parent bigint, wanted text, besides bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF (crosses_organizations() OR parent = ANY (tenant_organizations())
    OR EXISTS (SELECT FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id = parent)) IS NOT TRUE
  THEN RETURN false; END IF;
  -- Locks before reading, so that concurrent changes to the same name run one after the other and the second sees the
  -- first.
  PERFORM FROM organizations WHERE id = parent FOR NO KEY UPDATE;
  RETURN EXISTS (SELECT FROM organizations
    WHERE parent_id = parent AND chapter_name_key(name) = chapter_name_key(wanted) AND id IS DISTINCT FROM besides);
END $function$;

CREATE OR REPLACE FUNCTION public.chapter_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(nullif(btrim(regexp_replace(
    replace(lower(regexp_replace(normalize(name, NFKD),
      '[\u00ad\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060-\u2064\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g')), '&', ' and '),
    '[\s!-/:-@\[-`{-~\u2010-\u2027]+', ' ', 'g')), ''), lower(name))
$function$;

CREATE OR REPLACE FUNCTION public.crosses_organizations()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT coalesce(current_setting('app.crossing', true), '') = 'on' $function$;

CREATE OR REPLACE FUNCTION public.directory_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE directory_version SET version = version + 1;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.domains_waiting_for(wanted_keys text[], at_most integer)
 RETURNS TABLE(key text, domain text, donors integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT wanted, lower(split_part(p.email, '@', 2)), count(DISTINCT p.donor_key)::integer
  FROM unnest(wanted_keys) AS wanted
  CROSS JOIN LATERAL (
    SELECT d.organization_id, d.donor_id FROM donations d
    WHERE d.status_id = 2 AND d.counted AND employer_key(d.employer_text) = wanted AND crosses_organizations()
    ORDER BY d.id LIMIT at_most) g
  JOIN donors p ON p.organization_id = g.organization_id AND p.id = g.donor_id
  WHERE p.email <> ''
  GROUP BY 1, 2
$function$;

CREATE OR REPLACE FUNCTION public.donations_waiting_for(wanted_key text, after_id bigint, at_most integer)
 RETURNS TABLE(organization_id bigint, id bigint, employer_text text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT d.organization_id, d.id, d.employer_text FROM donations d
  WHERE d.status_id = 2 AND d.counted AND employer_key(d.employer_text) = wanted_key AND d.id > after_id
    AND crosses_organizations()
  ORDER BY d.id LIMIT at_most
$function$;

CREATE OR REPLACE FUNCTION public.donor_mailbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.mailbox := CASE WHEN NEW.donor_key LIKE '%@% %' AND NEW.donor_key NOT LIKE 'name:%' THEN split_part(NEW.donor_key, ' ', 1) END;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.donor_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_text := search_form(NEW.name || ' ' || NEW.email);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.donors_beginning(in_organization bigint, words text, at_most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  form text := regexp_replace(btrim(lower(words)), '\s+', ' ', 'g');
  parts text[] := string_to_array(
    replace(replace(replace(regexp_replace(btrim(search_form(words)), '\s+', ' ', 'g'), '\', '\\'), '%', '\%'), '_', '\_'), ' ');
BEGIN
  IF NOT coalesce(in_organization = ANY (tenant_organizations()), false) THEN RETURN; END IF;
  RETURN QUERY
    SELECT d.id FROM donors d
    WHERE d.organization_id = in_organization AND d.merged_into_id IS NULL AND d.erased_at IS NULL
      AND lower(coalesce(nullif(d.name, ''), d.email)) >= form
      AND lower(coalesce(nullif(d.name, ''), d.email)) < form || chr(1114111)
    ORDER BY lower(coalesce(nullif(d.name, ''), d.email)), d.id
    LIMIT at_most / 5;
  -- Planned again for each search text. For common words, the first rows suffice, while an index scan would collect all
  -- of them.
  RETURN QUERY EXECUTE $query$
    SELECT coalesce(d.merged_into_id, d.id) FROM donors d
    WHERE d.organization_id = $1 AND d.search_text LIKE $2 AND d.search_text LIKE $3 AND d.search_text LIKE $4
    LIMIT $5$query$
    USING in_organization, '%' || parts[1] || '%', '%' || coalesce(parts[2], '') || '%', '%' || coalesce(parts[3], '') || '%', at_most;
END $function$;

CREATE OR REPLACE FUNCTION public.donors_matching(in_organization bigint, words text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT coalesce(merged_into_id, id) FROM donors
  WHERE organization_id = in_organization
    AND in_organization = ANY (tenant_organizations())
    AND search_text LIKE '%' || replace(replace(replace(search_form(words), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;

CREATE OR REPLACE FUNCTION public.donors_named(in_organization bigint, names text[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT coalesce(in_organization = ANY (tenant_organizations()), false) THEN RETURN; END IF;
  RETURN QUERY
    SELECT found.id FROM unnest(names) AS wanted (name) CROSS JOIN LATERAL (
      SELECT d.id FROM donors d
      WHERE d.organization_id = in_organization AND d.merged_into_id IS NULL AND d.erased_at IS NULL
        AND lower(coalesce(nullif(d.name, ''), d.email)) = wanted.name OFFSET 0) AS found;
END $function$;

CREATE OR REPLACE FUNCTION public.ein_key(ein text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN upper(regexp_replace(ein, '[^0-9A-Za-z]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.employer_key(employer text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(NULLIF(btrim(regexp_replace(lower(employer), '[][\s.,;:''"`()/\\_*-]+'::text, ' '::text, 'g'::text)), ''::text), lower(employer));

CREATE OR REPLACE FUNCTION public.employer_paid(organization bigint, donation bigint, OUT cents bigint, OUT paid_on date)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT sum(l.match_cents), max(coalesce(p.paid_on, p.period_end, p.created_at::date)) FILTER (WHERE l.match_cents > 0)
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = donation AND l.match_organization_id = organization
    AND (organization = ANY (tenant_organizations()) OR crosses_organizations())
  HAVING sum(l.match_cents) > 0
$function$;

CREATE OR REPLACE FUNCTION public.employers_waiting(at_most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH RECURSIVE keys AS (
    (SELECT employer_key(d.employer_text) AS key, 1 AS place FROM donations d
      WHERE d.status_id = 2 AND d.counted AND crosses_organizations() ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT employer_key(d.employer_text) FROM donations d
        WHERE d.status_id = 2 AND d.counted AND employer_key(d.employer_text) > k.key ORDER BY 1 LIMIT 1),
      k.place + 1
    FROM keys k WHERE k.key IS NOT NULL AND k.place <= at_most
  )
  SELECT count(*)::integer FROM keys
  WHERE key IS NOT NULL AND key <> ALL (SELECT r.employer_key FROM employer_resolutions r WHERE r.done_at IS NULL)
$function$;

CREATE OR REPLACE FUNCTION public.erasable_tables()
 RETURNS SETOF regclass
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE tables AS (
    SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped
      AND c.relname NOT IN ('ledger_entries', 'invoices', 'payments', 'plan_choices', 'users_to_erase')
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
  -- pending deltas are erased before the sums that they belong to
  GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC, t.relname <> 'donation_deltas', t.relname
$function$;

CREATE OR REPLACE FUNCTION public.erase_account(person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  place record;
  is_named boolean;
BEGIN
  -- the DELETE itself fails on permanent references to the account
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
  -- a key consists of the counter's name, optionally an organization, and the address
  counted AS (DELETE FROM rate_limits r USING gone
    WHERE regexp_replace(r.key, '^[a-z-]+:([0-9]+:)?', '') = gone.email_key)
  DELETE FROM account_mails m USING gone WHERE m.recipient = gone.email;
  RETURN NOT EXISTS (SELECT FROM users WHERE id = person);
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END $function$;

CREATE OR REPLACE FUNCTION public.erase_from_trail(organization bigint, donor bigint, former bigint[], pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT (organization = ANY (tenant_organizations())) OR NOT EXISTS (
    SELECT FROM donors WHERE organization_id = organization AND id = donor AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'only an erased donor is taken out of the trail' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE audit_events e SET before = without_words(e.before, NULL), after = without_words(e.after, NULL)
  WHERE e.organization_id = organization AND e.subject = 'donor'
    AND (e.subject_id = donor::text OR e.subject_id = ANY (former::text[]));
  UPDATE audit_events e SET
    before = (SELECT coalesce(jsonb_object_agg(key, CASE WHEN key IN ('currency', 'date', 'status', 'action', 'undone') THEN value
      ELSE without_words(value, NULL) END), '{}') FROM jsonb_each(e.before)),
    after = (SELECT coalesce(jsonb_object_agg(key, CASE WHEN key IN ('currency', 'date', 'status', 'action', 'undone') THEN value
      ELSE without_words(value, NULL) END), '{}') FROM jsonb_each(e.after))
  WHERE e.organization_id = organization AND e.subject IN ('donation', 'match')
    AND e.subject_id IN (SELECT id::text FROM donations WHERE organization_id = organization AND donor_id = donor);
  UPDATE audit_events e SET before = without_words(e.before, pattern), after = without_words(e.after, pattern)
  WHERE e.organization_id = organization AND pattern <> '' AND (e.before::text ~* pattern OR e.after::text ~* pattern);
END $function$;

CREATE OR REPLACE FUNCTION public.erase_rows_of(organization bigint, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  target regclass;
  only_these text;
  key text;
  files text;
  mails text;
  gone integer;
  all_gone integer := 0;
BEGIN
  IF NOT crosses_organizations() OR NOT EXISTS (
    SELECT FROM organizations WHERE id = organization AND erasure_began_at IS NOT NULL AND erased_at IS NULL) THEN
    RAISE EXCEPTION 'only an organization whose erasure has begun is erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- a former parent's payouts change with the matches, so its uploads and bank entries wait
  PERFORM pg_advisory_xact_lock(hashtextextended('payouts', payer.id)) FROM (
    SELECT DISTINCT l.organization_id AS id FROM payout_lines l WHERE l.match_organization_id = organization ORDER BY 1) payer;
  FOR target IN SELECT erasable_tables() LOOP
    only_these := CASE target::text
      -- keeps the records of closing, reopening, and erasing
      WHEN 'audit_events' THEN
        $q$ AND NOT (t.subject = 'organization' AND t.action IN ('closed', 'reopened', 'erased'))$q$
      -- former addresses are erased before the donor that they refer to
      WHEN 'donors' THEN $q$ AND (t.merged_into_id IS NOT NULL
        OR NOT EXISTS (SELECT FROM donors m WHERE m.organization_id = $1 AND m.merged_into_id IS NOT NULL))$q$
      ELSE '' END;
    SELECT string_agg(format('gone.%I', attname), ', ') INTO files FROM pg_attribute
      WHERE attrelid = target AND attname IN ('file_key', 'final_key') AND NOT attisdropped;
    SELECT string_agg(format('gone.%I', attname), ', ') INTO mails FROM pg_attribute
      WHERE attrelid = target AND attname = 'message_id' AND atttypid = 'text'::regtype AND NOT attisdropped;
    SELECT string_agg(format('t.%I', a.attname), ', ') INTO key FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = target AND i.indisprimary;
    EXECUTE format('WITH gone AS (DELETE FROM %1$s t WHERE (%3$s) IN (
        SELECT %3$s FROM %1$s t WHERE t.organization_id = $1 %2$s LIMIT $2) RETURNING *)', target, only_these, key)
      || CASE WHEN files IS NULL THEN '' ELSE format(', marked AS (INSERT INTO unreferenced_files (file_key)
        SELECT key FROM gone CROSS JOIN unnest(ARRAY[%s]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING)', files) END
      || CASE WHEN mails IS NULL THEN '' ELSE format(', deleted AS (DELETE FROM stored_mails
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
END $function$;

CREATE OR REPLACE FUNCTION public.families_of(ids bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH heads AS MATERIALIZED (
    SELECT DISTINCT coalesce(parent_id, id) AS id FROM organizations
    WHERE id = ANY (ids) AND (id = ANY (tenant_organizations()) OR crosses_organizations()))
  SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM (
    SELECT id FROM heads UNION SELECT o.id FROM organizations o JOIN heads ON o.parent_id = heads.id) family
$function$;

CREATE OR REPLACE FUNCTION public.gifts_naming_employer(in_organization bigint, pattern text)
 RETURNS TABLE(id bigint, donated_at timestamp without time zone, status_id smallint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'public', 'pg_temp'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
BEGIN
  IF NOT coalesce(in_organization = ANY (tenant_organizations()), false) THEN RETURN; END IF;
  -- Fewer than three letters (plus two wildcards) are in no trigram index, so the smallest index is read completely.
  IF length(pattern) < 5 THEN
    PERFORM set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true);
  END IF;
  RETURN QUERY EXECUTE 'SELECT d.id, d.donated_at, d.status_id, d.amount_cents FROM donations d
    WHERE d.organization_id = $1 AND d.company_id IS NULL AND d.employer_text <> '''' AND d.counted AND d.employer_text ILIKE $2'
    USING in_organization, pattern;
END $function$;

CREATE OR REPLACE FUNCTION public.gifts_of_match(organization bigint, whole bigint)
 RETURNS TABLE(day text, cents bigint, transaction_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT to_char(g.donated_at, 'YYYY-MM-DD'), coalesce(g.own_cents, g.amount_cents), coalesce(g.transaction_id, '')
  FROM (
    SELECT * FROM donations d WHERE d.organization_id = organization AND d.id = whole AND d.own_cents IS NOT NULL
    UNION ALL
    SELECT * FROM donations d WHERE d.organization_id = ANY (families_of(ARRAY[organization])) AND d.merged_into_id = whole
      AND d.deleted_at IS NULL
  ) g
  WHERE organization = ANY (tenant_organizations()) OR crosses_organizations()
  ORDER BY g.donated_at, g.id
$function$;

CREATE OR REPLACE FUNCTION public.guard_invoiced_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a line of the ledger stands on one invoice' USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.guard_match_writes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF coalesce(current_setting('app.changing_matches', true), '') <> 'on' THEN
    IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
      RAISE EXCEPTION 'matches are written by changeMatches alone' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.has_signed_in(person users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT person.password_hash IS NOT NULL
    OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = person.id)
    OR EXISTS (SELECT FROM sessions s WHERE s.user_id = person.id)
    OR EXISTS (SELECT FROM account_events e WHERE e.user_id = person.id AND e.action = 'signed_in')
$function$;

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
    -- The owner of a gift and the family of an organization may have changed while waiting for locks.
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
      -- Like families_of, for rows that are visible to this transaction.
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

CREATE OR REPLACE FUNCTION public.lines_paying(donations bigint[])
 RETURNS TABLE(id bigint, donation_id bigint, cents bigint, balance_cents bigint, day date, payer text, reference text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT l.id, l.donation_id, coalesce(l.counted_cents, l.gift_cents + l.match_cents), l.balance_cents,
    coalesce(p.paid_on, p.period_end, p.created_at::date), p.payer, p.reference
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = ANY (donations)
    AND (l.match_organization_id = ANY (tenant_organizations()) OR crosses_organizations())
$function$;

CREATE OR REPLACE FUNCTION public.live_email_templates(organization bigint, template bigint)
 RETURNS TABLE(organization_id bigint, name text, words jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT t.organization_id, t.name, t.words FROM organizations o
  JOIN email_templates t ON t.live AND t.template_id = template AND t.organization_id IN (o.id, o.parent_id)
  WHERE o.id = organization AND (o.id = ANY (tenant_organizations()) OR crosses_organizations())
    AND (t.organization_id = o.id OR NOT EXISTS (SELECT FROM email_templates own
      WHERE own.organization_id = o.id AND own.template_id = template AND own.live))
  ORDER BY t.name
$function$;

CREATE OR REPLACE FUNCTION public.lock_families(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.lock_incoming_donors(of_organization bigint, donor_keys text[], gift_keys uuid[])
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
  -- A chapter may have moved to another parent while this waited for the lock of its family.
  LOOP
    SELECT coalesce(parent_id, id) INTO head FROM organizations WHERE id = of_organization;
    IF head IS NULL THEN RETURN false; END IF;
    EXIT WHEN head = ANY (held);
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('evaluate ' || head, 0));
    held := held || head;
  END LOOP;
  -- A former address refers to the donor's current one. Changes of this reference hold the lock of the family.
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

CREATE OR REPLACE FUNCTION public.mark_match_form_file_unreferenced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO unreferenced_files (file_key)
  SELECT key FROM unnest(ARRAY[OLD.file_key, OLD.final_key]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.mark_report_file_unreferenced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO unreferenced_files (file_key) VALUES (OLD.file_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.organizations_with_contact(address text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT id FROM organizations
  WHERE lower(contact_email) = address AND contact_email <> '' AND crosses_organizations()
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_ein(wanted text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT id FROM organizations WHERE ein_key(ein) = ein_key(wanted) AND ein <> '' AND crosses_organizations()
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_name(pattern text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT id FROM organizations WHERE name ILIKE pattern AND crosses_organizations()
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_page(word text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT id FROM organizations
  WHERE lower(replace(name, ' ', '-')) = lower(replace(word, ' ', '-')) AND crosses_organizations()
$function$;

CREATE OR REPLACE FUNCTION public.own_policies_reaching(organization_ids bigint[], company_ids bigint[])
 RETURNS TABLE(in_organization bigint, own own_policies)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT o.id, p FROM organizations o JOIN own_policies p ON p.organization_id IN (o.id, o.parent_id)
  WHERE o.id = ANY (organization_ids) AND o.id = ANY (tenant_organizations()) AND p.company_id = ANY (company_ids)
$function$;

CREATE OR REPLACE PROCEDURE public.protect_organization_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY of_organization ON %s USING (organization_id = ANY ((SELECT tenant_organizations())::bigint[])
       OR (SELECT crosses_organizations()))', target);
  CALL admit_owner(target);
END $procedure$;

CREATE OR REPLACE FUNCTION public.queue_status_deliveries(organizations bigint[], donations bigint[], former smallint[], statuses smallint[], undone boolean[], delay interval, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH moved AS MATERIALIZED (
    SELECT m.*, w.id AS webhook_id, w.organization_id AS receiver_id, NOT o.rule_deactivated AND o.cancelled_at IS NULL
      AND w.url <> '' AND w.disabled_at IS NULL AS is_open
    FROM unnest(organizations, donations, former, statuses, undone) WITH ORDINALITY
      AS m (organization_id, donation_id, from_status_id, to_status_id, is_undo, place)
    JOIN organizations o ON o.id = m.organization_id
    JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id) AND w.event = 'status'
    WHERE o.id = ANY (tenant_organizations()) OR crosses_organizations()
  ), withdrawn AS (
    DELETE FROM webhook_deliveries d USING moved m
    WHERE m.is_undo AND d.organization_id = m.receiver_id AND d.webhook_id = m.webhook_id AND d.event = 'status'
      AND d.state = 'queued' AND d.send_at > at AND d.happened_at > at - interval '30 seconds'
      AND d.gift_organization_id = m.organization_id AND d.donation_id = m.donation_id
    RETURNING d.webhook_id, d.donation_id
  )
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT m.receiver_id, m.webhook_id, 'status', at, m.organization_id, m.donation_id, m.to_status_id,
    CASE WHEN m.is_undo THEN at ELSE at + delay END
  FROM moved m
  WHERE m.is_open AND m.from_status_id IS DISTINCT FROM m.to_status_id
    AND (m.to_status_id < 12 OR m.to_status_id IN (20, 28))
    AND NOT EXISTS (SELECT FROM withdrawn w WHERE w.webhook_id = m.webhook_id AND w.donation_id = m.donation_id)
  ORDER BY m.place
$function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics_of_gifts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  ANALYZE donations;
  ANALYZE donors;
  ANALYZE donation_events;
  ANALYZE notifications;
END $function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics_of_grown()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  known_at_least constant integer := 8;
  each text;
  looked_at text[] := '{}';
BEGIN
  FOR each IN SELECT relname FROM pg_class
    WHERE oid = ANY (ARRAY['bulk_rows', 'donation_deltas', 'donation_events', 'donations', 'donors', 'evaluations', 'ledger_entries',
      'match_journal',
        'notifications', 'payout_entries', 'payout_lines', 'planned_mails']::regclass[])
      AND pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * greatest(relpages, known_at_least)
    ORDER BY relname
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %I', each);
    looked_at := looked_at || each;
  END LOOP;
  RETURN looked_at;
END $function$;

CREATE OR REPLACE FUNCTION public.reports_reaching(organization bigint)
 RETURNS TABLE(in_organization bigint, report reports)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT o.id, r FROM organizations o JOIN reports r ON r.organization_id = o.parent_id AND r.scope = 'full_org'
  WHERE o.id = reports_reaching.organization AND o.id = ANY (tenant_organizations()) AND r.deleted_at IS NULL
$function$;

CREATE OR REPLACE FUNCTION public.search_form(given text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT lower(unaccent(given)) $function$;

CREATE OR REPLACE FUNCTION public.share_of(cents bigint, basis_points integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  -- rounds half to even, like `shareOf`
  SELECT (whole + (rest * 2 > 10000 OR (rest * 2 = 10000 AND whole % 2 = 1))::int)::bigint
  FROM (SELECT div(cents::numeric * basis_points, 10000) AS whole, mod(cents::numeric * basis_points, 10000) AS rest) parts
$function$;

CREATE OR REPLACE FUNCTION public.slugs_like(wanted text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT slug FROM organizations
  WHERE (slug = wanted OR slug >= wanted || '-' AND slug < wanted || '.') AND crosses_organizations()
$function$;

CREATE OR REPLACE FUNCTION public.some_donors_matching(in_organization bigint, words text, at_most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT coalesce(in_organization = ANY (tenant_organizations()), false) THEN RETURN; END IF;
  -- Planned again for each search text. For common words, the first rows suffice, while an index scan would collect all
  -- of them.
  RETURN QUERY EXECUTE 'SELECT coalesce(merged_into_id, id) FROM donors WHERE organization_id = $1 AND search_text LIKE $2 LIMIT $3'
    USING in_organization, '%' || replace(replace(replace(search_form(words), '\', '\\'), '%', '\%'), '_', '\_') || '%', at_most;
END $function$;

CREATE OR REPLACE FUNCTION public.submitted_part(status_id smallint, estimated_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT CASE WHEN status_id IN (1, 4) THEN estimated_cents ELSE 0 END $function$;

CREATE OR REPLACE FUNCTION public.tenant_organizations()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT string_to_array(nullif(current_setting('app.organizations', true), ''), ',')::bigint[] $function$;

CREATE OR REPLACE FUNCTION public.tenant_relatives()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT array_agg(id) FROM (
    SELECT parent_id AS id FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id IS NOT NULL
    UNION SELECT id FROM organizations WHERE parent_id = ANY (tenant_organizations())) kin
$function$;

CREATE OR REPLACE FUNCTION public.unlink_payout_lines(donation_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH loose AS (
    UPDATE payout_lines l SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL, donation_id = NULL
    FROM donations d
    WHERE d.id = ANY (donation_ids) AND l.donation_id = d.id
      AND (d.organization_id = ANY (tenant_organizations()) OR crosses_organizations())
    RETURNING l.organization_id, l.payout_id, coalesce(l.counted_cents, l.gift_cents + l.match_cents) AS cents
  ), sums AS (
    SELECT organization_id, payout_id, sum(cents) AS cents, count(*) AS lines FROM loose GROUP BY 1, 2
  )
  UPDATE payouts p SET tied_cents = p.tied_cents - s.cents, waiting_cents = p.waiting_cents + s.cents,
    waiting_lines = p.waiting_lines + s.lines
  FROM sums s WHERE p.organization_id = s.organization_id AND p.id = s.payout_id
$function$;

CREATE OR REPLACE FUNCTION public.week_of_deadline(deadline_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT date_trunc('week', deadline_at AT TIME ZONE 'UTC' + interval '12 hours')::date - 1
$function$;

CREATE OR REPLACE FUNCTION public.without_words(given jsonb, pattern text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  CASE jsonb_typeof(given)
    WHEN 'string' THEN
      RETURN CASE WHEN given <> '""' AND (pattern IS NULL OR given #>> '{}' ~* pattern) THEN '"Erased donor"'::jsonb ELSE given END;
    WHEN 'array' THEN
      RETURN (SELECT coalesce(jsonb_agg(without_words(part, pattern) ORDER BY place), '[]')
        FROM jsonb_array_elements(given) WITH ORDINALITY AS parts (part, place));
    WHEN 'object' THEN
      RETURN (SELECT coalesce(jsonb_object_agg(key, without_words(value, pattern)), '{}') FROM jsonb_each(given));
    ELSE RETURN given;
  END CASE;
END $function$;

REVOKE ALL ON FUNCTION erase_from_trail(bigint,bigint,bigint[],text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_trail(bigint,bigint,bigint[],text) TO twofold_app;
REVOKE ALL ON FUNCTION erase_rows_of(bigint,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_rows_of(bigint,integer) TO twofold_app;
REVOKE ALL ON FUNCTION refresh_statistics_of_gifts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics_of_gifts() TO twofold_app;
REVOKE ALL ON FUNCTION refresh_statistics_of_grown() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics_of_grown() TO twofold_app;

CREATE TABLE account_events (
  user_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  action text NOT NULL,
  detail text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  user_agent text DEFAULT ''::text NOT NULL,
  request_id text DEFAULT ''::text NOT NULL,
  CONSTRAINT account_events_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT account_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT INSERT, SELECT ON account_events TO twofold_app;

CREATE TABLE account_mails (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  parameters jsonb NOT NULL,
  message_id text NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  send_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  problem text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  handed_by text,
  CONSTRAINT account_mails_pkey PRIMARY KEY (id),
  CONSTRAINT account_mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX account_mails_by_recipient ON public.account_mails USING btree (recipient, created_at);
CREATE INDEX account_mails_due ON public.account_mails USING btree (send_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX account_mails_of_erasure ON public.account_mails USING btree (((parameters ->> 'organizationId'::text))) WHERE (kind = 'erasure-soon'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON account_mails TO twofold_app;

CREATE TABLE api_keys (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  key_sealed text NOT NULL,
  key_end text NOT NULL,
  creator_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  last_ip_address text,
  networks text[] DEFAULT '{}'::text[] NOT NULL,
  new_network_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT api_keys_organization_id_key_hash_key UNIQUE (organization_id, key_hash),
  CONSTRAINT api_keys_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON api_keys FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON api_keys FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON api_keys TO twofold_app;

CREATE TABLE audit_events (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id bigint,
  as_super boolean DEFAULT false NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id text DEFAULT ''::text NOT NULL,
  before jsonb DEFAULT '{}'::jsonb NOT NULL,
  after jsonb DEFAULT '{}'::jsonb NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  request_id text DEFAULT ''::text NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT audit_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_events_by_person ON public.audit_events USING btree (organization_id, user_id, id DESC);
CREATE INDEX audit_events_by_subject ON public.audit_events USING btree (organization_id, subject, id DESC);
CREATE INDEX audit_events_by_time ON public.audit_events USING btree (organization_id, at DESC, id DESC);
CREATE POLICY of_organization ON audit_events FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON audit_events FOR ALL TO the_owner USING (true);
GRANT INSERT, SELECT ON audit_events TO twofold_app;

CREATE TABLE bank_lines (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  line_key text NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  currency text NOT NULL,
  cents bigint NOT NULL,
  by_hand boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  typed boolean DEFAULT false NOT NULL,
  removed_with bigint,
  CONSTRAINT bank_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT bank_lines_organization_id_line_key_key UNIQUE (organization_id, line_key),
  CONSTRAINT bank_lines_cents_check CHECK ((cents > 0)),
  CONSTRAINT bank_lines_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT bank_lines_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE bank_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_lines FORCE ROW LEVEL SECURITY;
CREATE INDEX bank_lines_by_day ON public.bank_lines USING btree (organization_id, day DESC, id DESC);
CREATE POLICY of_organization ON bank_lines FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON bank_lines FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON bank_lines TO twofold_app;

CREATE TABLE bank_statement_lines (
  organization_id bigint NOT NULL,
  statement_id bigint NOT NULL,
  bank_line_id bigint NOT NULL,
  was_typed boolean DEFAULT false NOT NULL,
  CONSTRAINT bank_statement_lines_pkey PRIMARY KEY (organization_id, statement_id, bank_line_id),
  CONSTRAINT bank_statement_lines_organization_id_bank_line_id_fkey FOREIGN KEY (organization_id, bank_line_id) REFERENCES bank_lines(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT bank_statement_lines_organization_id_statement_id_fkey FOREIGN KEY (organization_id, statement_id) REFERENCES bank_statements(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE bank_statement_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_statement_lines FORCE ROW LEVEL SECURITY;
CREATE INDEX bank_statement_lines_by_line ON public.bank_statement_lines USING btree (organization_id, bank_line_id);
CREATE POLICY of_organization ON bank_statement_lines FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON bank_statement_lines FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON bank_statement_lines TO twofold_app;

CREATE TABLE bank_statements (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT bank_statements_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT bank_statements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT bank_statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE bank_statements ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_statements FORCE ROW LEVEL SECURITY;
CREATE INDEX bank_statements_by_user ON public.bank_statements USING btree (user_id);
CREATE INDEX bank_statements_newest ON public.bank_statements USING btree (organization_id, id DESC) WHERE (removed_at IS NULL);
CREATE POLICY of_organization ON bank_statements FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON bank_statements FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON bank_statements TO twofold_app;

CREATE TABLE bank_ties (
  organization_id bigint NOT NULL,
  bank_line_id bigint NOT NULL,
  payout_id bigint NOT NULL,
  cents bigint NOT NULL,
  tied_by text NOT NULL,
  CONSTRAINT bank_ties_pkey PRIMARY KEY (organization_id, bank_line_id, payout_id),
  CONSTRAINT bank_ties_cents_check CHECK ((cents > 0)),
  CONSTRAINT bank_ties_tied_by_check CHECK ((tied_by = ANY (ARRAY['number'::text, 'payer'::text, 'person'::text]))),
  CONSTRAINT bank_ties_organization_id_bank_line_id_fkey FOREIGN KEY (organization_id, bank_line_id) REFERENCES bank_lines(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT bank_ties_organization_id_payout_id_fkey FOREIGN KEY (organization_id, payout_id) REFERENCES payouts(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE bank_ties ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_ties FORCE ROW LEVEL SECURITY;
CREATE INDEX bank_ties_of_payout ON public.bank_ties USING btree (organization_id, payout_id);
CREATE POLICY of_organization ON bank_ties FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON bank_ties FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON bank_ties TO twofold_app;

CREATE TABLE bulk_changes (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  level text NOT NULL,
  action text NOT NULL,
  state text NOT NULL,
  undo_id uuid NOT NULL,
  total integer NOT NULL,
  can integer NOT NULL,
  cannot jsonb NOT NULL,
  review jsonb,
  counted_to integer DEFAULT 0 NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  undone integer DEFAULT 0 NOT NULL,
  kept integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  done_at timestamp with time zone,
  CONSTRAINT bulk_changes_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT bulk_changes_level_check CHECK ((level = ANY (ARRAY['write'::text, 'admin'::text, 'super'::text]))),
  CONSTRAINT bulk_changes_state_check CHECK ((state = ANY (ARRAY['counting'::text, 'ready'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text]))),
  CONSTRAINT bulk_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT bulk_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE bulk_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_changes FORCE ROW LEVEL SECURITY;
CREATE INDEX bulk_changes_by_age ON public.bulk_changes USING btree (organization_id, created_at);
CREATE INDEX bulk_changes_of_user ON public.bulk_changes USING btree (user_id);
CREATE POLICY of_organization ON bulk_changes FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON bulk_changes FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON bulk_changes TO twofold_app;

CREATE TABLE bulk_rows (
  organization_id bigint NOT NULL,
  bulk_id bigint NOT NULL,
  place integer NOT NULL,
  gift_organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  status_id smallint NOT NULL,
  outcome text,
  why text DEFAULT ''::text NOT NULL,
  CONSTRAINT bulk_rows_pkey PRIMARY KEY (organization_id, bulk_id, place),
  CONSTRAINT bulk_rows_organization_id_bulk_id_donation_id_key UNIQUE (organization_id, bulk_id, donation_id),
  CONSTRAINT bulk_rows_outcome_check CHECK ((outcome = ANY (ARRAY['cannot'::text, 'done'::text, 'refused'::text, 'undone'::text, 'kept'::text]))),
  CONSTRAINT bulk_rows_organization_id_bulk_id_fkey FOREIGN KEY (organization_id, bulk_id) REFERENCES bulk_changes(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE bulk_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_rows FORCE ROW LEVEL SECURITY;
CREATE INDEX bulk_rows_left ON public.bulk_rows USING btree (organization_id, bulk_id, place) WHERE (outcome = ANY (ARRAY['cannot'::text, 'refused'::text, 'kept'::text]));
CREATE INDEX bulk_rows_to_do ON public.bulk_rows USING btree (organization_id, bulk_id, place) WHERE (outcome IS NULL);
CREATE POLICY of_organization ON bulk_rows FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON bulk_rows FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON bulk_rows TO twofold_app;

CREATE TABLE campaigns (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  company_id bigint,
  start_date date NOT NULL,
  end_date date NOT NULL,
  min_amount_cents bigint,
  max_amount_cents bigint,
  match_ratio text DEFAULT ''::text NOT NULL,
  group_submit boolean DEFAULT false NOT NULL,
  bill_eligible boolean DEFAULT true NOT NULL,
  bill_processed boolean DEFAULT true NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  ended_from date,
  deleted_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT campaigns_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT campaigns_days_in_order CHECK ((start_date <= end_date)),
  CONSTRAINT campaigns_limits_are_sums CHECK (((min_amount_cents >= 0) AND (max_amount_cents >= 0))),
  CONSTRAINT campaigns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE campaigns ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaigns FORCE ROW LEVEL SECURITY;
CREATE INDEX campaigns_by_start ON public.campaigns USING btree (organization_id, start_date DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE POLICY of_organization ON campaigns FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON campaigns FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON campaigns TO twofold_app;

CREATE TABLE chapter_requests (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  asked_for text NOT NULL,
  asked_ids bigint[] NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  asked_by bigint NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  chapter_id bigint,
  answered_at timestamp with time zone,
  CONSTRAINT chapter_requests_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT chapter_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  CONSTRAINT chapter_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT chapter_requests_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES organizations(id) ON DELETE SET NULL,
  CONSTRAINT chapter_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE chapter_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE chapter_requests FORCE ROW LEVEL SECURITY;
CREATE INDEX chapter_requests_of_asked ON public.chapter_requests USING gin (asked_ids) WHERE (state = 'waiting'::text);
CREATE POLICY of_organization ON chapter_requests FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON chapter_requests FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON chapter_requests TO twofold_app;

CREATE TABLE companies (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  website text DEFAULT ''::text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  industry text DEFAULT ''::text NOT NULL,
  parent_id bigint,
  time_zone text DEFAULT 'America/New_York'::text NOT NULL,
  origin text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  entered_by bigint,
  edition_name text,
  merged_into_id bigint,
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_edition_name_key UNIQUE (edition_name),
  CONSTRAINT companies_name_key UNIQUE (name),
  CONSTRAINT companies_check CHECK ((merged_into_id <> id)),
  CONSTRAINT companies_origin_check CHECK ((origin = ANY (ARRAY['directory'::text, 'demo'::text, 'super'::text]))),
  CONSTRAINT companies_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT companies_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES companies(id),
  CONSTRAINT companies_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES companies(id)
);
CREATE INDEX companies_by_parent ON public.companies USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX companies_merged ON public.companies USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
GRANT DELETE, INSERT, SELECT, UPDATE ON companies TO twofold_app;

CREATE TABLE company_aliases (
  company_id bigint NOT NULL,
  name text NOT NULL,
  origin text DEFAULT 'super'::text NOT NULL,
  CONSTRAINT company_aliases_pkey PRIMARY KEY (company_id, name),
  CONSTRAINT company_aliases_origin_check CHECK ((origin = ANY (ARRAY['directory'::text, 'super'::text]))),
  CONSTRAINT company_aliases_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON public.company_aliases FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
GRANT DELETE, INSERT, SELECT, UPDATE ON company_aliases TO twofold_app;

CREATE TABLE company_domains (
  domain text NOT NULL,
  company_id bigint NOT NULL,
  origin text DEFAULT 'super'::text NOT NULL,
  CONSTRAINT company_domains_pkey PRIMARY KEY (domain),
  CONSTRAINT company_domains_origin_check CHECK ((origin = ANY (ARRAY['directory'::text, 'super'::text]))),
  CONSTRAINT company_domains_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX company_domains_by_company ON public.company_domains USING btree (company_id);
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON public.company_domains FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
GRANT DELETE, INSERT, SELECT, UPDATE ON company_domains TO twofold_app;

CREATE TABLE company_forms (
  company_id bigint NOT NULL,
  name text NOT NULL,
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  pages jsonb NOT NULL,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  placements jsonb DEFAULT '[]'::jsonb NOT NULL,
  uploaded_by bigint,
  uploaded_at timestamp with time zone NOT NULL,
  CONSTRAINT company_forms_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_forms_name_check CHECK ((length(name) <= 200)),
  CONSTRAINT company_forms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  CONSTRAINT company_forms_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON company_forms TO twofold_app;

CREATE TABLE digest_refusals (
  organization_id bigint NOT NULL,
  email_key text NOT NULL,
  email text NOT NULL,
  was_notifee boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT digest_refusals_pkey PRIMARY KEY (organization_id, email_key),
  CONSTRAINT digest_refusals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE digest_refusals ENABLE ROW LEVEL SECURITY;
ALTER TABLE digest_refusals FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON digest_refusals FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON digest_refusals FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON digest_refusals TO twofold_app;

CREATE TABLE digest_weeks (
  organization_id bigint NOT NULL,
  week date NOT NULL,
  CONSTRAINT digest_weeks_pkey PRIMARY KEY (organization_id),
  CONSTRAINT digest_weeks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE digest_weeks ENABLE ROW LEVEL SECURITY;
ALTER TABLE digest_weeks FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON digest_weeks FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON digest_weeks FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON digest_weeks TO twofold_app;

CREATE TABLE digests (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  week date NOT NULL,
  recipient text NOT NULL,
  email_key text NOT NULL,
  subject text DEFAULT ''::text NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  problem text,
  message_id text NOT NULL,
  send_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  handed_by text,
  CONSTRAINT digests_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT digests_organization_id_email_key_week_key UNIQUE (organization_id, email_key, week),
  CONSTRAINT digests_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text]))),
  CONSTRAINT digests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE digests ENABLE ROW LEVEL SECURITY;
ALTER TABLE digests FORCE ROW LEVEL SECURITY;
CREATE INDEX digests_due ON public.digests USING btree (send_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE POLICY of_organization ON digests FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON digests FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON digests TO twofold_app;

CREATE TABLE directory_change_gifts (
  organization_id bigint NOT NULL,
  change_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  done boolean DEFAULT false NOT NULL,
  CONSTRAINT directory_change_gifts_pkey PRIMARY KEY (organization_id, change_id, donation_id),
  CONSTRAINT directory_change_gifts_change_id_fkey FOREIGN KEY (change_id) REFERENCES directory_changes(id),
  CONSTRAINT directory_change_gifts_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT directory_change_gifts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE directory_change_gifts ENABLE ROW LEVEL SECURITY;
ALTER TABLE directory_change_gifts FORCE ROW LEVEL SECURITY;
CREATE INDEX directory_change_gifts_of_change ON public.directory_change_gifts USING btree (change_id, done, organization_id, donation_id);
CREATE INDEX directory_change_gifts_of_gift ON public.directory_change_gifts USING btree (organization_id, donation_id);
CREATE POLICY of_organization ON directory_change_gifts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON directory_change_gifts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON directory_change_gifts TO twofold_app;

CREATE TABLE directory_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  company_id bigint,
  subject text NOT NULL,
  changes jsonb NOT NULL,
  undo jsonb NOT NULL,
  company_ids bigint[] NOT NULL,
  gifts integer DEFAULT 0 NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  request_id text DEFAULT ''::text NOT NULL,
  undone_at timestamp with time zone,
  undone_by bigint,
  moving integer DEFAULT 0 NOT NULL,
  part_of bigint,
  undo_id uuid,
  CONSTRAINT directory_changes_pkey PRIMARY KEY (id),
  CONSTRAINT directory_changes_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'company'::text, 'policy'::text, 'merge'::text, 'platform'::text, 'rate'::text, 'form'::text, 'file'::text]))),
  CONSTRAINT directory_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE SET NULL,
  CONSTRAINT directory_changes_part_of_fkey FOREIGN KEY (part_of) REFERENCES directory_changes(id),
  CONSTRAINT directory_changes_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  CONSTRAINT directory_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX directory_changes_of_company ON public.directory_changes USING btree (company_id, id DESC);
CREATE INDEX directory_changes_of_matches ON public.directory_changes USING btree (COALESCE(undone_at, at)) WHERE (undo_id IS NOT NULL);
CREATE INDEX directory_changes_of_platform ON public.directory_changes USING btree ((((undo -> 'platform'::text) ->> 'id'::text)), id) WHERE (kind = 'platform'::text);
CREATE INDEX directory_changes_parts ON public.directory_changes USING btree (part_of) WHERE (part_of IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON directory_changes TO twofold_app;

CREATE TABLE directory_editions (
  number integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  digest text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  companies integer NOT NULL,
  policies_changed integer NOT NULL,
  CONSTRAINT directory_editions_pkey PRIMARY KEY (number)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON directory_editions TO twofold_app;

CREATE TABLE directory_version (
  only_row boolean DEFAULT true NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT directory_version_pkey PRIMARY KEY (only_row),
  CONSTRAINT directory_version_only_row_check CHECK (only_row)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON directory_version TO twofold_app;

CREATE TABLE donation_campaigns (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  campaign_key text NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT donation_campaigns_pkey PRIMARY KEY (organization_id, month, campaign_key, status_id, currency)
);
ALTER TABLE donation_campaigns ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_campaigns FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_campaigns FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_campaigns FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_campaigns TO twofold_app;

CREATE TABLE donation_companies (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  company_id bigint NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT donation_companies_pkey PRIMARY KEY (organization_id, month, company_id, status_id, currency)
);
ALTER TABLE donation_companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_companies FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_companies FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_companies FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_companies TO twofold_app;

CREATE TABLE donation_company_months (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  company_id bigint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  submitted_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  submitted_gifts bigint DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT donation_company_months_pkey PRIMARY KEY (organization_id, month, company_id, currency)
);
ALTER TABLE donation_company_months ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_company_months FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_company_months FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_company_months FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_company_months TO twofold_app;

CREATE TABLE donation_company_years (
  organization_id bigint NOT NULL,
  year date NOT NULL,
  company_id bigint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  submitted_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  submitted_gifts bigint DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT donation_company_years_pkey PRIMARY KEY (organization_id, year, company_id, currency)
);
ALTER TABLE donation_company_years ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_company_years FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_company_years FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_company_years FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_company_years TO twofold_app;

CREATE TABLE donation_days (
  organization_id bigint NOT NULL,
  day date NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT donation_days_pkey PRIMARY KEY (organization_id, day, status_id, currency)
);
ALTER TABLE donation_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_days FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_days FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_days FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_days TO twofold_app;

CREATE TABLE donation_deadlines (
  organization_id bigint NOT NULL,
  deadline_week date NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  CONSTRAINT donation_deadlines_pkey PRIMARY KEY (organization_id, deadline_week, status_id, currency)
);
ALTER TABLE donation_deadlines ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_deadlines FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_deadlines FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_deadlines FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_deadlines TO twofold_app;

CREATE TABLE donation_deltas (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  day date NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  company_id bigint NOT NULL,
  campaign_key text NOT NULL,
  deadline_week date,
  submitted_on date,
  received_on date,
  CONSTRAINT donation_deltas_pkey PRIMARY KEY (organization_id, id)
);
ALTER TABLE donation_deltas ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_deltas FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_deltas FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_deltas FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_deltas TO twofold_app;

CREATE TABLE donation_events (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  donation_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  action text NOT NULL,
  from_status_id smallint,
  to_status_id smallint NOT NULL,
  reason_code text DEFAULT ''::text NOT NULL,
  actor text NOT NULL,
  user_id bigint,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  why text DEFAULT ''::text NOT NULL,
  version integer,
  recorded_at timestamp with time zone DEFAULT now(),
  CONSTRAINT donation_events_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT donation_events_actor_check CHECK ((actor = ANY (ARRAY['system'::text, 'user'::text, 'donor'::text, 'import'::text]))),
  CONSTRAINT donation_events_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT donation_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE donation_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_events FORCE ROW LEVEL SECURITY;
CREATE INDEX donation_events_by_donation ON public.donation_events USING btree (organization_id, donation_id, id);
CREATE INDEX donation_events_of_user ON public.donation_events USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX donation_events_of_week ON public.donation_events USING btree (organization_id, at) INCLUDE (donation_id, from_status_id, to_status_id, action) WHERE ((to_status_id = ANY (ARRAY[1, 4])) AND (from_status_id IS NOT NULL));
CREATE POLICY of_organization ON donation_events FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_events FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_events TO twofold_app;

CREATE TABLE donation_months (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT donation_months_pkey PRIMARY KEY (organization_id, month, status_id, currency)
);
ALTER TABLE donation_months ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_months FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_months FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_months FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_months TO twofold_app;

CREATE TABLE donation_requests (
  organization_id bigint NOT NULL,
  submitted_month date NOT NULL,
  received_month date NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  CONSTRAINT donation_requests_pkey PRIMARY KEY (organization_id, submitted_month, received_month, currency)
);
ALTER TABLE donation_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_requests FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_requests FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_requests TO twofold_app;

CREATE TABLE donation_waits (
  organization_id bigint NOT NULL,
  step text NOT NULL,
  month date NOT NULL,
  days integer NOT NULL,
  gifts bigint NOT NULL,
  CONSTRAINT donation_waits_pkey PRIMARY KEY (organization_id, step, month, days),
  CONSTRAINT donation_waits_step_check CHECK ((step = ANY (ARRAY['request'::text, 'payment'::text])))
);
ALTER TABLE donation_waits ENABLE ROW LEVEL SECURITY;
ALTER TABLE donation_waits FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON donation_waits FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donation_waits FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donation_waits TO twofold_app;

CREATE TABLE donations (
  organization_id bigint NOT NULL,
  id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  gift_key uuid NOT NULL,
  transaction_id text,
  donor_id bigint NOT NULL,
  donated_at timestamp without time zone NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  company_id bigint,
  employer_text text DEFAULT ''::text NOT NULL,
  employer_how text,
  employer_confidence real,
  status_id smallint NOT NULL,
  previous_status_id smallint,
  status_changed_at timestamp with time zone NOT NULL,
  reason_code text DEFAULT ''::text NOT NULL,
  payment_state text DEFAULT 'none'::text NOT NULL,
  estimated_cents bigint DEFAULT 0 NOT NULL,
  estimate_is_certain boolean DEFAULT false NOT NULL,
  deadline_at timestamp with time zone,
  policy_version_id bigint,
  campaign_id bigint,
  merged_into_id bigint,
  recurring_id text,
  custom jsonb DEFAULT '{}'::jsonb NOT NULL,
  inert boolean DEFAULT false NOT NULL,
  silenced boolean DEFAULT false NOT NULL,
  opt_in_required boolean DEFAULT false NOT NULL,
  consented_at timestamp with time zone,
  eligible_bill_id bigint,
  processed_bill_id bigint,
  refunded_bill_id bigint,
  import_id bigint,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  counted boolean GENERATED ALWAYS AS ((merged_into_id IS NULL) AND (deleted_at IS NULL) AND (NOT unconfirmed)) STORED NOT NULL,
  look_again_at timestamp with time zone,
  key_before uuid,
  identified_by bigint,
  gift_kind text DEFAULT 'money'::text NOT NULL,
  employment text,
  own_cents bigint,
  directory_changed boolean DEFAULT false NOT NULL,
  campaign_key text GENERATED ALWAYS AS lower("left"((custom ->> 'campaign'::text), 200)) STORED,
  received_cents bigint DEFAULT 0 NOT NULL,
  received_at timestamp with time zone,
  submitted_on date,
  unconfirmed boolean DEFAULT false NOT NULL,
  CONSTRAINT donations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT donations_record_by_gift_key UNIQUE (organization_id, gift_key),
  CONSTRAINT donations_amount_cents_check CHECK (((amount_cents > 0) OR ((amount_cents = 0) AND inert))),
  CONSTRAINT donations_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT donations_employment_check CHECK ((employment = ANY (ARRAY['employee'::text, 'part_time'::text, 'contractor'::text, 'retired'::text, 'board'::text, 'spouse'::text, 'former'::text, 'none'::text]))),
  CONSTRAINT donations_estimated_cents_check CHECK ((estimated_cents >= 0)),
  CONSTRAINT donations_gift_kind_check CHECK ((gift_kind = ANY (ARRAY['money'::text, 'stock'::text, 'in_kind'::text, 'donor_advised_fund'::text, 'payroll'::text, 'event_ticket'::text, 'dues'::text, 'auction'::text, 'pledge'::text, 'employer_match'::text, 'grant'::text, 'volunteer_hours'::text, 'organization'::text, 'deceased'::text]))),
  CONSTRAINT donations_own_cents_check CHECK (((own_cents >= 0) AND (own_cents <= amount_cents))),
  CONSTRAINT donations_payment_state_check CHECK ((payment_state = ANY (ARRAY['none'::text, 'expected'::text, 'part_paid'::text, 'paid'::text, 'refused'::text]))),
  CONSTRAINT donations_status_id_check CHECK ((status_id = ANY (ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 28]))),
  CONSTRAINT donations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT donations_organization_id_donor_id_fkey FOREIGN KEY (organization_id, donor_id) REFERENCES donors(organization_id, id),
  CONSTRAINT donations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT donations_policy_version_id_fkey FOREIGN KEY (policy_version_id) REFERENCES policies(id)
) WITH (autovacuum_vacuum_scale_factor=0.03, autovacuum_vacuum_insert_scale_factor=0.03);
ALTER TABLE donations ENABLE ROW LEVEL SECURITY;
ALTER TABLE donations FORCE ROW LEVEL SECURITY;
CREATE INDEX donations_due_by_deadline ON public.donations USING btree (organization_id, deadline_at, donated_at) INCLUDE (status_id) WHERE (counted AND (NOT inert) AND (status_id = ANY (ARRAY[3, 5, 6, 7, 8, 25, 28])));
CREATE INDEX donations_due_to_look_at ON public.donations USING btree (look_again_at) WHERE (counted AND (look_again_at IS NOT NULL));
CREATE INDEX donations_find_by_id ON public.donations USING btree (id);
CREATE INDEX donations_find_by_reference ON public.donations USING gin (organization_id, import_id, identified_by, transaction_id, key_before, policy_version_id) WITH (fastupdate=off);
CREATE INDEX donations_find_parts ON public.donations USING btree (organization_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX donations_list_by_amount ON public.donations USING btree (organization_id, amount_cents, id) WHERE counted;
CREATE INDEX donations_list_by_campaign ON public.donations USING btree (organization_id, campaign_key, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents) WHERE counted;
CREATE INDEX donations_list_by_company ON public.donations USING btree (company_id, organization_id, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents, counted);
CREATE INDEX donations_list_by_date ON public.donations USING btree (organization_id, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents) WHERE counted;
CREATE INDEX donations_list_by_donor ON public.donations USING btree (donor_id, organization_id, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents, counted);
CREATE INDEX donations_list_by_employer_words ON public.donations USING gin (organization_id, employer_text gin_trgm_ops) WITH (gin_pending_list_limit='64') WHERE ((company_id IS NULL) AND (employer_text <> ''::text) AND counted);
CREATE INDEX donations_list_by_estimate ON public.donations USING btree (organization_id, estimated_cents) WHERE (counted AND ((estimated_cents > 0) OR (status_id = 1)));
CREATE INDEX donations_list_by_payment ON public.donations USING btree (organization_id, unconfirmed, donated_at DESC, id DESC) INCLUDE (status_id, amount_cents, payment_state, submitted_on, received_at, received_cents, estimated_cents, currency, company_id, inert, counted, deleted_at) WHERE ((counted AND ((payment_state <> 'none'::text) OR (submitted_on IS NOT NULL) OR (received_cents <> 0) OR inert)) OR (unconfirmed AND (deleted_at IS NULL)));
CREATE INDEX donations_list_by_status ON public.donations USING btree (organization_id, status_id, donated_at DESC, id DESC) INCLUDE (amount_cents) WHERE counted;
CREATE INDEX donations_review_by_employer ON public.donations USING btree (employer_key(employer_text), id) WHERE ((status_id = 2) AND counted);
CREATE INDEX donations_sum_of_campaign ON public.donations USING btree (organization_id, campaign_id, donated_at DESC, id DESC) INCLUDE (status_id, currency, amount_cents, estimated_cents, received_cents) WHERE (counted AND (campaign_id IS NOT NULL));
CREATE TRIGGER guard_match_deletes BEFORE DELETE ON public.donations FOR EACH STATEMENT EXECUTE FUNCTION guard_match_writes();
CREATE TRIGGER guard_match_inserts BEFORE INSERT ON public.donations FOR EACH STATEMENT EXECUTE FUNCTION guard_match_writes();
CREATE TRIGGER guard_match_updates BEFORE UPDATE OF status_id, previous_status_id, payment_state, merged_into_id, received_cents, received_at ON public.donations FOR EACH STATEMENT EXECUTE FUNCTION guard_match_writes();
CREATE POLICY of_organization ON donations FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donations FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donations TO twofold_app;

CREATE TABLE donor_events (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  donor_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id bigint,
  action text NOT NULL,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  version integer NOT NULL,
  CONSTRAINT donor_events_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT donor_events_organization_id_donor_id_fkey FOREIGN KEY (organization_id, donor_id) REFERENCES donors(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT donor_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE donor_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE donor_events FORCE ROW LEVEL SECURITY;
CREATE INDEX donor_events_of_donor ON public.donor_events USING btree (organization_id, donor_id, id);
CREATE INDEX donor_events_of_user ON public.donor_events USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE POLICY of_organization ON donor_events FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donor_events FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donor_events TO twofold_app;

CREATE TABLE donor_merges (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kept_id bigint NOT NULL,
  merged_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id bigint,
  kept_before jsonb NOT NULL,
  former_ids bigint[] NOT NULL,
  donation_ids bigint[] NOT NULL,
  notification_ids bigint[] NOT NULL,
  suppressed_key text,
  undone_at timestamp with time zone,
  operation_id uuid NOT NULL,
  CONSTRAINT donor_merges_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT donor_merges_organization_id_kept_id_fkey FOREIGN KEY (organization_id, kept_id) REFERENCES donors(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT donor_merges_organization_id_merged_id_fkey FOREIGN KEY (organization_id, merged_id) REFERENCES donors(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT donor_merges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE donor_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE donor_merges FORCE ROW LEVEL SECURITY;
CREATE INDEX donor_merges_of_kept ON public.donor_merges USING btree (organization_id, kept_id, id);
CREATE INDEX donor_merges_of_merged ON public.donor_merges USING btree (organization_id, merged_id);
CREATE POLICY of_organization ON donor_merges FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donor_merges FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donor_merges TO twofold_app;

CREATE TABLE donors (
  organization_id bigint NOT NULL,
  id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  donor_key text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  street text DEFAULT ''::text NOT NULL,
  street2 text DEFAULT ''::text NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  state text DEFAULT ''::text NOT NULL,
  zip text DEFAULT ''::text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  language text DEFAULT ''::text NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  import_id bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  merged_into_id bigint,
  erased_at timestamp with time zone,
  fewer_mails_at timestamp with time zone,
  mailbox text,
  CONSTRAINT donors_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT donors_organization_id_donor_key_key UNIQUE (organization_id, donor_key),
  CONSTRAINT donors_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT donors_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES donors(organization_id, id)
);
ALTER TABLE donors ENABLE ROW LEVEL SECURITY;
ALTER TABLE donors FORCE ROW LEVEL SECURITY;
CREATE INDEX donors_by_id ON public.donors USING btree (id);
CREATE INDEX donors_by_name ON public.donors USING btree (organization_id, lower(COALESCE(NULLIF(name, ''::text), email)), id) WHERE ((merged_into_id IS NULL) AND (erased_at IS NULL));
CREATE INDEX donors_by_words ON public.donors USING gin (organization_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX donors_known_as ON public.donors USING btree (organization_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX donors_of_mailbox ON public.donors USING btree (organization_id, mailbox) WHERE (mailbox IS NOT NULL);
CREATE TRIGGER donor_mailbox BEFORE INSERT OR UPDATE OF donor_key ON public.donors FOR EACH ROW WHEN (((new.donor_key ~~ '%@% %'::text) OR (new.mailbox IS NOT NULL))) EXECUTE FUNCTION donor_mailbox();
CREATE TRIGGER donor_search_text BEFORE INSERT OR UPDATE OF name, email ON public.donors FOR EACH ROW EXECUTE FUNCTION donor_search_text();
CREATE POLICY of_organization ON donors FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON donors FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON donors TO twofold_app;

CREATE TABLE edition_exclusions (
  company_id bigint NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  CONSTRAINT edition_exclusions_pkey PRIMARY KEY (company_id, kind, value),
  CONSTRAINT edition_exclusions_kind_check CHECK ((kind = ANY (ARRAY['alias'::text, 'domain'::text]))),
  CONSTRAINT edition_exclusions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON edition_exclusions TO twofold_app;

CREATE TABLE email_results (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  template_id smallint NOT NULL,
  version text NOT NULL,
  part smallint NOT NULL,
  sent bigint DEFAULT 0 NOT NULL,
  opened bigint DEFAULT 0 NOT NULL,
  machine_opened bigint DEFAULT 0 NOT NULL,
  confirm_clicked bigint DEFAULT 0 NOT NULL,
  decline_clicked bigint DEFAULT 0 NOT NULL,
  submitted bigint DEFAULT 0 NOT NULL,
  CONSTRAINT email_results_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT email_results_part_check CHECK ((part = ANY (ARRAY[1, 2, 3]))),
  CONSTRAINT email_results_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE email_results ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_results FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON email_results FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON email_results FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON email_results TO twofold_app;

CREATE TABLE email_template_rotations (
  organization_id bigint NOT NULL,
  template_id smallint NOT NULL,
  assigned bigint NOT NULL,
  CONSTRAINT email_template_rotations_pkey PRIMARY KEY (organization_id, template_id),
  CONSTRAINT email_template_rotations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE email_template_rotations ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_template_rotations FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON email_template_rotations FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON email_template_rotations FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON email_template_rotations TO twofold_app;

CREATE TABLE email_templates (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  template_id smallint NOT NULL,
  name text NOT NULL,
  live boolean DEFAULT false NOT NULL,
  words jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  updated_by bigint,
  CONSTRAINT email_templates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT email_templates_organization_id_template_id_name_key UNIQUE (organization_id, template_id, name),
  CONSTRAINT email_templates_name_check CHECK ((name = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'E'::text]))),
  CONSTRAINT email_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT email_templates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);
ALTER TABLE email_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_templates FORCE ROW LEVEL SECURITY;
CREATE INDEX email_templates_of_user ON public.email_templates USING btree (updated_by);
CREATE POLICY of_organization ON email_templates FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON email_templates FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON email_templates TO twofold_app;

CREATE TABLE email_wordings (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  email_template_id bigint NOT NULL,
  words jsonb NOT NULL,
  written_at timestamp with time zone NOT NULL,
  written_by bigint,
  CONSTRAINT email_wordings_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT email_wordings_organization_id_email_template_id_fkey FOREIGN KEY (organization_id, email_template_id) REFERENCES email_templates(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT email_wordings_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id) ON DELETE SET NULL
);
ALTER TABLE email_wordings ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_wordings FORCE ROW LEVEL SECURITY;
CREATE INDEX email_wordings_of_template ON public.email_wordings USING btree (organization_id, email_template_id, id DESC);
CREATE INDEX email_wordings_of_user ON public.email_wordings USING btree (written_by);
CREATE POLICY of_organization ON email_wordings FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON email_wordings FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON email_wordings TO twofold_app;

CREATE TABLE employer_resolution_gifts (
  organization_id bigint NOT NULL,
  resolution_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  CONSTRAINT employer_resolution_gifts_pkey PRIMARY KEY (organization_id, resolution_id, donation_id),
  CONSTRAINT employer_resolution_gifts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT employer_resolution_gifts_resolution_id_fkey FOREIGN KEY (resolution_id) REFERENCES employer_resolutions(id) ON DELETE CASCADE
);
ALTER TABLE employer_resolution_gifts ENABLE ROW LEVEL SECURITY;
ALTER TABLE employer_resolution_gifts FORCE ROW LEVEL SECURITY;
CREATE INDEX employer_resolution_gifts_of ON public.employer_resolution_gifts USING btree (resolution_id, organization_id);
CREATE POLICY of_organization ON employer_resolution_gifts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON employer_resolution_gifts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON employer_resolution_gifts TO twofold_app;

CREATE TABLE employer_resolutions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  employer_key text NOT NULL,
  employer_text text NOT NULL,
  company_id bigint,
  add_alias boolean NOT NULL,
  user_id bigint NOT NULL,
  address text NOT NULL,
  request_id text NOT NULL,
  gifts integer DEFAULT 0 NOT NULL,
  last_id bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  company_name text DEFAULT ''::text NOT NULL,
  company_added boolean DEFAULT false NOT NULL,
  alias_added boolean DEFAULT false NOT NULL,
  begun_at timestamp with time zone,
  newest_gift bigint,
  undone_at timestamp with time zone,
  undone_by bigint,
  undone_from text DEFAULT ''::text NOT NULL,
  undo_request_id text DEFAULT ''::text NOT NULL,
  undo_done_at timestamp with time zone,
  hold_mails boolean DEFAULT false NOT NULL,
  CONSTRAINT employer_resolutions_pkey PRIMARY KEY (id),
  CONSTRAINT employer_resolutions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE SET NULL,
  CONSTRAINT employer_resolutions_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  CONSTRAINT employer_resolutions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX employer_resolutions_undoing ON public.employer_resolutions USING btree (undone_at) WHERE (undo_done_at IS NULL);
CREATE UNIQUE INDEX employer_resolutions_running ON public.employer_resolutions USING btree (employer_key) WHERE (done_at IS NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON employer_resolutions TO twofold_app;

CREATE TABLE erased_addresses (
  organization_id bigint NOT NULL,
  address_hash bytea NOT NULL,
  donor_id bigint NOT NULL,
  CONSTRAINT erased_addresses_pkey PRIMARY KEY (organization_id, address_hash),
  CONSTRAINT erased_addresses_organization_id_donor_id_fkey FOREIGN KEY (organization_id, donor_id) REFERENCES donors(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE erased_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_addresses FORCE ROW LEVEL SECURITY;
CREATE INDEX erased_addresses_of_donor ON public.erased_addresses USING btree (organization_id, donor_id);
CREATE POLICY of_organization ON erased_addresses FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON erased_addresses FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON erased_addresses TO twofold_app;

CREATE TABLE evaluations (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  donation_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  status_id smallint NOT NULL,
  policy_version_id bigint,
  trace jsonb NOT NULL,
  reason_code text,
  campaign_id bigint,
  amount_cents bigint,
  currency text,
  estimated_cents bigint,
  estimate_is_certain boolean,
  ratio text,
  gift_limit_cents bigint,
  year_left_cents bigint,
  lifetime_left_cents bigint,
  terms jsonb,
  CONSTRAINT evaluations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT evaluations_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT evaluations_policy_version_id_fkey FOREIGN KEY (policy_version_id) REFERENCES policies(id)
);
ALTER TABLE evaluations ENABLE ROW LEVEL SECURITY;
ALTER TABLE evaluations FORCE ROW LEVEL SECURITY;
CREATE INDEX evaluations_by_donation ON public.evaluations USING btree (organization_id, donation_id, id);
CREATE INDEX evaluations_by_policy_version ON public.evaluations USING btree (policy_version_id) WHERE (policy_version_id IS NOT NULL);
CREATE POLICY of_organization ON evaluations FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON evaluations FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON evaluations TO twofold_app;

CREATE TABLE exchange_rates (
  since date NOT NULL,
  cad_per_usd numeric(10,6) NOT NULL,
  source text NOT NULL,
  entered_by bigint,
  entered_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT exchange_rates_pkey PRIMARY KEY (since),
  CONSTRAINT exchange_rates_cad_per_usd_check CHECK ((cad_per_usd > (0)::numeric)),
  CONSTRAINT exchange_rates_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON exchange_rates TO twofold_app;

CREATE TABLE form_signatures (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  role text NOT NULL,
  name text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  method text NOT NULL,
  drawing text DEFAULT ''::text NOT NULL,
  consent text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  user_id bigint,
  undo_id uuid,
  CONSTRAINT form_signatures_pkey PRIMARY KEY (organization_id, donation_id, role),
  CONSTRAINT form_signatures_method_check CHECK ((method = ANY (ARRAY['typed'::text, 'drawn'::text]))),
  CONSTRAINT form_signatures_role_check CHECK ((role = ANY (ARRAY['donor'::text, 'nonprofit'::text]))),
  CONSTRAINT form_signatures_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES match_forms(organization_id, donation_id) ON DELETE CASCADE,
  CONSTRAINT form_signatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
ALTER TABLE form_signatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON form_signatures FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON form_signatures FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON form_signatures TO twofold_app;

CREATE TABLE former_company_forms (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  company_id bigint NOT NULL,
  name text NOT NULL,
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  pages jsonb NOT NULL,
  fields jsonb NOT NULL,
  placements jsonb NOT NULL,
  uploaded_by bigint,
  uploaded_at timestamp with time zone NOT NULL,
  ended_by bigint,
  ended_at timestamp with time zone NOT NULL,
  CONSTRAINT former_company_forms_pkey PRIMARY KEY (id),
  CONSTRAINT former_company_forms_name_check CHECK ((length(name) <= 200)),
  CONSTRAINT former_company_forms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  CONSTRAINT former_company_forms_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  CONSTRAINT former_company_forms_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
);
CREATE INDEX former_company_forms_by_company ON public.former_company_forms USING btree (company_id, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON former_company_forms TO twofold_app;

CREATE TABLE former_forms (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  company_id bigint,
  company_name text NOT NULL,
  signatures jsonb NOT NULL,
  document_sha256 bytea,
  file_key text,
  sha256 bytea,
  final_key text,
  final_sha256 bytea,
  replaced_at timestamp with time zone NOT NULL,
  CONSTRAINT former_forms_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT former_forms_check CHECK (((file_key IS NULL) = (sha256 IS NULL))),
  CONSTRAINT former_forms_check1 CHECK (((final_key IS NULL) = (final_sha256 IS NULL))),
  CONSTRAINT former_forms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE SET NULL,
  CONSTRAINT former_forms_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE former_forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE former_forms FORCE ROW LEVEL SECURITY;
CREATE INDEX former_forms_by_company ON public.former_forms USING btree (company_id);
CREATE INDEX former_forms_by_donation ON public.former_forms USING btree (organization_id, donation_id, id);
CREATE TRIGGER mark_form_file_unreferenced AFTER DELETE ON public.former_forms FOR EACH ROW EXECUTE FUNCTION mark_match_form_file_unreferenced();
CREATE POLICY of_organization ON former_forms FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON former_forms FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON former_forms TO twofold_app;

CREATE TABLE gift_reversals (
  organization_id bigint NOT NULL,
  gift_key uuid NOT NULL,
  reversal_key uuid NOT NULL,
  cents bigint NOT NULL,
  import_id bigint NOT NULL,
  CONSTRAINT gift_reversals_pkey PRIMARY KEY (organization_id, gift_key, reversal_key),
  CONSTRAINT gift_reversals_cents_check CHECK ((cents >= 0)),
  CONSTRAINT gift_reversals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT gift_reversals_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE gift_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE gift_reversals FORCE ROW LEVEL SECURITY;
CREATE INDEX gift_reversals_of_import ON public.gift_reversals USING btree (organization_id, import_id);
CREATE POLICY of_organization ON gift_reversals FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON gift_reversals FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON gift_reversals TO twofold_app;

CREATE TABLE group_submissions (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  sent_to text DEFAULT ''::text NOT NULL,
  donation_ids bigint[] NOT NULL,
  undo_id uuid NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT group_submissions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT group_submissions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT group_submissions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT group_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE group_submissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_submissions FORCE ROW LEVEL SECURITY;
CREATE INDEX group_submissions_of_campaign ON public.group_submissions USING btree (organization_id, campaign_id, id DESC);
CREATE POLICY of_organization ON group_submissions FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON group_submissions FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON group_submissions TO twofold_app;

CREATE TABLE idempotent_calls (
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  content bytea,
  claim uuid NOT NULL,
  locked_until timestamp with time zone NOT NULL,
  changed_at timestamp with time zone,
  status smallint,
  answer_sealed text,
  created_at timestamp with time zone NOT NULL,
  result jsonb,
  CONSTRAINT idempotent_calls_pkey PRIMARY KEY (caller, key)
);
CREATE INDEX idempotent_calls_old ON public.idempotent_calls USING btree (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotent_calls TO twofold_app;

CREATE TABLE import_maps (
  organization_id bigint NOT NULL,
  fingerprint text NOT NULL,
  map jsonb NOT NULL,
  user_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  answers jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT import_maps_pkey PRIMARY KEY (organization_id, fingerprint),
  CONSTRAINT import_maps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT import_maps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE import_maps ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_maps FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON import_maps FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON import_maps FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON import_maps TO twofold_app;

CREATE TABLE import_news (
  organization_id bigint NOT NULL,
  import_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  kinds text[] NOT NULL,
  with_employer boolean NOT NULL,
  before jsonb NOT NULL,
  donor_id bigint NOT NULL,
  filled text[] NOT NULL,
  at timestamp with time zone NOT NULL,
  after jsonb,
  CONSTRAINT import_news_pkey PRIMARY KEY (organization_id, import_id, donation_id),
  CONSTRAINT import_news_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE import_news ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_news FORCE ROW LEVEL SECURITY;
CREATE INDEX import_news_of_donation ON public.import_news USING btree (organization_id, donation_id);
CREATE POLICY of_organization ON import_news FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON import_news FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON import_news TO twofold_app;

CREATE TABLE import_rejects (
  organization_id bigint NOT NULL,
  import_id bigint NOT NULL,
  "row" integer NOT NULL,
  reason text NOT NULL,
  problem text NOT NULL,
  cells jsonb NOT NULL,
  CONSTRAINT import_rejects_pkey PRIMARY KEY (organization_id, import_id, "row"),
  CONSTRAINT import_rejects_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE import_rejects ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_rejects FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON import_rejects FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON import_rejects FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON import_rejects TO twofold_app;

CREATE TABLE imports (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  phase text DEFAULT 'queued'::text NOT NULL,
  phase_done integer DEFAULT 0 NOT NULL,
  file_name text NOT NULL,
  file_key text,
  options jsonb NOT NULL,
  map jsonb NOT NULL,
  rows integer DEFAULT 0 NOT NULL,
  accepted integer DEFAULT 0 NOT NULL,
  updated integer DEFAULT 0 NOT NULL,
  rejected integer DEFAULT 0 NOT NULL,
  unchanged integer DEFAULT 0 NOT NULL,
  left_out integer DEFAULT 0 NOT NULL,
  error text,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  undone_at timestamp with time zone,
  headers jsonb DEFAULT '[]'::jsonb NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  news integer DEFAULT 0 NOT NULL,
  outcome jsonb,
  outcome_once_set_up jsonb,
  undoing_since timestamp with time zone,
  joined integer DEFAULT 0 NOT NULL,
  not_taken integer DEFAULT 0 NOT NULL,
  CONSTRAINT imports_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  CONSTRAINT imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
CREATE INDEX imports_undoing ON public.imports USING btree (organization_id, id) WHERE (state = 'undoing'::text);
CREATE POLICY of_organization ON imports FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON imports FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON imports TO twofold_app;

CREATE TABLE invoices (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  month date NOT NULL,
  currency text NOT NULL,
  total_cents bigint NOT NULL,
  lines integer NOT NULL,
  paid_cents bigint DEFAULT 0 NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  due_on date NOT NULL,
  stripe_cents bigint,
  stripe_state text,
  stripe_invoice_id text,
  pay_url text,
  card_refused_at timestamp with time zone,
  card_tried_again_at timestamp with time zone,
  CONSTRAINT invoices_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT invoices_organization_id_month_currency_key UNIQUE (organization_id, month, currency),
  CONSTRAINT invoices_check CHECK ((num_nulls(stripe_cents, stripe_state) = ANY (ARRAY[0, 2]))),
  CONSTRAINT invoices_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT invoices_stripe_state_check CHECK ((stripe_state = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text, 'uncollectible'::text, 'refused'::text]))),
  CONSTRAINT invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
CREATE INDEX invoices_by_stripe_id ON public.invoices USING btree (stripe_invoice_id) WHERE (stripe_invoice_id IS NOT NULL);
CREATE INDEX invoices_not_settled ON public.invoices USING btree (organization_id, id) WHERE (total_cents <> paid_cents);
CREATE INDEX invoices_open_at_stripe ON public.invoices USING btree (organization_id, id) WHERE (stripe_state = 'open'::text);
CREATE POLICY of_organization ON invoices FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON invoices FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON invoices TO twofold_app;

CREATE TABLE ledger_entries (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  why text NOT NULL,
  cents bigint NOT NULL,
  currency text NOT NULL,
  plan text NOT NULL,
  basis_points integer,
  based_on_cents bigint,
  match_organization_id bigint,
  donation_id bigint,
  status_id smallint,
  version integer,
  month date,
  invoice_id bigint,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ledger_entries_check CHECK (
CASE kind
    WHEN 'bill'::text THEN (cents > 0)
    WHEN 'credit'::text THEN (cents < 0)
    ELSE (cents <> 0)
END),
  CONSTRAINT ledger_entries_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['bill'::text, 'credit'::text, 'payment'::text]))),
  CONSTRAINT ledger_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT ledger_entries_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
CREATE INDEX ledger_entries_by_time ON public.ledger_entries USING btree (organization_id, at DESC, id DESC) INCLUDE (kind, currency, cents);
CREATE INDEX ledger_entries_not_invoiced ON public.ledger_entries USING btree (organization_id, at) WHERE (invoice_id IS NULL);
CREATE INDEX ledger_entries_of_invoice ON public.ledger_entries USING btree (organization_id, invoice_id, id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX ledger_entries_of_match ON public.ledger_entries USING btree (organization_id, donation_id, id) WHERE (donation_id IS NOT NULL);
CREATE INDEX ledger_entries_of_month ON public.ledger_entries USING btree (organization_id, month) WHERE (month IS NOT NULL);
CREATE TRIGGER guard_invoiced_entries BEFORE UPDATE OF invoice_id ON public.ledger_entries FOR EACH ROW WHEN ((old.invoice_id IS NOT NULL)) EXECUTE FUNCTION guard_invoiced_entries();
CREATE POLICY of_organization ON ledger_entries FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON ledger_entries FOR ALL TO the_owner USING (true);
GRANT INSERT, SELECT ON ledger_entries TO twofold_app;
GRANT UPDATE (invoice_id) ON ledger_entries TO twofold_app;

CREATE TABLE links (
  digest bytea NOT NULL,
  purpose text NOT NULL,
  organization_id bigint NOT NULL,
  user_id bigint,
  donation_id bigint,
  donor_id bigint,
  address_digest text,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT links_pkey PRIMARY KEY (digest, organization_id),
  CONSTRAINT links_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT links_organization_id_donor_id_fkey FOREIGN KEY (organization_id, donor_id) REFERENCES donors(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE links ENABLE ROW LEVEL SECURITY;
ALTER TABLE links FORCE ROW LEVEL SECURITY;
CREATE INDEX links_by_expiry ON public.links USING btree (expires_at);
CREATE INDEX links_of_donation ON public.links USING btree (organization_id, donation_id) WHERE (donation_id IS NOT NULL);
CREATE INDEX links_of_donor ON public.links USING btree (organization_id, donor_id) WHERE (donor_id IS NOT NULL);
CREATE INDEX links_of_user ON public.links USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE POLICY of_organization ON links FOR ALL USING (((organization_id = 0) OR (organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON links FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON links TO twofold_app;

CREATE TABLE list_layouts (
  organization_id bigint NOT NULL,
  user_id bigint NOT NULL,
  columns jsonb,
  widths jsonb NOT NULL,
  CONSTRAINT list_layouts_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT list_layouts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT list_layouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE list_layouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_layouts FORCE ROW LEVEL SECURITY;
CREATE INDEX list_layouts_of_user ON public.list_layouts USING btree (user_id);
CREATE POLICY of_organization ON list_layouts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON list_layouts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON list_layouts TO twofold_app;

CREATE TABLE listed_gifts (
  organization_id bigint NOT NULL,
  notification_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  attempt integer NOT NULL,
  CONSTRAINT listed_gifts_pkey PRIMARY KEY (organization_id, notification_id, donation_id),
  CONSTRAINT listed_gifts_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT listed_gifts_organization_id_notification_id_fkey FOREIGN KEY (organization_id, notification_id) REFERENCES notifications(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE listed_gifts ENABLE ROW LEVEL SECURITY;
ALTER TABLE listed_gifts FORCE ROW LEVEL SECURITY;
CREATE INDEX listed_gifts_by_donation ON public.listed_gifts USING btree (organization_id, donation_id);
CREATE POLICY of_organization ON listed_gifts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON listed_gifts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON listed_gifts TO twofold_app;

CREATE TABLE mail_reports (
  provider text NOT NULL,
  event_id text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT mail_reports_pkey PRIMARY KEY (provider, event_id),
  CONSTRAINT mail_reports_provider_check CHECK ((provider = ANY (ARRAY['ses'::text, 'postmark'::text, 'sendgrid'::text, 'mailgun'::text, 'mailbox'::text])))
);
CREATE INDEX mail_reports_oldest ON public.mail_reports USING btree (at);
GRANT DELETE, INSERT, SELECT, UPDATE ON mail_reports TO twofold_app;

CREATE TABLE mailed_requests (
  address_digest text NOT NULL,
  message_id text NOT NULL,
  mailed_at timestamp with time zone NOT NULL,
  CONSTRAINT mailed_requests_pkey PRIMARY KEY (address_digest)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON mailed_requests TO twofold_app;

CREATE TABLE match_charges (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  payer_id bigint NOT NULL,
  plan text NOT NULL,
  basis text NOT NULL,
  basis_points integer NOT NULL,
  stage text NOT NULL,
  currency text NOT NULL,
  based_on_cents bigint NOT NULL,
  cents bigint NOT NULL,
  CONSTRAINT match_charges_pkey PRIMARY KEY (organization_id, donation_id),
  CONSTRAINT match_charges_basis_check CHECK ((basis = ANY (ARRAY['estimate'::text, 'received'::text]))),
  CONSTRAINT match_charges_cents_check CHECK ((cents >= 0)),
  CONSTRAINT match_charges_stage_check CHECK ((stage = ANY (ARRAY['eligible'::text, 'processed'::text]))),
  CONSTRAINT match_charges_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT match_charges_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES organizations(id)
);
ALTER TABLE match_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_charges FORCE ROW LEVEL SECURITY;
CREATE INDEX match_charges_of_payer ON public.match_charges USING btree (payer_id);
CREATE POLICY of_organization ON match_charges FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON match_charges FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON match_charges TO twofold_app;

CREATE TABLE match_forms (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  company_id bigint NOT NULL,
  answers jsonb DEFAULT '{}'::jsonb NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  document_sha256 bytea,
  file_key text,
  sha256 bytea,
  layout jsonb,
  final_key text,
  final_sha256 bytea,
  CONSTRAINT match_forms_pkey PRIMARY KEY (organization_id, donation_id),
  CONSTRAINT match_forms_check CHECK (((file_key IS NULL) = (sha256 IS NULL))),
  CONSTRAINT match_forms_final_check CHECK (((final_key IS NULL) = (final_sha256 IS NULL))),
  CONSTRAINT match_forms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT match_forms_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT match_forms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE match_forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_forms FORCE ROW LEVEL SECURITY;
CREATE INDEX match_forms_by_company ON public.match_forms USING btree (company_id);
CREATE TRIGGER mark_form_file_unreferenced AFTER DELETE ON public.match_forms FOR EACH ROW EXECUTE FUNCTION mark_match_form_file_unreferenced();
CREATE POLICY of_organization ON match_forms FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON match_forms FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON match_forms TO twofold_app;

CREATE TABLE match_journal (
  organization_id bigint NOT NULL,
  operation_id uuid NOT NULL,
  donation_id bigint NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  version integer NOT NULL,
  before jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  not_restored boolean DEFAULT false NOT NULL,
  CONSTRAINT match_journal_pkey PRIMARY KEY (organization_id, operation_id, donation_id),
  CONSTRAINT match_journal_kind_check CHECK ((kind = ANY (ARRAY['staff'::text, 'donor'::text, 'merge'::text, 'directory'::text, 'money'::text, 'import'::text]))) NOT VALID,
  CONSTRAINT match_journal_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE match_journal ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_journal FORCE ROW LEVEL SECURITY;
CREATE INDEX match_journal_by_expiry ON public.match_journal USING btree (expires_at);
CREATE INDEX match_journal_not_restored ON public.match_journal USING btree (operation_id, donation_id) WHERE not_restored;
CREATE INDEX match_journal_of_directory ON public.match_journal USING btree (operation_id, organization_id, donation_id) WHERE ((kind = 'directory'::text) AND (undone_at IS NULL));
CREATE INDEX match_journal_of_donation ON public.match_journal USING btree (organization_id, donation_id);
CREATE POLICY of_organization ON match_journal FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON match_journal FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON match_journal TO twofold_app;

CREATE TABLE match_notes (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  donation_id bigint NOT NULL,
  user_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  text text NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT match_notes_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT match_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000))),
  CONSTRAINT match_notes_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT match_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE match_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_notes FORCE ROW LEVEL SECURITY;
CREATE INDEX match_notes_of_donation ON public.match_notes USING btree (organization_id, donation_id, id) WHERE (removed_at IS NULL);
CREATE POLICY of_organization ON match_notes FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON match_notes FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON match_notes TO twofold_app;

CREATE TABLE members (
  organization_id bigint NOT NULL,
  user_id bigint NOT NULL,
  level text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  invited_at timestamp with time zone,
  invited_by bigint,
  may_sign boolean DEFAULT false NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  alerts_seen_at timestamp with time zone,
  CONSTRAINT members_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT members_level_check CHECK ((level = ANY (ARRAY['read'::text, 'write'::text, 'admin'::text]))),
  CONSTRAINT members_title_check CHECK ((length(title) <= 100)),
  CONSTRAINT members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  CONSTRAINT members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
ALTER TABLE members FORCE ROW LEVEL SECURITY;
CREATE INDEX members_by_user ON public.members USING btree (user_id);
CREATE POLICY of_organization ON members FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON members FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON members TO twofold_app;

CREATE TABLE notifees (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT notifees_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT notifees_organization_id_email_key_key UNIQUE (organization_id, email_key),
  CONSTRAINT notifees_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE notifees ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifees FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON notifees FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON notifees FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON notifees TO twofold_app;

CREATE TABLE notifications (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  donation_id bigint NOT NULL,
  donor_id bigint NOT NULL,
  kind text NOT NULL,
  status_id smallint NOT NULL,
  template_version text DEFAULT 'default'::text NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  problem text,
  message_id text NOT NULL,
  recipient text DEFAULT ''::text NOT NULL,
  subject text DEFAULT ''::text NOT NULL,
  send_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  first_open timestamp with time zone,
  opens integer DEFAULT 0 NOT NULL,
  machine_opens integer DEFAULT 0 NOT NULL,
  first_click timestamp with time zone,
  clicks integer DEFAULT 0 NOT NULL,
  machine_clicks integer DEFAULT 0 NOT NULL,
  decline_clicks integer DEFAULT 0 NOT NULL,
  first_machine_open timestamp with time zone,
  bounced boolean DEFAULT false NOT NULL,
  import_id bigint,
  held_at timestamp with time zone,
  held_because text,
  template_organization_id bigint,
  led_to_submission boolean DEFAULT false NOT NULL,
  dropped_at timestamp with time zone,
  payout_report_id bigint,
  moved_by_limit boolean DEFAULT false NOT NULL,
  last_link text,
  last_link_at timestamp with time zone,
  burst_at timestamp with time zone,
  acted_at timestamp with time zone,
  handed_by text,
  covered_by bigint,
  staff_message_id bigint,
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notifications_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT notifications_held_because_check CHECK ((held_because = ANY (ARRAY['team'::text, 'support'::text, 'directory'::text, 'payout'::text]))),
  CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['initial'::text, 'reminder_1'::text, 'reminder_2'::text, 'deadline'::text, 'deadline_last'::text, 'thank_you'::text, 'message'::text]))) NOT VALID,
  CONSTRAINT notifications_last_link_check CHECK ((last_link = ANY (ARRAY['yes'::text, 'no'::text, 'unsubscribe'::text]))),
  CONSTRAINT notifications_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text]))),
  CONSTRAINT notifications_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=70);
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE INDEX notifications_bounced ON public.notifications USING btree (organization_id, id) WHERE bounced;
CREATE INDEX notifications_by_donation ON public.notifications USING btree (organization_id, donation_id, id);
CREATE INDEX notifications_by_id ON public.notifications USING btree (id);
CREATE INDEX notifications_by_message_id ON public.notifications USING btree (message_id);
CREATE INDEX notifications_dropped ON public.notifications USING btree (organization_id, send_at) WHERE (dropped_at IS NOT NULL);
CREATE INDEX notifications_due ON public.notifications USING btree (send_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX notifications_gone ON public.notifications USING btree (organization_id, donation_id) WHERE (state = ANY (ARRAY['sending'::text, 'sent'::text]));
CREATE INDEX notifications_of_donor ON public.notifications USING btree (organization_id, donor_id);
CREATE INDEX notifications_of_import ON public.notifications USING btree (organization_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX notifications_of_payout_report ON public.notifications USING btree (payout_report_id) WHERE (payout_report_id IS NOT NULL);
CREATE INDEX notifications_waiting ON public.notifications USING btree (organization_id, send_at) WHERE (state = 'queued'::text);
CREATE POLICY of_organization ON notifications FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON notifications FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON notifications TO twofold_app;

CREATE TABLE organization_documents (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  file_name text NOT NULL,
  file_key text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  uploaded_by bigint,
  uploaded_at timestamp with time zone NOT NULL,
  sha256 bytea,
  CONSTRAINT organization_documents_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_documents_kind_check CHECK ((kind = ANY (ARRAY['document'::text, 'w9'::text, 'irs'::text]))),
  CONSTRAINT organization_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_documents_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL
);
ALTER TABLE organization_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_documents FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX organization_documents_one_of_kind ON public.organization_documents USING btree (organization_id, kind) WHERE (kind <> 'document'::text);
CREATE POLICY of_organization ON organization_documents FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON organization_documents FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON organization_documents TO twofold_app;

CREATE TABLE organization_names (
  organization_id bigint NOT NULL,
  name_key text NOT NULL,
  means_id bigint,
  user_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT organization_names_pkey PRIMARY KEY (organization_id, name_key),
  CONSTRAINT organization_names_means_id_fkey FOREIGN KEY (means_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_names_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_names_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE organization_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_names FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON organization_names FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON organization_names FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON organization_names TO twofold_app;

CREATE TABLE organizations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  type text NOT NULL,
  ein text DEFAULT ''::text NOT NULL,
  parent_id bigint,
  is_premium text,
  plan text,
  complete boolean DEFAULT false NOT NULL,
  onboarded timestamp with time zone,
  url text DEFAULT ''::text NOT NULL,
  donate_url text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  fax text DEFAULT ''::text NOT NULL,
  mission text DEFAULT ''::text NOT NULL,
  contact_name text DEFAULT ''::text NOT NULL,
  contact_email text DEFAULT ''::text NOT NULL,
  street text DEFAULT ''::text NOT NULL,
  street2 text DEFAULT ''::text NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  state text DEFAULT ''::text NOT NULL,
  zip text DEFAULT ''::text NOT NULL,
  country text DEFAULT 'US'::text NOT NULL,
  category_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  file_logo text,
  time_zone text DEFAULT 'America/New_York'::text NOT NULL,
  currency text DEFAULT 'USD'::text NOT NULL,
  email_who text DEFAULT 'all'::text NOT NULL,
  email_min_cents bigint DEFAULT 0 NOT NULL,
  rule_deactivated boolean DEFAULT false NOT NULL,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  field_versions jsonb DEFAULT '{}'::jsonb NOT NULL,
  contact_phone text DEFAULT ''::text NOT NULL,
  billing_contact_name text DEFAULT ''::text NOT NULL,
  billing_contact_email text DEFAULT ''::text NOT NULL,
  creator_id bigint,
  stripe_customer_id text,
  rule_show_billing boolean DEFAULT false NOT NULL,
  rule_invoiced boolean DEFAULT false NOT NULL,
  custom jsonb DEFAULT '{}'::jsonb NOT NULL,
  public_key text DEFAULT ''::text NOT NULL,
  private_key_sealed text,
  reevaluation_started_at timestamp with time zone,
  before_joining jsonb,
  ignored_bounces_through bigint DEFAULT 0 NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  mail_sender_name text DEFAULT ''::text NOT NULL,
  mail_reply_to text DEFAULT ''::text NOT NULL,
  stripe_card_since timestamp with time zone,
  erasure_warned_at timestamp with time zone,
  erasure_began_at timestamp with time zone,
  erased_at timestamp with time zone,
  mail_from_address text DEFAULT ''::text NOT NULL,
  thank_donors boolean DEFAULT false NOT NULL,
  email_limit smallint DEFAULT 4 NOT NULL,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_country_check CHECK ((country = ANY (ARRAY['US'::text, 'CA'::text]))),
  CONSTRAINT organizations_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT organizations_email_limit_check CHECK (((email_limit >= 1) AND (email_limit <= 12))),
  CONSTRAINT organizations_email_min_cents_check CHECK ((email_min_cents >= 0)),
  CONSTRAINT organizations_email_who_check CHECK ((email_who = ANY (ARRAY['all'::text, 'company'::text]))),
  CONSTRAINT organizations_erased_after_begin CHECK (((erased_at IS NULL) OR (erasure_began_at IS NOT NULL))),
  CONSTRAINT organizations_erased_are_closed CHECK (((erasure_began_at IS NULL) OR (cancelled_at IS NOT NULL))),
  CONSTRAINT organizations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text, 'es'::text]))),
  CONSTRAINT organizations_mail_from_address_check CHECK ((length(mail_from_address) <= 255)),
  CONSTRAINT organizations_mail_reply_to_check CHECK ((length(mail_reply_to) <= 255)),
  CONSTRAINT organizations_mail_sender_name_check CHECK ((length(mail_sender_name) <= 100)),
  CONSTRAINT organizations_type_check CHECK ((type = ANY (ARRAY['non-profit'::text, 'edu-pto'::text, 'chapter'::text]))),
  CONSTRAINT organizations_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT organizations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES organizations(id)
);
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE INDEX organizations_by_contact ON public.organizations USING btree (lower(contact_email)) WHERE (contact_email <> ''::text);
CREATE INDEX organizations_by_ein ON public.organizations USING btree (ein_key(ein)) WHERE (ein <> ''::text);
CREATE INDEX organizations_by_name ON public.organizations USING gin (name gin_trgm_ops);
CREATE INDEX organizations_by_page ON public.organizations USING btree (lower(replace(name, ' '::text, '-'::text)));
CREATE INDEX organizations_by_parent ON public.organizations USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX organizations_by_sending_domain ON public.organizations USING btree (split_part(mail_from_address, '@'::text, 2)) WHERE (mail_from_address <> ''::text);
CREATE INDEX organizations_by_slug ON public.organizations USING btree (slug);
CREATE INDEX organizations_by_stripe_customer ON public.organizations USING btree (stripe_customer_id) WHERE (stripe_customer_id IS NOT NULL);
CREATE INDEX organizations_closed ON public.organizations USING btree (cancelled_at) WHERE ((cancelled_at IS NOT NULL) AND (erased_at IS NULL));
CREATE POLICY of_organization ON organizations FOR ALL USING (((id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON organizations FOR ALL TO the_owner USING (true);
CREATE POLICY relatives_are_read ON organizations FOR SELECT USING ((id = ANY (( SELECT tenant_relatives() AS tenant_kin)::bigint[])));
GRANT DELETE, INSERT, SELECT, UPDATE ON organizations TO twofold_app;

CREATE TABLE outgoing (
  is_only boolean DEFAULT true NOT NULL,
  held_since timestamp with time zone,
  released_at timestamp with time zone,
  mail_away_since timestamp with time zone,
  mail_back_at timestamp with time zone,
  mail_problem text,
  CONSTRAINT outgoing_pkey PRIMARY KEY (is_only),
  CONSTRAINT outgoing_is_only_check CHECK (is_only)
);
GRANT SELECT, UPDATE ON outgoing TO twofold_app;

CREATE TABLE own_policies (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  company_id bigint NOT NULL,
  start_date date NOT NULL,
  end_date date,
  ratio text,
  min_amount_cents bigint,
  max_per_gift_cents bigint,
  max_per_year_cents bigint,
  deadline_rule text,
  note text DEFAULT ''::text NOT NULL,
  entered_by bigint NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  CONSTRAINT own_policies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT own_policies_check CHECK ((end_date >= start_date)),
  CONSTRAINT own_policies_max_per_gift_cents_check CHECK ((max_per_gift_cents >= 0)),
  CONSTRAINT own_policies_max_per_year_cents_check CHECK ((max_per_year_cents >= 0)),
  CONSTRAINT own_policies_min_amount_cents_check CHECK ((min_amount_cents >= 0)),
  CONSTRAINT own_policies_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT own_policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT own_policies_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT own_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE own_policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE own_policies FORCE ROW LEVEL SECURITY;
CREATE INDEX own_policies_of_company ON public.own_policies USING btree (company_id, organization_id, start_date);
CREATE POLICY of_organization ON own_policies FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON own_policies FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON own_policies TO twofold_app;

CREATE TABLE passkeys (
  id text NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] DEFAULT '{}'::text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON passkeys TO twofold_app;

CREATE TABLE payments (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  invoice_id bigint NOT NULL,
  cents bigint NOT NULL,
  paid_on date NOT NULL,
  how text NOT NULL,
  reference text NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  entered_by bigint,
  entry_id bigint NOT NULL,
  reversed_at timestamp with time zone,
  reversed_by bigint,
  reversal_reason text,
  reversal_entry_id bigint,
  external_id text,
  CONSTRAINT payments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payments_organization_id_entry_id_key UNIQUE (organization_id, entry_id),
  CONSTRAINT payments_cents_check CHECK ((cents <> 0)),
  CONSTRAINT payments_check CHECK ((num_nulls(reversed_at, reversal_reason, reversal_entry_id) = ANY (ARRAY[0, 3]))),
  CONSTRAINT payments_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT payments_organization_id_entry_id_fkey FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries(organization_id, id),
  CONSTRAINT payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT payments_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT payments_organization_id_reversal_entry_id_fkey FOREIGN KEY (organization_id, reversal_entry_id) REFERENCES ledger_entries(organization_id, id),
  CONSTRAINT payments_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id)
);
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
CREATE INDEX payments_entered_by ON public.payments USING btree (entered_by) WHERE (entered_by IS NOT NULL);
CREATE INDEX payments_of_invoice ON public.payments USING btree (organization_id, invoice_id, id);
CREATE INDEX payments_of_reversal_entry ON public.payments USING btree (organization_id, reversal_entry_id) WHERE (reversal_entry_id IS NOT NULL);
CREATE INDEX payments_of_stripe_by_day ON public.payments USING btree (entered_at, id) WHERE ((external_id IS NOT NULL) AND (how <> 'stripe'::text));
CREATE INDEX payments_reversed_by ON public.payments USING btree (reversed_by) WHERE (reversed_by IS NOT NULL);
CREATE UNIQUE INDEX payments_once ON public.payments USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE POLICY of_organization ON payments FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON payments FOR ALL TO the_owner USING (true);
GRANT INSERT, SELECT, UPDATE ON payments TO twofold_app;

CREATE TABLE payout_entries (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  line_id bigint NOT NULL,
  match_organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  cents bigint NOT NULL,
  why text NOT NULL,
  user_id bigint,
  at timestamp with time zone NOT NULL,
  CONSTRAINT payout_entries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payout_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT payout_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE payout_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE payout_entries FORCE ROW LEVEL SECURITY;
CREATE INDEX payout_entries_of_match ON public.payout_entries USING btree (donation_id);
CREATE INDEX payout_entries_of_user ON public.payout_entries USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE POLICY of_organization ON payout_entries FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON payout_entries FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_entries TO twofold_app;

CREATE TABLE payout_lines (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  payout_id bigint NOT NULL,
  report_id bigint NOT NULL,
  line_key text NOT NULL,
  payer text NOT NULL,
  "row" integer NOT NULL,
  sheet_row integer NOT NULL,
  kind text NOT NULL,
  line_id text NOT NULL,
  donor_name text NOT NULL,
  donor_email text NOT NULL,
  company text NOT NULL,
  project text NOT NULL,
  given_on date,
  currency text NOT NULL,
  gift_cents bigint NOT NULL,
  match_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  stated_gift_cents bigint,
  balance_cents bigint,
  note text NOT NULL,
  state text NOT NULL,
  tied_by text,
  candidates jsonb DEFAULT '[]'::jsonb NOT NULL,
  match_organization_id bigint,
  donation_id bigint,
  tied_at timestamp with time zone,
  counted_cents bigint,
  unmatched boolean DEFAULT false NOT NULL,
  repeats_line_id bigint,
  same_line_id bigint,
  link_before_same jsonb,
  CONSTRAINT payout_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payout_lines_organization_id_payout_id_line_key_key UNIQUE (organization_id, payout_id, line_key),
  CONSTRAINT payout_lines_check CHECK (((state = 'tied'::text) = (donation_id IS NOT NULL))),
  CONSTRAINT payout_lines_check1 CHECK (((state = 'tied'::text) = (tied_by IS NOT NULL))),
  CONSTRAINT payout_lines_kind_check CHECK ((kind = ANY (ARRAY['match'::text, 'gift'::text, 'gift_and_match'::text, 'reward'::text]))),
  CONSTRAINT payout_lines_same_check CHECK (((state = 'same'::text) = (link_before_same IS NOT NULL))),
  CONSTRAINT payout_lines_state_check CHECK ((state = ANY (ARRAY['tied'::text, 'doubtful'::text, 'own_gift'::text, 'same'::text, 'voided'::text]))),
  CONSTRAINT payout_lines_tied_by_check CHECK ((tied_by = ANY (ARRAY['id'::text, 'email_amount_date'::text, 'expected'::text, 'earlier_line'::text, 'person'::text, 'new'::text]))),
  CONSTRAINT payout_lines_organization_id_payout_id_fkey FOREIGN KEY (organization_id, payout_id) REFERENCES payouts(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT payout_lines_organization_id_repeats_line_id_fkey FOREIGN KEY (organization_id, repeats_line_id) REFERENCES payout_lines(organization_id, id) ON DELETE SET NULL (repeats_line_id),
  CONSTRAINT payout_lines_organization_id_report_id_fkey FOREIGN KEY (organization_id, report_id) REFERENCES payout_reports(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT payout_lines_organization_id_same_line_id_fkey FOREIGN KEY (organization_id, same_line_id) REFERENCES payout_lines(organization_id, id) ON DELETE SET NULL (same_line_id)
);
ALTER TABLE payout_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE payout_lines FORCE ROW LEVEL SECURITY;
CREATE INDEX payout_lines_by_id ON public.payout_lines USING btree (organization_id, payer, line_id) WHERE (line_id <> ''::text);
CREATE INDEX payout_lines_by_key ON public.payout_lines USING btree (organization_id, payer, line_key);
CREATE INDEX payout_lines_by_match ON public.payout_lines USING btree (organization_id, match_cents);
CREATE INDEX payout_lines_of_match ON public.payout_lines USING btree (donation_id) WHERE (donation_id IS NOT NULL);
CREATE INDEX payout_lines_of_match_organization ON public.payout_lines USING btree (match_organization_id, organization_id) WHERE (match_organization_id IS NOT NULL);
CREATE INDEX payout_lines_of_report ON public.payout_lines USING btree (organization_id, report_id);
CREATE INDEX payout_lines_repeating ON public.payout_lines USING btree (organization_id, repeats_line_id) WHERE (repeats_line_id IS NOT NULL);
CREATE INDEX payout_lines_same ON public.payout_lines USING btree (organization_id, same_line_id) WHERE (same_line_id IS NOT NULL);
CREATE INDEX payout_lines_waiting ON public.payout_lines USING btree (organization_id, payout_id, "row") WHERE (state = 'doubtful'::text);
CREATE POLICY of_organization ON payout_lines FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON payout_lines FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_lines TO twofold_app;

CREATE TABLE payout_reports (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  state text NOT NULL,
  file_name text,
  file_key text,
  done integer DEFAULT 0 NOT NULL,
  lines integer DEFAULT 0 NOT NULL,
  tied integer DEFAULT 0 NOT NULL,
  doubtful integer DEFAULT 0 NOT NULL,
  added integer DEFAULT 0 NOT NULL,
  known integer DEFAULT 0 NOT NULL,
  refused jsonb DEFAULT '[]'::jsonb NOT NULL,
  warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
  error text,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  undoing_since timestamp with time zone,
  unmatched integer DEFAULT 0 NOT NULL,
  own_gifts integer DEFAULT 0 NOT NULL,
  questions jsonb DEFAULT '[]'::jsonb NOT NULL,
  answers jsonb DEFAULT '{}'::jsonb NOT NULL,
  lines_to_void jsonb DEFAULT '[]'::jsonb NOT NULL,
  voided_lines jsonb DEFAULT '[]'::jsonb NOT NULL,
  payouts_to_void jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT payout_reports_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payout_reports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'asking'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  CONSTRAINT payout_reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT payout_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE payout_reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE payout_reports FORCE ROW LEVEL SECURITY;
CREATE INDEX payout_reports_of_user ON public.payout_reports USING btree (user_id);
CREATE INDEX payout_reports_undoing ON public.payout_reports USING btree (organization_id, id) WHERE (state = 'undoing'::text);
CREATE POLICY of_organization ON payout_reports FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON payout_reports FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_reports TO twofold_app;

CREATE TABLE payouts (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  report_id bigint NOT NULL,
  payout_key text NOT NULL,
  reference text NOT NULL,
  platform_id text,
  payer text NOT NULL,
  paid_on date,
  period_end date,
  currency text NOT NULL,
  stated_cents bigint,
  gross_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  tied_cents bigint DEFAULT 0 NOT NULL,
  waiting_cents bigint DEFAULT 0 NOT NULL,
  lines integer DEFAULT 0 NOT NULL,
  waiting_lines integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  own_gift_cents bigint DEFAULT 0 NOT NULL,
  voided boolean DEFAULT false NOT NULL,
  CONSTRAINT payouts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payouts_organization_id_payout_key_key UNIQUE (organization_id, payout_key),
  CONSTRAINT payouts_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT payouts_organization_id_report_id_fkey FOREIGN KEY (organization_id, report_id) REFERENCES payout_reports(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE payouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE payouts FORCE ROW LEVEL SECURITY;
CREATE INDEX payouts_by_day ON public.payouts USING btree (organization_id, COALESCE(paid_on, period_end, '-infinity'::date) DESC, id DESC);
CREATE INDEX payouts_by_number ON public.payouts USING btree (organization_id, payer, reference) WHERE (reference <> ''::text);
CREATE INDEX payouts_of_report ON public.payouts USING btree (organization_id, report_id);
CREATE INDEX payouts_waiting ON public.payouts USING btree (organization_id) INCLUDE (waiting_lines) WHERE (waiting_lines > 0);
CREATE POLICY of_organization ON payouts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON payouts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON payouts TO twofold_app;

CREATE TABLE plan_choices (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  plan text NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id bigint,
  CONSTRAINT plan_choices_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT plan_choices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT plan_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE plan_choices ENABLE ROW LEVEL SECURITY;
ALTER TABLE plan_choices FORCE ROW LEVEL SECURITY;
CREATE INDEX plan_choices_of_user ON public.plan_choices USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE POLICY of_organization ON plan_choices FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON plan_choices FOR ALL TO the_owner USING (true);
GRANT INSERT, SELECT ON plan_choices TO twofold_app;

CREATE TABLE planned_mails (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  donation_id bigint NOT NULL,
  kind text NOT NULL,
  after_id bigint NOT NULL,
  send_at timestamp with time zone NOT NULL,
  planned_at timestamp with time zone NOT NULL,
  held_at timestamp with time zone,
  dropped_at timestamp with time zone,
  CONSTRAINT planned_mails_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT planned_mails_organization_id_donation_id_kind_key UNIQUE (organization_id, donation_id, kind),
  CONSTRAINT planned_mails_kind_check CHECK ((kind = ANY (ARRAY['reminder_1'::text, 'reminder_2'::text, 'deadline'::text, 'deadline_last'::text]))),
  CONSTRAINT planned_mails_organization_id_after_id_fkey FOREIGN KEY (organization_id, after_id) REFERENCES notifications(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT planned_mails_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE planned_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE planned_mails FORCE ROW LEVEL SECURITY;
CREATE INDEX planned_mails_after ON public.planned_mails USING btree (organization_id, after_id);
CREATE INDEX planned_mails_by_time ON public.planned_mails USING btree (organization_id, send_at, id);
CREATE INDEX planned_mails_due ON public.planned_mails USING btree (send_at) WHERE ((held_at IS NULL) AND (dropped_at IS NULL));
CREATE POLICY of_organization ON planned_mails FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON planned_mails FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON planned_mails TO twofold_app;

CREATE TABLE platforms (
  id text NOT NULL,
  name text NOT NULL,
  aliases text[] DEFAULT '{}'::text[] NOT NULL,
  owner text DEFAULT ''::text NOT NULL,
  employee_url text DEFAULT ''::text NOT NULL,
  employee_steps text[] DEFAULT '{}'::text[] NOT NULL,
  evidence text[] DEFAULT '{}'::text[] NOT NULL,
  nonprofit_url text DEFAULT ''::text NOT NULL,
  nonprofit_steps text[] DEFAULT '{}'::text[] NOT NULL,
  payer_names text[] DEFAULT '{}'::text[] NOT NULL,
  payout_schedule text[] DEFAULT '{}'::text[] NOT NULL,
  payout_minimum_cents bigint,
  fees text[] DEFAULT '{}'::text[] NOT NULL,
  countries text[] DEFAULT '{}'::text[] NOT NULL,
  report_columns text[] DEFAULT '{}'::text[] NOT NULL,
  report_formats jsonb DEFAULT '[]'::jsonb NOT NULL,
  payer_texts jsonb DEFAULT '[]'::jsonb NOT NULL,
  source_url text DEFAULT ''::text NOT NULL,
  further_sources jsonb DEFAULT '[]'::jsonb NOT NULL,
  as_of text DEFAULT ''::text NOT NULL,
  entered_by bigint,
  kind text DEFAULT 'workplace'::text NOT NULL,
  merged_into_id text,
  CONSTRAINT platforms_pkey PRIMARY KEY (id),
  CONSTRAINT platforms_are_not_merged_into_themselves CHECK ((merged_into_id <> id)),
  CONSTRAINT platforms_kind_check CHECK ((kind = ANY (ARRAY['workplace'::text, 'payer'::text]))),
  CONSTRAINT platforms_payout_minimum_cents_check CHECK ((payout_minimum_cents >= 0)),
  CONSTRAINT platforms_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT platforms_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES platforms(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON platforms TO twofold_app;

CREATE TABLE policies (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  company_id bigint NOT NULL,
  version integer NOT NULL,
  superseded_at timestamp with time zone,
  program text NOT NULL,
  method text,
  csr_platform text,
  verification text,
  submission_url text,
  form_url text,
  contact_email text,
  contact_address text,
  ratio text,
  ratio_tiers jsonb DEFAULT '[]'::jsonb NOT NULL,
  min_amount_cents bigint,
  minimum_per_gift boolean DEFAULT false NOT NULL,
  max_per_gift_cents bigint,
  max_per_year_cents bigint,
  max_lifetime_cents bigint,
  currency text DEFAULT 'USD'::text NOT NULL,
  eligible_employees text[] DEFAULT '{}'::text[] NOT NULL,
  eligible_nonprofits text[] DEFAULT '{}'::text[] NOT NULL,
  excluded_nonprofits text[] DEFAULT '{}'::text[] NOT NULL,
  own_site_only boolean DEFAULT false NOT NULL,
  form_needs_nonprofit boolean DEFAULT true NOT NULL,
  deadline_rule text,
  policy_year_start text DEFAULT '01-01'::text NOT NULL,
  volunteer_grant text,
  source_url text NOT NULL,
  further_sources jsonb DEFAULT '[]'::jsonb NOT NULL,
  as_of text DEFAULT ''::text NOT NULL,
  learned_at timestamp with time zone DEFAULT now() NOT NULL,
  entered_by bigint,
  tiers_run_through text DEFAULT 'gift'::text NOT NULL,
  exceptions jsonb DEFAULT '[]'::jsonb NOT NULL,
  maximum_basis text DEFAULT 'match'::text NOT NULL,
  gift_kinds text[] DEFAULT '{}'::text[] NOT NULL,
  came_with_directory boolean DEFAULT false NOT NULL,
  valid_from date,
  valid_to date,
  deductible_part_only text DEFAULT 'unknown'::text NOT NULL,
  guide_url text,
  CONSTRAINT policies_pkey PRIMARY KEY (id),
  CONSTRAINT policies_company_id_version_key UNIQUE (company_id, version),
  CONSTRAINT policies_check CHECK ((valid_to >= valid_from)),
  CONSTRAINT policies_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'CAD'::text]))),
  CONSTRAINT policies_deductible_part_only_check CHECK ((deductible_part_only = ANY (ARRAY['yes'::text, 'no'::text, 'unknown'::text]))),
  CONSTRAINT policies_max_lifetime_cents_check CHECK ((max_lifetime_cents >= 0)),
  CONSTRAINT policies_max_per_gift_cents_check CHECK ((max_per_gift_cents >= 0)),
  CONSTRAINT policies_max_per_year_cents_check CHECK ((max_per_year_cents >= 0)),
  CONSTRAINT policies_maximum_basis_check CHECK ((maximum_basis = ANY (ARRAY['match'::text, 'gift'::text]))),
  CONSTRAINT policies_method_check CHECK ((method = ANY (ARRAY['csr'::text, 'contact'::text, 'form'::text, 'mail'::text]))),
  CONSTRAINT policies_min_amount_cents_check CHECK ((min_amount_cents >= 0)),
  CONSTRAINT policies_program_check CHECK ((program = ANY (ARRAY['yes'::text, 'no'::text, 'unknown'::text]))),
  CONSTRAINT policies_tiers_run_through_check CHECK ((tiers_run_through = ANY (ARRAY['gift'::text, 'year'::text]))),
  CONSTRAINT policies_verification_check CHECK ((verification = ANY (ARRAY['both'::text, 'email'::text, 'phone'::text]))),
  CONSTRAINT policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  CONSTRAINT policies_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX policies_current ON public.policies USING btree (company_id, COALESCE(valid_from, '-infinity'::date)) WHERE (superseded_at IS NULL);
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON public.policies FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
GRANT DELETE, INSERT, SELECT, UPDATE ON policies TO twofold_app;

CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_limits TO twofold_app;

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_codes TO twofold_app;

CREATE TABLE removed_members (
  organization_id bigint NOT NULL,
  user_id bigint NOT NULL,
  level text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  invited_at timestamp with time zone,
  invited_by bigint,
  removed_at timestamp with time zone NOT NULL,
  may_sign boolean DEFAULT false NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  CONSTRAINT removed_members_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT removed_members_level_check CHECK ((level = ANY (ARRAY['read'::text, 'write'::text, 'admin'::text]))),
  CONSTRAINT removed_members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  CONSTRAINT removed_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT removed_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE removed_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_members FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON removed_members FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON removed_members FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON removed_members TO twofold_app;

CREATE TABLE report_files (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  wanted json NOT NULL,
  state text NOT NULL,
  rows_found integer,
  rows_written integer DEFAULT 0 NOT NULL,
  runs smallint DEFAULT 0 NOT NULL,
  run_key text,
  file_key text,
  bytes bigint,
  problem text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT report_files_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT report_files_check CHECK (((state = 'ready'::text) = (file_key IS NOT NULL))),
  CONSTRAINT report_files_check1 CHECK (((state = 'ready'::text) = (bytes IS NOT NULL))),
  CONSTRAINT report_files_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  CONSTRAINT report_files_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'writing'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT report_files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT report_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE report_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_files FORCE ROW LEVEL SECURITY;
CREATE INDEX report_files_by_expiry ON public.report_files USING btree (expires_at);
CREATE INDEX report_files_of_user ON public.report_files USING btree (user_id);
CREATE TRIGGER mark_deleted_file_unreferenced AFTER DELETE ON public.report_files FOR EACH ROW WHEN ((old.file_key IS NOT NULL)) EXECUTE FUNCTION mark_report_file_unreferenced();
CREATE TRIGGER mark_replaced_file_unreferenced AFTER UPDATE OF file_key ON public.report_files FOR EACH ROW WHEN (((old.file_key IS NOT NULL) AND (old.file_key IS DISTINCT FROM new.file_key))) EXECUTE FUNCTION mark_report_file_unreferenced();
CREATE POLICY of_organization ON report_files FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON report_files FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON report_files TO twofold_app;

CREATE TABLE report_mailings (
  organization_id bigint NOT NULL,
  report_id bigint NOT NULL,
  user_id bigint NOT NULL,
  frequency text NOT NULL,
  day smallint NOT NULL,
  set_by bigint,
  next_day date NOT NULL,
  next_at timestamp with time zone NOT NULL,
  last_day date,
  CONSTRAINT report_mailings_pkey PRIMARY KEY (organization_id, report_id, user_id),
  CONSTRAINT report_mailings_check CHECK (((day >= 1) AND (day <=
CASE frequency
    WHEN 'weekly'::text THEN 7
    ELSE 31
END))),
  CONSTRAINT report_mailings_rhythm_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
  CONSTRAINT report_mailings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT report_mailings_organization_id_report_id_fkey FOREIGN KEY (organization_id, report_id) REFERENCES reports(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT report_mailings_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT report_mailings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE report_mailings ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_mailings FORCE ROW LEVEL SECURITY;
CREATE INDEX report_mailings_due ON public.report_mailings USING btree (next_at);
CREATE INDEX report_mailings_of_user ON public.report_mailings USING btree (user_id);
CREATE POLICY of_organization ON report_mailings FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON report_mailings FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON report_mailings TO twofold_app;

CREATE TABLE reports (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  scope text NOT NULL,
  name text NOT NULL,
  definition json NOT NULL,
  downloads bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  view_id bigint,
  CONSTRAINT reports_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT reports_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT reports_scope_check CHECK ((scope = ANY (ARRAY['personal'::text, 'organization'::text, 'full_org'::text]))),
  CONSTRAINT reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE reports FORCE ROW LEVEL SECURITY;
CREATE INDEX reports_by_id ON public.reports USING btree (id);
CREATE INDEX reports_of_user ON public.reports USING btree (user_id);
CREATE POLICY of_organization ON reports FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON reports FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON reports TO twofold_app;

CREATE TABLE requested_transactions (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  claim_key uuid NOT NULL,
  CONSTRAINT requested_transactions_pkey PRIMARY KEY (organization_id, donation_id),
  CONSTRAINT requested_transactions_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE requested_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE requested_transactions FORCE ROW LEVEL SECURITY;
CREATE INDEX requested_transactions_by_claim ON public.requested_transactions USING btree (organization_id, claim_key);
CREATE POLICY of_organization ON requested_transactions FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON requested_transactions FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON requested_transactions TO twofold_app;

CREATE TABLE sending_addresses (
  organization_id bigint NOT NULL,
  address text NOT NULL,
  selector text NOT NULL,
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  checked_at timestamp with time zone,
  lines jsonb,
  CONSTRAINT sending_addresses_pkey PRIMARY KEY (organization_id),
  CONSTRAINT sending_addresses_address_check CHECK ((length(address) <= 255)),
  CONSTRAINT sending_addresses_selector_check CHECK ((selector ~ '^[a-z0-9]{1,63}$'::text)),
  CONSTRAINT sending_addresses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE sending_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE sending_addresses FORCE ROW LEVEL SECURITY;
CREATE INDEX sending_addresses_checked ON public.sending_addresses USING btree (checked_at);
CREATE POLICY of_organization ON sending_addresses FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON sending_addresses FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON sending_addresses TO twofold_app;

CREATE TABLE sending_domains (
  domain text NOT NULL,
  step smallint DEFAULT 0 NOT NULL,
  day date NOT NULL,
  taken integer DEFAULT 0 NOT NULL,
  CONSTRAINT sending_domains_pkey PRIMARY KEY (domain),
  CONSTRAINT sending_domains_domain_check CHECK ((length(domain) <= 255))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON sending_domains TO twofold_app;

CREATE TABLE sent_mails (
  organization_id bigint NOT NULL,
  notification_id bigint NOT NULL,
  body bytea,
  sender text DEFAULT ''::text NOT NULL,
  reply_to text DEFAULT ''::text NOT NULL,
  html text DEFAULT ''::text NOT NULL,
  text text DEFAULT ''::text NOT NULL,
  CONSTRAINT sent_mails_pkey PRIMARY KEY (organization_id, notification_id),
  CONSTRAINT sent_mails_organization_id_notification_id_fkey FOREIGN KEY (organization_id, notification_id) REFERENCES notifications(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE sent_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE sent_mails FORCE ROW LEVEL SECURITY;
CREATE INDEX sent_mails_to_rewrite ON public.sent_mails USING btree (organization_id, notification_id) WHERE (body IS NOT NULL);
CREATE POLICY of_organization ON sent_mails FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON sent_mails FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON sent_mails TO twofold_app;

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  address text,
  user_agent text,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON sessions TO twofold_app;

CREATE TABLE staff_messages (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  mails integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by bigint,
  CONSTRAINT staff_messages_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT staff_messages_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT staff_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE staff_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_messages FORCE ROW LEVEL SECURITY;
CREATE INDEX staff_messages_of_user ON public.staff_messages USING btree (created_by);
CREATE POLICY of_organization ON staff_messages FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON staff_messages FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON staff_messages TO twofold_app;

CREATE TABLE stored_mails (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  message_id text NOT NULL,
  raw text NOT NULL,
  stored_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT stored_mails_pkey PRIMARY KEY (id),
  CONSTRAINT stored_mails_message_id_key UNIQUE (message_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON stored_mails TO twofold_app;

CREATE TABLE stripe_checkouts (
  organization_id bigint NOT NULL,
  session_id text NOT NULL,
  plan text NOT NULL,
  user_id bigint NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  expired_at timestamp with time zone,
  CONSTRAINT stripe_checkouts_pkey PRIMARY KEY (organization_id, session_id),
  CONSTRAINT stripe_checkouts_check CHECK (((completed_at IS NULL) OR (expired_at IS NULL))),
  CONSTRAINT stripe_checkouts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT stripe_checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE stripe_checkouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE stripe_checkouts FORCE ROW LEVEL SECURITY;
CREATE INDEX stripe_checkouts_by_session ON public.stripe_checkouts USING btree (session_id);
CREATE INDEX stripe_checkouts_of_user ON public.stripe_checkouts USING btree (user_id);
CREATE INDEX stripe_checkouts_open ON public.stripe_checkouts USING btree (organization_id, session_id) WHERE ((completed_at IS NULL) AND (expired_at IS NULL));
CREATE POLICY of_organization ON stripe_checkouts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON stripe_checkouts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON stripe_checkouts TO twofold_app;

CREATE TABLE stripe_events (
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  applied_at timestamp with time zone,
  CONSTRAINT stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_by_time ON public.stripe_events USING btree (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON stripe_events TO twofold_app;

CREATE TABLE stripe_reconciliation (
  is_one boolean DEFAULT true NOT NULL,
  through timestamp with time zone,
  looked_at timestamp with time zone DEFAULT now() NOT NULL,
  returns_through timestamp with time zone,
  CONSTRAINT stripe_reconciliation_pkey PRIMARY KEY (is_one),
  CONSTRAINT stripe_reconciliation_is_one_check CHECK (is_one)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON stripe_reconciliation TO twofold_app;

CREATE TABLE suggestions (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  company_id bigint NOT NULL,
  about text NOT NULL,
  value text NOT NULL,
  source_url text DEFAULT ''::text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  user_id bigint,
  donation_id bigint,
  created_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by bigint,
  accepted boolean,
  reason text DEFAULT ''::text NOT NULL,
  CONSTRAINT suggestions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT suggestions_check CHECK (((user_id IS NULL) <> (donation_id IS NULL))),
  CONSTRAINT suggestions_check1 CHECK ((((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) = (accepted IS NULL)))),
  CONSTRAINT suggestions_note_check CHECK ((length(note) <= 1000)),
  CONSTRAINT suggestions_reason_check CHECK ((length(reason) <= 500)),
  CONSTRAINT suggestions_source_url_check CHECK ((length(source_url) <= 500)),
  CONSTRAINT suggestions_value_check CHECK ((length(value) <= 500)),
  CONSTRAINT suggestions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  CONSTRAINT suggestions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT suggestions_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT suggestions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT suggestions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
ALTER TABLE suggestions ENABLE ROW LEVEL SECURITY;
ALTER TABLE suggestions FORCE ROW LEVEL SECURITY;
CREATE INDEX suggestions_about_company ON public.suggestions USING btree (organization_id, company_id, id DESC);
CREATE INDEX suggestions_by_company ON public.suggestions USING btree (company_id);
CREATE INDEX suggestions_by_id ON public.suggestions USING btree (id);
CREATE INDEX suggestions_decided ON public.suggestions USING btree (decided_at DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX suggestions_of_gift ON public.suggestions USING btree (organization_id, donation_id) WHERE (donation_id IS NOT NULL);
CREATE INDEX suggestions_waiting ON public.suggestions USING btree (id) WHERE (decided_at IS NULL);
CREATE POLICY of_organization ON suggestions FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON suggestions FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON suggestions TO twofold_app;

CREATE TABLE super_visits (
  organization_id bigint NOT NULL,
  session_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  changes_until timestamp with time zone,
  CONSTRAINT super_visits_pkey PRIMARY KEY (organization_id, session_id),
  CONSTRAINT super_visits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE super_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE super_visits FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON super_visits FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON super_visits FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON super_visits TO twofold_app;

CREATE TABLE suppressions (
  organization_id bigint NOT NULL,
  email_key text NOT NULL,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  detail text DEFAULT ''::text NOT NULL,
  CONSTRAINT suppressions_pkey PRIMARY KEY (organization_id, email_key),
  CONSTRAINT suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'opted_out'::text, 'deceased'::text]))),
  CONSTRAINT suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
CREATE INDEX suppressions_by_reason ON public.suppressions USING btree (organization_id, reason, at DESC, email_key);
CREATE INDEX suppressions_newest ON public.suppressions USING btree (organization_id, at DESC, email_key);
CREATE POLICY of_organization ON suppressions FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON suppressions FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON suppressions TO twofold_app;

CREATE TABLE totp_secrets (
  user_id bigint NOT NULL,
  sealed_secret text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON totp_secrets TO twofold_app;

CREATE TABLE unreferenced_files (
  file_key text NOT NULL,
  since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT unreferenced_files_pkey PRIMARY KEY (file_key)
);
CREATE INDEX unreferenced_files_by_age ON public.unreferenced_files USING btree (since);
GRANT DELETE, INSERT, SELECT, UPDATE ON unreferenced_files TO twofold_app;

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text NOT NULL,
  password_hash text,
  global_permission text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key_key UNIQUE (email_key),
  CONSTRAINT users_global_permission_check CHECK ((global_permission = 'super'::text))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO twofold_app;

CREATE TABLE users_to_erase (
  organization_id bigint NOT NULL,
  user_id bigint NOT NULL,
  tried_at timestamp with time zone,
  CONSTRAINT users_to_erase_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT users_to_erase_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT users_to_erase_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE users_to_erase ENABLE ROW LEVEL SECURITY;
ALTER TABLE users_to_erase FORCE ROW LEVEL SECURITY;
CREATE INDEX users_to_erase_of_user ON public.users_to_erase USING btree (user_id);
CREATE POLICY of_organization ON users_to_erase FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON users_to_erase FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON users_to_erase TO twofold_app;

CREATE TABLE verification_alerts (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  until_at timestamp with time zone NOT NULL,
  alerted_at timestamp with time zone NOT NULL,
  CONSTRAINT verification_alerts_pkey PRIMARY KEY (organization_id, donation_id, until_at),
  CONSTRAINT verification_alerts_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT verification_alerts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE verification_alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE verification_alerts FORCE ROW LEVEL SECURITY;
CREATE INDEX verification_alerts_by_moment ON public.verification_alerts USING btree (organization_id, alerted_at);
CREATE POLICY of_organization ON verification_alerts FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON verification_alerts FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON verification_alerts TO twofold_app;

CREATE TABLE verification_requests (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  asked_by text DEFAULT ''::text NOT NULL,
  until_at timestamp with time zone,
  asked_at timestamp with time zone NOT NULL,
  user_id bigint,
  CONSTRAINT verification_requests_pkey PRIMARY KEY (organization_id, donation_id),
  CONSTRAINT verification_requests_asked_by_check CHECK ((length(asked_by) <= 200)),
  CONSTRAINT verification_requests_organization_id_donation_id_fkey FOREIGN KEY (organization_id, donation_id) REFERENCES donations(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT verification_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT verification_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
ALTER TABLE verification_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE verification_requests FORCE ROW LEVEL SECURITY;
CREATE INDEX verification_requests_due ON public.verification_requests USING btree (organization_id, until_at) WHERE (until_at IS NOT NULL);
CREATE POLICY of_organization ON verification_requests FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON verification_requests FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON verification_requests TO twofold_app;

CREATE TABLE webhook_deliveries (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  webhook_id bigint NOT NULL,
  message_id uuid DEFAULT gen_random_uuid() NOT NULL,
  event text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  gift_organization_id bigint,
  donation_id bigint,
  status_id smallint,
  data text,
  state text DEFAULT 'queued'::text NOT NULL,
  send_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  response_code smallint,
  duration_ms integer,
  problem text,
  tried_at timestamp with time zone,
  tries jsonb DEFAULT '[]'::jsonb NOT NULL,
  handed_by text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_deliveries_event_check CHECK ((event = ANY (ARRAY['status'::text, 'first_open'::text, 'reminder_sent'::text, 'test'::text]))),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (organization_id, webhook_id, id DESC);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (organization_id, webhook_id, send_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_old ON public.webhook_deliveries USING btree (happened_at) WHERE (state = ANY (ARRAY['delivered'::text, 'failed'::text]));
CREATE INDEX webhook_deliveries_with_problem ON public.webhook_deliveries USING btree (organization_id, webhook_id, id DESC) WHERE (problem IS NOT NULL);
CREATE POLICY of_organization ON webhook_deliveries FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON webhook_deliveries FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO twofold_app;

CREATE TABLE webhook_hosts (
  host text NOT NULL,
  latest timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  CONSTRAINT webhook_hosts_pkey PRIMARY KEY (host)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_hosts TO twofold_app;

CREATE TABLE webhooks (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  url text DEFAULT ''::text NOT NULL,
  event text DEFAULT 'status'::text NOT NULL,
  token_sealed text NOT NULL,
  secret_sealed text NOT NULL,
  former_secret_sealed text,
  former_secret_until timestamp with time zone,
  last_code smallint,
  disabled_at timestamp with time zone,
  disabled_because text,
  created_at timestamp with time zone NOT NULL,
  host text,
  delivered_at timestamp with time zone,
  last_problem text,
  creator_id bigint,
  CONSTRAINT webhooks_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhooks_event_check CHECK ((event = ANY (ARRAY['status'::text, 'first_open'::text, 'reminder_sent'::text]))),
  CONSTRAINT webhooks_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  CONSTRAINT webhooks_host_fkey FOREIGN KEY (host) REFERENCES webhook_hosts(host),
  CONSTRAINT webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE INDEX webhooks_by_id ON public.webhooks USING btree (id);
CREATE POLICY of_organization ON webhooks FOR ALL USING (((organization_id = ANY (( SELECT tenant_organizations() AS tenant_organizations)::bigint[])) OR ( SELECT crosses_organizations() AS crosses_organizations)));
CREATE POLICY of_owner ON webhooks FOR ALL TO the_owner USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhooks TO twofold_app;

