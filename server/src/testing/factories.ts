import { hashPassword } from '../features/auth/index.ts'
import type { TestDatabase } from './test-database.ts'

export const testPassword = 'correct-horse'
// Hashing is made slow on purpose: once for a file of tests is enough.
let testPasswordHash: Promise<string> | undefined

export type TestUser = { readonly id: number; readonly email: string; readonly name: string; readonly password: string }
export type Level = 'read' | 'write' | 'admin'

const casey = 'casey@example.org'

type GivenCompany = {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly domains?: readonly string[]
  readonly origin?: 'directory' | 'demo' | 'super'
  /** Columns of `policies`; without it the company's program is unknown. */
  readonly policy?: Readonly<Record<string, unknown>>
}

/** Rows to start a test from. Each makes up what is not given, and answers ids. Written as superuser. */
export function factoriesOn({ query }: Pick<TestDatabase, 'query'>) {
  let count = 0
  const next = (): number => ++count

  const createUser = async (
    given: { email?: string; name?: string; password?: string; isSuper?: boolean } = {},
  ): Promise<TestUser> => {
    const number = next()
    const email = given.email ?? `person${number}@example.org`
    const name = given.name ?? `Person ${number}`
    const password = given.password ?? testPassword
    testPasswordHash ??= hashPassword(testPassword)
    const hash = password === testPassword ? await testPasswordHash : await hashPassword(password)
    const id = await insert(query, 'users', {
      email,
      email_key: email.trim().normalize('NFC').toLowerCase(),
      name,
      password_hash: hash,
      global_permission: given.isSuper ? 'super' : null,
    })
    return { id, email, name, password }
  }

  /**
   * An organization whose setup is complete. `columns` are those of the table. Its contact refuses the weekly mail unless
   * named: tests of other mails begin on a Monday too.
   */
  const createOrganization = async (columns: Readonly<Record<string, unknown>> = {}): Promise<number> => {
    const number = next()
    const id = await insert(query, 'organizations', {
      name: `Organization ${number}`,
      slug: `organization-${number}`,
      type: 'non-profit',
      ein: `12-${String(3_450_000 + number)}`,
      complete: true,
      category_ids: [1],
      contact_name: 'Casey Contact',
      contact_email: casey,
      street: '1 River Road',
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      ...columns,
    })
    if (columns['contact_email'] === undefined) {
      await query(
        'INSERT INTO digest_refusals (organization_id, email_key, email, was_notifee, at) VALUES ($1, $2, $2, false, now())',
        [id, casey],
      )
    }
    return id
  }

  const addMember = async (organizationId: number, user: { id: number }, level: Level): Promise<void> => {
    await query('INSERT INTO members (organization_id, user_id, level) VALUES ($1, $2, $3)', [
      organizationId,
      user.id,
      level,
    ])
  }

  /** A new person with this level. */
  const createMember = async (organizationId: number, level: Level): Promise<TestUser> => {
    const user = await createUser()
    await addMember(organizationId, user, level)
    return user
  }

  /** Companies beside those of the starter directory, which every database of the product has. Ids by name. */
  const loadCompanies = async (companies: readonly GivenCompany[]): Promise<Map<string, number>> => {
    const ids = new Map<string, number>()
    for (const { name, aliases = [], domains = [], origin = 'super', policy } of companies) {
      const id = await insert(query, 'companies', { name, origin })
      ids.set(name, id)
      for (const alias of aliases) {
        await query('INSERT INTO company_aliases (company_id, name) VALUES ($1, $2)', [id, alias])
      }
      for (const domain of domains) {
        await query('INSERT INTO company_domains (company_id, domain) VALUES ($1, $2)', [id, domain])
      }
      if (policy) {
        await insert(query, 'policies', {
          company_id: id,
          version: 1,
          program: 'yes',
          source_url: 'https://example.org/policy',
          ...policy,
        })
      }
    }
    return ids
  }

  return { createUser, createOrganization, addMember, createMember, loadCompanies }
}

async function insert(
  query: TestDatabase['query'],
  table: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<number> {
  const names = Object.keys(columns)
  const places = names.map((_, index) => `$${index + 1}`)
  const [row] = await query<{ id: string }>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING id`,
    Object.values(columns),
  )
  return Number(row?.id)
}
