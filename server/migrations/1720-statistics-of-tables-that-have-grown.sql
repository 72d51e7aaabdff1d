-- Tables whose file is more than twice what the database last looked at. It looks by itself, once a minute at best: until then
-- plans that are kept from when a table was nearly empty went through an organization's rows for each match.
CREATE FUNCTION refresh_statistics_of_grown() RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  known_at_least constant integer := 8;
  each text;
  looked_at text[] := '{}';
BEGIN
  FOR each IN SELECT relname FROM pg_class
    WHERE oid = ANY (ARRAY['bulk_rows', 'donation_deltas', 'donation_events', 'donations', 'donors', 'evaluations', 'ledger_entries', 'match_undos',
        'notifications', 'payout_entries', 'payout_lines', 'planned_mails']::regclass[])
      AND pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * greatest(relpages, known_at_least)
    ORDER BY relname
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %I', each);
    looked_at := looked_at || each;
  END LOOP;
  RETURN looked_at;
END $$;
REVOKE ALL ON FUNCTION refresh_statistics_of_grown() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics_of_grown() TO twofold_app;
