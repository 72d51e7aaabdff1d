import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

// Roles are not part of a database dump, so a restored dump has lost its grants.

const schemaFile = fileURLToPath(new URL('../../../schema.sql', import.meta.url))

/** Repeats the grants of the first migration for tables of later ones. */
const newTableGrants = `
  GRANT USAGE ON SCHEMA public TO twofold_app;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO twofold_app;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO twofold_app`

/** Creates the role for the grants if a migrated database was moved to a server without it. */
export async function restoreRole(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ is_missing: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AND to_regrole('twofold_app') IS NULL AS is_missing`,
  )
  if (!rows[0]?.is_missing) return
  await owner.query(
    `BEGIN; CREATE ROLE twofold_app NOLOGIN; GRANT twofold_app TO CURRENT_USER; ${newTableGrants}; COMMIT`,
  )
}

/** Restores the grants in schema.sql if a migrated database has lost any. */
export async function restorePrivileges(owner: pg.Client): Promise<void> {
  const statements = readFileSync(schemaFile, 'utf8').match(/^(?:GRANT|REVOKE) .*;$/gm) ?? []
  const granted = statements.flatMap((statement) => {
    const [, privileges, column = null, table] =
      /^GRANT ([A-Z, ]+?)(?: \((\w+)\))? ON (\w+) TO twofold_app;$/.exec(statement) ?? []
    return privileges && table ? [{ table, column, privileges: privileges.split(', ') }] : []
  })
  const { rows } = await owner.query<{ is_missing: boolean }>(
    `SELECT EXISTS (
       SELECT FROM jsonb_to_recordset($1) AS g("table" text, "column" text, privileges text[]), unnest(g.privileges) AS privilege
       WHERE to_regclass(g."table") IS NOT NULL AND NOT CASE WHEN g."column" IS NULL
         THEN has_table_privilege('twofold_app', g."table", privilege)
         ELSE has_column_privilege('twofold_app', g."table", g."column", privilege) END) AS is_missing`,
    [JSON.stringify(granted)],
  )
  if (!rows[0]?.is_missing) return
  const sequences = 'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO twofold_app'
  await owner.query(`BEGIN; ${newTableGrants}; ${sequences}; ${statements.join('\n')} COMMIT`)
}
