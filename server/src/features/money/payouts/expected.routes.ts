import { expectedMoney, toUnits } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import { findLetterhead, listOverdue } from './expected.queries.ts'
import { findDebtors, sumExpectedMoney } from './expected-money.ts'
import { getPayoutContext } from './payout-context.ts'

const { maxExpectedCompanies, maxLetterGifts } = expectedMoney

export const expectedRoutes: ServedRoute[] = [
  serve(expectedMoney.listExpected, async ({ platform, tenant }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const { today } = await getPayoutContext(db, tenant, platform.clock())
        const { since, companies, platforms } = await sumExpectedMoney(db, tenant, today)
        return { since, companies: companies.slice(0, maxExpectedCompanies), platforms }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(expectedMoney.getOverdue, async ({ platform, tenant, params, query }) =>
    inTenant(
      platform.database,
      tenant,
      (db) => readOverdueLetter(db, tenant, { ...params, ...query }, platform.clock()),
      {
        readOnly: true,
        snapshot: true,
      },
    ),
  ),
]

type OverdueQuery = {
  readonly companyId: number
  readonly currency: 'USD' | 'CAD'
  readonly of: 'company' | 'platform'
}

async function readOverdueLetter(db: Db, tenant: Tenant, { companyId, currency, of }: OverdueQuery, now: Date) {
  const { today } = await getPayoutContext(db, tenant, now)
  const debtorGroup = await findDebtors(db, tenant, { companyId, scope: of }, today)
  if (!debtorGroup) throw notFound()
  const rows = await listOverdue(db, tenant, { debtors: debtorGroup.debtors, currency, limit: maxLetterGifts })
  const debtorsWithMatches = debtorGroup.debtors.filter((debtor) =>
    rows.some(({ company_id }) => company_id === debtor.companyId),
  )
  const lateAfterDays = (debtorsWithMatches.length > 0 ? debtorsWithMatches : debtorGroup.debtors).map(
    (debtor) => debtor.lateAfterDays,
  )
  return {
    company: { id: companyId, name: debtorGroup.name },
    platform: debtorGroup.platform,
    email: debtorGroup.email,
    organization: await findLetterhead(db, tenant),
    late_after_days: Math.min(...lateAfterDays),
    overdue: {
      matches: rows.length,
      sum: toUnits(rows.reduce((sum, { owed_cents }) => sum + owed_cents, 0)),
    },
    more: (rows[0]?.overdue ?? 0) - rows.length,
    gifts: rows.map((row) => ({
      id: row.id,
      donor_name: row.donor_name,
      company_name: row.company_name,
      given_on: row.given_on,
      submitted_on: row.submitted_on,
      amount: toUnits(row.amount_cents),
      matched: toUnits(row.owed_cents),
      received: toUnits(row.received_cents),
      received_on: row.received_on,
      organization: { name: row.organization_name, ein: row.ein },
    })),
  }
}
