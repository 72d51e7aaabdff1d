-- Standard terms for tables, columns, and functions.
ALTER TABLE loose_files RENAME TO unreferenced_files;
ALTER TABLE unreferenced_files RENAME CONSTRAINT loose_files_pkey TO unreferenced_files_pkey;
ALTER INDEX loose_files_by_age RENAME TO unreferenced_files_by_age;

ALTER TABLE kept_mails RENAME TO stored_mails;
ALTER TABLE stored_mails RENAME COLUMN kept_at TO stored_at;
ALTER TABLE stored_mails RENAME CONSTRAINT kept_mails_pkey TO stored_mails_pkey;
ALTER TABLE stored_mails RENAME CONSTRAINT kept_mails_message_id_key TO stored_mails_message_id_key;
ALTER SEQUENCE kept_mails_id_seq RENAME TO stored_mails_id_seq;

ALTER TABLE erasing_people RENAME TO users_to_erase;
ALTER TABLE users_to_erase RENAME CONSTRAINT erasing_people_pkey TO users_to_erase_pkey;
ALTER TABLE users_to_erase RENAME CONSTRAINT erasing_people_organization_id_fkey TO users_to_erase_organization_id_fkey;
ALTER TABLE users_to_erase RENAME CONSTRAINT erasing_people_user_id_fkey TO users_to_erase_user_id_fkey;
ALTER INDEX erasing_people_of_user RENAME TO users_to_erase_of_user;

ALTER TABLE left_out_of_editions RENAME TO edition_exclusions;
ALTER TABLE edition_exclusions RENAME CONSTRAINT left_out_of_editions_pkey TO edition_exclusions_pkey;
ALTER TABLE edition_exclusions RENAME CONSTRAINT left_out_of_editions_kind_check TO edition_exclusions_kind_check;
ALTER TABLE edition_exclusions RENAME CONSTRAINT left_out_of_editions_company_id_fkey TO edition_exclusions_company_id_fkey;

ALTER TABLE organizations RENAME COLUMN bounces_forgiven_until TO ignored_bounces_through;
ALTER TABLE payout_lines RENAME COLUMN before_same TO link_before_same;

ALTER FUNCTION has_come_in(users) RENAME TO has_signed_in;
ALTER FUNCTION lock_givers(bigint, text[], uuid[]) RENAME TO lock_incoming_donors;
ALTER FUNCTION loosen_payout_lines(bigint[]) RENAME TO unlink_payout_lines;
ALTER FUNCTION tenant_kin() RENAME TO tenant_relatives;
ALTER POLICY kin_is_read ON organizations RENAME TO relatives_are_read;

-- Their bodies name the tables.
CREATE OR REPLACE FUNCTION erasable_tables()
  RETURNS SETOF regclass LANGUAGE sql STABLE
AS $$
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
$$;

CREATE OR REPLACE FUNCTION erase_rows_of(organization bigint, at_most integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
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
END $$;

CREATE OR REPLACE FUNCTION mark_match_form_file_unreferenced()
  RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO unreferenced_files (file_key)
  SELECT key FROM unnest(ARRAY[OLD.file_key, OLD.final_key]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_report_file_unreferenced()
  RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO unreferenced_files (file_key) VALUES (OLD.file_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
