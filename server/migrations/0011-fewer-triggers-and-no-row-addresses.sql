-- The emails of a transaction are found by its start time, on the clock of the database.
ALTER TABLE notifications ADD queued_at timestamptz NOT NULL DEFAULT now();

-- The undo of a change withdraws the nonprofit's signature itself.
DROP TRIGGER withdraw_nonprofit_signature ON match_journal;
DROP FUNCTION withdraw_nonprofit_signature;

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
