import { randomUUID } from 'node:crypto'
import type { Columns, InsertRows } from './rows.ts'

export type GivenDonor = {
  readonly organization?: number
  readonly name?: string
  readonly email?: string
  readonly createdAt?: string | Date
}

export type GivenDonation = {
  readonly organization?: number
  /** Local time, `2026-05-01 10:00`. */
  readonly at?: string
  readonly cents?: number
  readonly estimatedCents?: number
  readonly currency?: 'USD' | 'CAD'
  readonly status?: number
  /** One name is one donor of the organization. */
  readonly donor?: string
  readonly email?: string
  readonly company?: number | undefined
  readonly employer?: string
  readonly transaction?: string
  readonly deadline?: string | Date
  readonly payment?: 'none' | 'refused'
  readonly import?: number
  readonly mergedInto?: number | undefined
  readonly deleted?: boolean
  readonly createdAt?: string | Date
}

export type GivenImport = {
  readonly organization?: number
  readonly user?: number
  readonly state?: 'queued' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  readonly rejected?: number
  readonly rows?: number
  readonly createdAt?: string | Date
}

export type GivenMail = {
  readonly organization: number
  readonly donation: number
  readonly donor?: number
  readonly state?: 'queued' | 'sent' | 'skipped'
  readonly kind?: 'initial' | 'reminder_1'
  readonly subject?: string
  readonly at?: string | Date
}

type Parents = {
  readonly createOrganization: () => Promise<number>
  readonly createUser: () => Promise<{ readonly id: number }>
  readonly createCompany: () => Promise<number>
}

/** Without the rules, for tests of reads. Only this test code contains the columns of these tables. */
export function donationFactoriesOn(
  insertRows: InsertRows,
  { createOrganization, createUser, createCompany }: Parents,
) {
  const createDonors = async (given: readonly GivenDonor[]): Promise<number[]> => {
    const own = given.every(({ organization }) => organization) ? 0 : await createOrganization()
    const rows = given.map((donor) => donorRow({ organization: own, ...donor }))
    const kept = new Map(rows.map((row) => [keyOf(row), row]))
    const made = await insertRows<{ id: string; organization_id: string; donor_key: string }>(
      'donors',
      [...kept.values()],
      {
        onConflict: '(organization_id, donor_key) DO UPDATE SET name = excluded.name',
        returning: 'id, organization_id, donor_key',
      },
    )
    const ids = new Map(made.map((row) => [keyOf(row), Number(row.id)]))
    return rows.map((row) => ids.get(keyOf(row)) ?? 0)
  }

  /** Two statements for any number of gifts. Returns ids in the given order. */
  const createDonations = async (given: readonly GivenDonation[]): Promise<number[]> => {
    const own = given.every(({ organization }) => organization) ? 0 : await createOrganization()
    const gifts = given.map((gift) => ({ organization: own, donor: 'Dana Donor', ...gift }))
    const donorIds = await createDonors(
      gifts.map(({ organization, donor, email }) => ({ organization, name: donor, ...(email ? { email } : {}) })),
    )
    const rows = gifts.map((gift, place) => donationRow(gift, donorIds[place] ?? 0))
    const made = await insertRows<{ id: string; gift_key: string }>('donations', rows, { returning: 'id, gift_key' })
    const ids = new Map(made.map(({ id, gift_key }) => [gift_key, Number(id)]))
    return rows.map(({ gift_key }) => ids.get(gift_key) ?? 0)
  }

  const createDonation = async (given: GivenDonation = {}): Promise<number> => (await createDonations([given]))[0] ?? 0

  const createDonor = async (given: GivenDonor = {}): Promise<number> => (await createDonors([given]))[0] ?? 0

  return {
    createDonors,
    createDonor,
    createDonations,
    createDonation,
    createMatch: async (given: GivenDonation = {}): Promise<number> => {
      const company = given.company ?? (await createCompany())
      return createDonation({ status: 7, estimatedCents: given.cents ?? centsUnlessTold, ...given, company })
    },
    createMail: async (given: GivenMail): Promise<number> => {
      const at = given.at ?? new Date()
      const [made] = await insertRows<{ id: string }>('notifications', [
        {
          organization_id: given.organization,
          donation_id: given.donation,
          donor_id: given.donor ?? (await createDonor({ organization: given.organization })),
          kind: given.kind ?? 'initial',
          status_id: 7,
          message_id: randomUUID(),
          recipient: 'dana.donor@example.org',
          subject: given.subject ?? 'Your gift could be matched',
          state: given.state ?? 'sent',
          send_at: at,
          created_at: at,
          sent_at: (given.state ?? 'sent') === 'sent' ? at : null,
        },
      ])
      return Number(made?.id)
    },
    createImport: async (given: GivenImport = {}): Promise<number> => {
      const createdAt = given.createdAt ?? new Date()
      const isOver = given.state !== undefined && given.state !== 'queued' && given.state !== 'running'
      const [made] = await insertRows<{ id: string }>('imports', [
        {
          organization_id: given.organization ?? (await createOrganization()),
          user_id: given.user ?? (await createUser()).id,
          state: given.state ?? 'queued',
          phase: isOver ? 'finished' : (given.state ?? 'queued'),
          file_name: 'gifts.csv',
          options: { optIn: false, noCompany: false, dateOrder: null, includeAttention: false, sheet: null },
          map: {},
          rows: given.rows ?? 0,
          accepted: given.state === 'done' ? (given.rows ?? 0) - (given.rejected ?? 0) : 0,
          rejected: given.rejected ?? 0,
          created_at: createdAt,
          finished_at: isOver ? createdAt : null,
        },
      ])
      return Number(made?.id)
    },
  }
}

const centsUnlessTold = 5_000

type DonorKey = { readonly organization_id: unknown; readonly donor_key: unknown }
const keyOf = ({ organization_id, donor_key }: DonorKey): string => `${organization_id} ${donor_key}`

function donorRow({ organization, name = 'Dana Donor', email, createdAt }: GivenDonor): Columns & DonorKey {
  const address = email ?? `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.org`
  return {
    organization_id: organization,
    donor_key: address.toLowerCase(),
    email: address,
    name,
    created_at: createdAt ?? new Date(),
  }
}

function donationRow(given: GivenDonation, donorId: number): Columns & { readonly gift_key: string } {
  const createdAt = given.createdAt ?? new Date()
  return {
    organization_id: given.organization,
    gift_key: randomUUID(),
    transaction_id: given.transaction ?? null,
    donor_id: donorId,
    donated_at: given.at ?? '2026-05-01 10:00',
    amount_cents: given.cents ?? centsUnlessTold,
    estimated_cents: given.estimatedCents ?? 0,
    currency: given.currency ?? 'USD',
    company_id: given.company ?? null,
    employer_text: given.employer ?? '',
    status_id: given.status ?? 7,
    status_changed_at: createdAt,
    submitted_on: given.status === 4 ? createdAt : null,
    deadline_at: given.deadline ?? null,
    payment_state: given.payment ?? 'none',
    import_id: given.import ?? null,
    merged_into_id: given.mergedInto ?? null,
    created_at: createdAt,
    deleted_at: given.deleted ? new Date() : null,
  }
}
