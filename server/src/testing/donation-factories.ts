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
  const createDonors = async (donors: readonly GivenDonor[]): Promise<number[]> => {
    const organizationId = donors.every(({ organization }) => organization) ? 0 : await createOrganization()
    const rows = donors.map((donor) => donorRow({ organization: organizationId, ...donor }))
    const rowsByKey = new Map(rows.map((row) => [keyOf(row), row]))
    const inserted = await insertRows<{ id: string; organization_id: string; donor_key: string }>(
      'donors',
      [...rowsByKey.values()],
      {
        onConflict: '(organization_id, donor_key) DO UPDATE SET name = excluded.name',
        returning: 'id, organization_id, donor_key',
      },
    )
    const ids = new Map(inserted.map((row) => [keyOf(row), Number(row.id)]))
    return rows.map((row) => ids.get(keyOf(row)) ?? 0)
  }

  /** Two statements for any number of gifts. Returns ids in the given order. */
  const createDonations = async (donations: readonly GivenDonation[]): Promise<number[]> => {
    const organizationId = donations.every(({ organization }) => organization) ? 0 : await createOrganization()
    const gifts = donations.map((gift) => ({ organization: organizationId, donor: 'Dana Donor', ...gift }))
    const donorIds = await createDonors(
      gifts.map(({ organization, donor, email }) => ({ organization, name: donor, ...(email ? { email } : {}) })),
    )
    const rows = gifts.map((gift, index) => donationRow(gift, donorIds[index] ?? 0))
    const inserted = await insertRows<{ id: string; gift_key: string }>('donations', rows, {
      returning: 'id, gift_key',
    })
    const ids = new Map(inserted.map(({ id, gift_key }) => [gift_key, Number(id)]))
    return rows.map(({ gift_key }) => ids.get(gift_key) ?? 0)
  }

  const createDonation = async (donation: GivenDonation = {}): Promise<number> =>
    (await createDonations([donation]))[0] ?? 0

  const createDonor = async (donor: GivenDonor = {}): Promise<number> => (await createDonors([donor]))[0] ?? 0

  return {
    createDonors,
    createDonor,
    createDonations,
    createDonation,
    createMatch: async (match: GivenDonation = {}): Promise<number> => {
      const company = match.company ?? (await createCompany())
      return createDonation({ status: 7, estimatedCents: match.cents ?? defaultCents, ...match, company })
    },
    createMail: async (mail: GivenMail): Promise<number> => {
      const at = mail.at ?? new Date()
      const [inserted] = await insertRows<{ id: string }>('notifications', [
        {
          organization_id: mail.organization,
          donation_id: mail.donation,
          donor_id: mail.donor ?? (await createDonor({ organization: mail.organization })),
          kind: mail.kind ?? 'initial',
          status_id: 7,
          message_id: randomUUID(),
          recipient: 'dana.donor@example.org',
          subject: mail.subject ?? 'Your gift could be matched',
          state: mail.state ?? 'sent',
          send_at: at,
          created_at: at,
          sent_at: (mail.state ?? 'sent') === 'sent' ? at : null,
        },
      ])
      return Number(inserted?.id)
    },
    createImport: async (options: GivenImport = {}): Promise<number> => {
      const createdAt = options.createdAt ?? new Date()
      const isOver = options.state !== undefined && options.state !== 'queued' && options.state !== 'running'
      const [inserted] = await insertRows<{ id: string }>('imports', [
        {
          organization_id: options.organization ?? (await createOrganization()),
          user_id: options.user ?? (await createUser()).id,
          state: options.state ?? 'queued',
          phase: isOver ? 'finished' : (options.state ?? 'queued'),
          file_name: 'gifts.csv',
          options: { optIn: false, noCompany: false, dateOrder: null, includeAttention: false, sheet: null },
          map: {},
          rows: options.rows ?? 0,
          accepted: options.state === 'done' ? (options.rows ?? 0) - (options.rejected ?? 0) : 0,
          rejected: options.rejected ?? 0,
          created_at: createdAt,
          finished_at: isOver ? createdAt : null,
        },
      ])
      return Number(inserted?.id)
    },
  }
}

const defaultCents = 5_000

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

function donationRow(donation: GivenDonation, donorId: number): Columns & { readonly gift_key: string } {
  const createdAt = donation.createdAt ?? new Date()
  return {
    organization_id: donation.organization,
    gift_key: randomUUID(),
    transaction_id: donation.transaction ?? null,
    donor_id: donorId,
    donated_at: donation.at ?? '2026-05-01 10:00',
    amount_cents: donation.cents ?? defaultCents,
    estimated_cents: donation.estimatedCents ?? 0,
    currency: donation.currency ?? 'USD',
    company_id: donation.company ?? null,
    employer_text: donation.employer ?? '',
    status_id: donation.status ?? 7,
    status_changed_at: createdAt,
    submitted_on: donation.status === 4 ? createdAt : null,
    deadline_at: donation.deadline ?? null,
    payment_state: donation.payment ?? 'none',
    import_id: donation.import ?? null,
    merged_into_id: donation.mergedInto ?? null,
    created_at: createdAt,
    deleted_at: donation.deleted ? new Date() : null,
  }
}
