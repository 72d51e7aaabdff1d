-- Row-level security holds for the tables' owner, too. The owner migrates, and the few functions that look across
-- organizations (SECURITY DEFINER) borrow its rights: a policy of its own lets it in, visible in the catalogue.

-- A restored database may have another owner: the start calls this for every table whose policy names a former one.
CREATE PROCEDURE admit_owner(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP POLICY IF EXISTS of_owner ON %s', target);
  EXECUTE format('CREATE POLICY of_owner ON %s TO %I USING (true)', target,
    (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = target));
END $$;

CREATE OR REPLACE PROCEDURE protect_organization_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY of_organization ON %s USING (organization_id = ANY ((SELECT tenant_organizations())::bigint[])
       OR (SELECT crosses_organizations()))', target);
  CALL admit_owner(target);
END $$;

DO $$
DECLARE target regclass;
BEGIN
  FOR target IN
    SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY relname
  LOOP
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
    CALL admit_owner(target);
  END LOOP;
END $$;
