import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import type { TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { blankDonation, blankDonor, type NewDonation } from '../../donations/identification/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'

type Gift = {
  readonly email: string
  readonly name?: string
  readonly employer?: string
  readonly amountCents?: number
  readonly day?: string
  readonly optIn?: boolean
  readonly language?: string
  readonly recurringId?: string
}

let count = 0

export async function recordDonation(
  app: TestApp,
  organizationId: number,
  gift: Gift,
): Promise<{ id: number; statusId: number }> {
  const transactionId = `test-${++count}`
  const {
    email,
    name = 'Maria Gonzalez',
    employer = '',
    amountCents = 5_000,
    day = '2026-06-10',
    optIn = false,
    language = '',
    recurringId,
  } = gift
  const donation: NewDonation = {
    ...blankDonation,
    organizationId,
    transactionId,
    donatedAt: `${day} 12:00:00`,
    amountCents,
    currency: 'USD',
    donor: { ...blankDonor, name, email, language },
    employer: { companyId: null, text: employer },
    custom: recurringId === undefined ? {} : { recurring_id: recurringId },
  }
  const tenant = grantTenant(organizationId, [organizationId])
  const context = {
    platform: app.platform,
    tenant,
    directory: createDirectory(app.platform),
    actor: { kind: 'import', userId: null },
    importId: null,
    optIn,
    mailWithoutEmployer: true,
  } as const
  await inTenant(app.platform.database, tenant, (db) => recordDonations(db, context, [donation]))
  const [row] = await app.query<{ id: string; status_id: number }>(
    'SELECT id, status_id FROM donations WHERE organization_id = $1 AND transaction_id = $2',
    [organizationId, transactionId],
  )
  if (!row) throw new Error('the gift was not recorded')
  return { id: Number(row.id), statusId: row.status_id }
}

export const testCompanies = [
  {
    name: 'Portal Works',
    policy: {
      method: 'csr',
      csr_platform: 'benevity',
      submission_url: 'https://portal-works.benevity.example/community',
      ratio: '1:1',
      min_amount_cents: 2_500,
      max_per_year_cents: 1_500_000,
      deadline_rule: 'days:180',
      source_url: 'https://www.portal-works.example/giving',
      as_of: '2026-05',
    },
  },
  {
    name: 'Letter Lane',
    policy: { method: 'contact', contact_email: 'giving@letter-lane.example', ratio: '2:1', min_amount_cents: 1_000 },
  },
  {
    name: 'Paper Mill',
    policy: {
      method: 'mail',
      form_url: 'https://paper-mill.example/form.pdf',
      contact_address: 'Paper Mill Giving\n1 Mill Road\nDayton, OH 45402',
      ratio: '1:1',
    },
  },
  {
    name: 'Form Factory',
    policy: { method: 'form', form_url: 'https://form-factory.example/form.pdf', ratio: '.5:1' },
  },
  { name: 'Platform Partners', policy: { method: 'csr', csr_platform: 'matchhub', ratio: '1:1' } },
  {
    name: 'Two Ways',
    policy: {
      method: 'csr',
      submission_url: 'https://two-ways.example',
      ratio: '1:1',
      max_per_year_cents: 0,
      eligible_employees: ['employees', 'retirees (0.5:1)'],
    },
  },
  { name: 'Quiet Ratio', policy: { method: 'contact', contact_email: 'giving@quiet.example' } },
  { name: 'No Match Inc', policy: { program: 'no' } },
] as const
