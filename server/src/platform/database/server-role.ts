import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { createSecrets } from '../security/secrets.ts'
import { restorePrivileges, restoreRole } from './restore-privileges.ts'

// The server's role gets the rights of `twofold_app` directly: a membership would also allow `SET ROLE`.

/** A problem that the owner of the database or its administrator must fix; the message explains how. */
export class ServerRoleError extends Error {
  override name = 'ServerRoleError'
}

/** Held while rights change: nodes that start together would change the same catalog rows. Any shared number works. */
export const privilegesLock = 8_963_655
const maxNameBytes = 63

/** A role per database: a shared role could read other databases on the server, whose SECRET differs. */
function roleOf(database: string): string {
  const name = `twofold_server_${database}`
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  return `twofold_server_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

const passwordOf = (secret: string): string =>
  Buffer.from(createSecrets(secret).keyFor('database')).toString('base64url')

/** Returns the address with the server's role; the same for all nodes with this SECRET. */
export function serverRoleConnectionString(ownerAddress: string, database: string, secret: string): string {
  const url = new URL(ownerAddress)
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  if (url.hostname === '') {
    // A socket's folder is in the query, and an address without a host cannot name a user before it.
    url.searchParams.set('user', roleOf(database))
    url.searchParams.set('password', passwordOf(secret))
  } else {
    url.username = encodeURIComponent(roleOf(database))
    url.password = passwordOf(secret)
  }
  return url.href
}

/** Creates the role if it is missing, so that an account without that right fails before any migration. */
export async function ensureServerRole(ownerAddress: string, secret: string): Promise<void> {
  await asOwner(ownerAddress, async (owner) => {
    const { role, user } = await readIdentities(owner)
    const { rows } = await owner.query<{ known: boolean; isRoleKnown: boolean; canCreate: boolean; canGrant: boolean }>(
      `SELECT to_regrole($1) IS NOT NULL AS known,
         to_regrole('twofold_app') IS NOT NULL OR to_regclass('schema_migrations') IS NULL AS "isRoleKnown",
         r.rolsuper OR r.rolcreaterole AS "canCreate",
         r.rolsuper OR to_regrole('twofold_app') IS NULL OR to_regclass('schema_migrations') IS NOT NULL
           OR pg_has_role(to_regrole('twofold_app'), 'MEMBER WITH ADMIN OPTION') AS "canGrant"
       FROM pg_roles r WHERE r.rolname = current_user`,
      [pg.escapeIdentifier(role)],
    )
    const [found] = rows
    if (!found?.canGrant) {
      throw new ServerRoleError(
        `Another database on this server belongs to a different Twofold. Have a superuser run: ` +
          `GRANT twofold_app TO ${pg.escapeIdentifier(user)} WITH ADMIN OPTION. Then start again.`,
      )
    }
    if (found.known && found.isRoleKnown) return
    if (!found.canCreate) throw cannotCreateRole(user)
    await restoreRole(owner)
    if (found.known) return
    await owner.query(`CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${verifierOf(passwordOf(secret))}`)
  })
}

/** Grants the product's rights to the server's role and returns its address. @throws ServerRoleError */
export function grantServerPrivileges(ownerAddress: string, secret: string): Promise<string> {
  return asOwner(ownerAddress, async (owner) => {
    const { role, user, database } = await readIdentities(owner)
    await restorePrivileges(owner)
    const { rows } = await owner.query<{ statement: string }>(adjustments, [role])
    for (const { statement } of rows) await owner.query(statement)
    const address = serverRoleConnectionString(ownerAddress, database, secret)
    if (!(await canConnect(address))) {
      // The role was created with another SECRET.
      await owner
        .query(`ALTER ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${verifierOf(passwordOf(secret))}`)
        .catch((error: Error) => Promise.reject(isDenied(error) ? cannotCreateRole(user) : error))
      if (!(await canConnect(address))) {
        throw new ServerRoleError(
          `The database refuses ${role}, the server’s account. Its pg_hba.conf must allow it ` +
            `to open ${database} from here with a password (scram-sha-256).`,
        )
      }
    }
    await refuseExcessPrivileges(address, role)
    return address
  })
}

const cannotCreateRole = (user: string): ServerRoleError =>
  new ServerRoleError(
    `The account ${user} of DATABASE_URL can’t create roles, but the server needs its own role with fewer rights. ` +
      `Have a superuser run: ALTER ROLE ${pg.escapeIdentifier(user)} CREATEROLE. Then start again; once it runs, ` +
      `NOCREATEROLE takes that back, until SECRET is changed.`,
  )

const isDenied = (error: Error): boolean => 'code' in error && error.code === '42501'

async function asOwner<T>(address: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return withClient(address, async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [privilegesLock])
    return work(owner)
  })
}

async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

async function readIdentities(owner: pg.Client): Promise<{ role: string; user: string; database: string }> {
  const { rows } = await owner.query<{ user: string; database: string }>(
    'SELECT current_user AS "user", current_database() AS database',
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  return { ...row, role: roleOf(row.database) }
}

const adjustments = `
  WITH rights AS (
    SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, c.oid::regclass::text AS name,
      a.privilege_type AS privilege, a.grantee
    FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
    UNION ALL SELECT 'TABLE', t.attrelid::regclass::text, format('%s (%I)', a.privilege_type, t.attname), a.grantee
    FROM pg_attribute t CROSS JOIN aclexplode(t.attacl) a
    UNION ALL SELECT 'SCHEMA', quote_ident(n.nspname), a.privilege_type, a.grantee
    FROM pg_namespace n CROSS JOIN aclexplode(n.nspacl) a
    UNION ALL SELECT 'ROUTINE', p.oid::regprocedure::text, a.privilege_type, a.grantee
    FROM pg_proc p CROSS JOIN aclexplode(p.proacl) a
  ), wanted AS (SELECT kind, name, privilege FROM rights WHERE grantee = 'twofold_app'::regrole),
  given AS (SELECT kind, name, privilege FROM rights WHERE grantee = quote_ident($1)::regrole)
  SELECT format('GRANT %s ON %s %s TO %I', string_agg(privilege, ', '), kind, name, $1) AS statement
  FROM (TABLE wanted EXCEPT TABLE given) missing GROUP BY kind, name
  UNION ALL SELECT format('REVOKE %s ON %s %s FROM %I', string_agg(privilege, ', '), kind, name, $1)
  FROM (TABLE given EXCEPT TABLE wanted) beyond GROUP BY kind, name
  -- Before PostgreSQL 15, every role could create tables and functions there.
  UNION ALL SELECT 'REVOKE CREATE ON SCHEMA public FROM PUBLIC' WHERE has_schema_privilege($1, 'public', 'CREATE')
  UNION ALL SELECT format('CALL admit_owner(%L)', c.oid::regclass) FROM pg_class c
  WHERE c.relforcerowsecurity AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (
    SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'of_owner' AND p.polroles = ARRAY[c.relowner])`

async function canConnect(address: string): Promise<boolean> {
  try {
    await withClient(address, (client) => client.query('SELECT 1'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('28')) return false
    throw error
  }
}

async function refuseExcessPrivileges(address: string, role: string): Promise<void> {
  const { rows } = await withClient(address, (client) =>
    client.query<{ powerful: boolean; member: boolean; owner: boolean }>(
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS powerful,
         EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS member,
         EXISTS (SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = r.oid AND deptype = 'o') AS owner
       FROM pg_roles r WHERE rolname = current_user`,
    ),
  )
  const [found] = rows
  if (found && !found.powerful && !found.member && !found.owner) return
  throw new ServerRoleError(
    `The server’s account ${role} has too many rights: it must not be a superuser, bypass ` +
      'row-level security, belong to another role, or own anything. Let a superuser revoke that or drop the account: the ' +
      'next start creates it again.',
  )
}

/** Returns PostgreSQL's verifier of a password (RFC 5803), so that the password never appears in the database's log. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const iterations = 4096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const sign = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  const base64 = salt.toString('base64')
  return pg.escapeLiteral(`SCRAM-SHA-256$${iterations}:${base64}$${stored}:${sign('Server Key').toString('base64')}`)
}
