import { hash } from '@node-rs/argon2'
import { donationFactoriesOn } from './donation-factories.ts'
import { type Columns, rowsOf } from './rows.ts'
import type { TestDatabase } from './test-database.ts'

export const testPassword = 'correct-horse'
// The product's hashes are slow on purpose. A stored hash contains its parameters, so checking it is fast, too.
const hashFast = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })

export type TestUser = { readonly id: number; readonly email: string; readonly name: string; readonly password: string }
export type Level = 'read' | 'write' | 'admin'

const casey = 'casey@example.org'

type CompanyOptions = {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly domains?: readonly string[]
  readonly origin?: 'directory' | 'demo' | 'super'
  /** Without it, the company's program is unknown. */
  readonly policy?: Columns
}

export type Factories = ReturnType<typeof factoriesOn>

/** Fills in missing values and parent rows. Writes as superuser. */
export function factoriesOn({ query }: Pick<TestDatabase, 'query'>) {
  const insertRows = rowsOf(query)
  const insert = async (table: string, columns: Columns): Promise<number> => {
    const [row] = await insertRows<{ id: string }>(table, [columns])
    return Number(row?.id)
  }
  let count = 0
  const nextNumber = (): number => ++count

  const createUser = async (
    options: { email?: string; name?: string; password?: string; isSuper?: boolean } = {},
  ): Promise<TestUser> => {
    const number = nextNumber()
    const email = options.email ?? `person${number}@example.org`
    const name = options.name ?? `Person ${number}`
    const password = options.password ?? testPassword
    const id = await insert('users', {
      email,
      email_key: email.trim().normalize('NFC').toLowerCase(),
      name,
      password_hash: await hashFast(password),
      global_permission: options.isSuper ? 'super' : null,
    })
    return { id, email, name, password }
  }

  /**
   * The setup is complete. The contact has unsubscribed from the weekly email, because tests of other emails may start
   * on a Monday.
   */
  const createOrganization = async (columns: Columns = {}): Promise<number> => {
    const number = nextNumber()
    const id = await insert('organizations', {
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

  const createMember = async (organizationId: number, level: Level): Promise<TestUser> => {
    const user = await createUser()
    await addMember(organizationId, user, level)
    return user
  }

  /** Adds to the starter directory. Returns ids by name. */
  const createCompanies = async (companies: readonly CompanyOptions[]): Promise<Map<string, number>> => {
    const ids = new Map<string, number>()
    for (const { name, aliases = [], domains = [], origin = 'super', policy } of companies) {
      const id = await insert('companies', { name, origin })
      ids.set(name, id)
      for (const alias of aliases) {
        await query('INSERT INTO company_aliases (company_id, name) VALUES ($1, $2)', [id, alias])
      }
      for (const domain of domains) {
        await query('INSERT INTO company_domains (company_id, domain) VALUES ($1, $2)', [id, domain])
      }
      if (policy) {
        await insert('policies', {
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

  const createCompany = async (options: Partial<CompanyOptions> = {}): Promise<number> => {
    const name = options.name ?? `Company ${nextNumber()}`
    return (await createCompanies([{ ...options, name }])).get(name) ?? 0
  }

  return {
    createUser,
    createOrganization,
    addMember,
    createMember,
    createCompanies,
    createCompany,
    ...donationFactoriesOn(insertRows, { createOrganization, createUser, createCompany }),
  }
}
