import type { TestDatabase } from './test-database.ts'

/** They follow from changes or count calls, and are no changes of an organization's data. */
const followers = [
  'audit_events',
  'links',
  'notifications',
  'webhook_deliveries',
  'donation_deltas',
  'donation_days',
  'donation_months',
  'donation_companies',
  'donation_company_months',
  'donation_company_years',
  'donation_campaigns',
  'donation_deadlines',
  'donation_waits',
  'donation_requests',
]

/** Records writes by transaction, and can reject inserts into the audit trail. Requires superuser rights. */
export async function watchWrites({ query }: Pick<TestDatabase, 'query'>) {
  await query(`
    CREATE TABLE seen_writes (name text NOT NULL, tx xid8 NOT NULL);
    CREATE TABLE refused_lines (refused boolean NOT NULL);
    CREATE FUNCTION see_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
      BEGIN
        INSERT INTO seen_writes VALUES (TG_TABLE_NAME, pg_current_xact_id());
        RETURN NULL;
      END $$;
    CREATE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
      BEGIN
        IF EXISTS (SELECT FROM refused_lines) THEN RAISE EXCEPTION 'no line can be written today'; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER refuse_line BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_line();
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND (c.relname IN ('organizations', 'users') OR EXISTS (SELECT FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attname = 'organization_id'))
      LOOP
        EXECUTE format('CREATE TRIGGER see_write AFTER INSERT OR UPDATE OR DELETE ON %I
          FOR EACH ROW EXECUTE FUNCTION see_write()', name);
      END LOOP;
    END $$`)
  return {
    forget: () => query('TRUNCATE seen_writes'),
    withoutLine: async (): Promise<string[]> => {
      const rows = await query<{ name: string }>(
        `SELECT DISTINCT name FROM seen_writes WHERE name <> ALL ($1)
           AND tx NOT IN (SELECT tx FROM seen_writes WHERE name = 'audit_events') ORDER BY name`,
        [followers],
      )
      return rows.map(({ name }) => name)
    },
    changed: async (): Promise<string[]> => {
      const rows = await query<{ name: string }>(
        'SELECT DISTINCT name FROM seen_writes WHERE name <> ALL ($1) ORDER BY name',
        [followers.filter((name) => name !== 'audit_events')],
      )
      return rows.map(({ name }) => name)
    },
    refuseLines: () => query('INSERT INTO refused_lines VALUES (true)'),
    takeLines: () => query('TRUNCATE refused_lines'),
  }
}
