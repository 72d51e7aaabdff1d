import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import type { TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { blankDonation, blankDonor } from '../../donations/identification/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'

export const payingCompany = 'Quillfeather Works'

export async function createPayingCompany(app: TestApp): Promise<void> {
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', max_per_year_cents: 0 }
  await app.createCompanies([{ name: payingCompany, policy }])
}

export async function recordGift(
  app: TestApp,
  organization: number,
  { donatedAt, cents = 10_000 }: { readonly donatedAt: string; readonly cents?: number },
): Promise<number> {
  const tenant = grantTenant(organization, [organization])
  const context = {
    platform: app.platform,
    tenant,
    directory: createDirectory(app.platform),
    actor: { kind: 'user', userId: null, level: 'write' },
    importId: null,
    optIn: false,
    mailWithoutEmployer: false,
  } as const
  const donation = {
    ...blankDonation,
    organizationId: organization,
    transactionId: `${organization} ${donatedAt}`,
    donatedAt,
    amountCents: cents,
    currency: 'USD',
    donor: { ...blankDonor, name: '=Ada', email: 'ada@example.net' },
    employer: { companyId: null, text: payingCompany },
  } as const
  await inTenant(app.platform.database, tenant, (db) => recordDonations(db, context, [donation]))
  const rows = await app.query<{ id: string }>('SELECT max(id) AS id FROM donations WHERE organization_id = $1', [
    organization,
  ])
  return Number(rows[0]?.id)
}
