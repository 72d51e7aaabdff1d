import { type Currency, linkTo, reports, screens } from '@twofold/contract'
import { z } from 'zod'
import { type Db, grantTenant, type Tenant } from '../../../../platform/database/database.ts'
import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { dayText, languageOf, moneyText, type SystemEmailFacts } from '../../../core/texts/index.ts'
import { sanitizeName, systemEmailKind } from '../../../email/system-emails/index.ts'
import { readReportFilter, resolveDays } from '../report-filter.ts'
import { type SumRow, sumGifts } from '../sum.queries.ts'
import { findReportEmail, type ReportEmailRow, runAsTenant } from './mailings.queries.ts'
import { unsubscribePath } from './serve-unsubscribe-pages.ts'

const parameters = z.object({
  organizationId: z.int(),
  reportId: z.int(),
  userId: z.int(),
  // the days of new gifts
  from: z.iso.date(),
  to: z.iso.date(),
})

const sumTimeoutMs = 20_000

/**
 * No attachment and no donor names, because mailboxes are shared and outlive memberships. Access is checked again right
 * before sending.
 */
export const reportEmail = (directory: Directory) =>
  systemEmailKind('report', {
    when: 'The morning of the day on which a member gets a saved report, every week or every month.',
    parameters,
    prepare: async ({ platform, db, now, recipient, parameters: due }) => {
      const found = await findReportEmail(db, due, recipient)
      if (!found) return null
      const tenant = grantTenant(due.organizationId, found.family)
      const context = { db, directory, now, tenant }
      const filters = await resolveDays(db, reports.reportDefinition.parse(found.definition).filters, context)
      const fresh = { from: later(filters.date_from, due.from), to: sooner(filters.date_to, due.to) }
      const all = await sum(context, filters)
      const news =
        all && fresh.from <= fresh.to
          ? await sum(context, { ...filters, date_from: fresh.from, date_to: fresh.to })
          : null
      return {
        about: aboutOf(found, { filters, all, news, fresh }),
        path: linkTo(screens.reports, { in: due.organizationId, report: due.reportId }),
        stopPath: `${unsubscribePath}/${signLink(platform, signedLinks.report, due)}`,
      }
    },
  })

const later = (one: string, other: string): string => (one > other ? one : other)
const sooner = (one: string, other: string): string => (one < other ? one : other)

type SumContext = {
  readonly db: Db
  readonly directory: Directory
  readonly now: Date
  readonly tenant: Tenant
}

/** Waiting for a second connection could deadlock. Null on timeout. */
function sum({ db, directory, now, tenant }: SumContext, filters: reports.ReportFilters): Promise<SumRow[] | null> {
  return runAsTenant(db, tenant, sumTimeoutMs, async () =>
    sumGifts(db, await readReportFilter(db, filters, { tenant, directory, now }), undefined),
  )
}

type ReportFacts = {
  readonly filters: reports.ReportFilters
  readonly all: readonly SumRow[] | null
  readonly news: readonly SumRow[] | null
  readonly fresh: { readonly from: string; readonly to: string }
}

function aboutOf(found: ReportEmailRow, { filters, all, news, fresh }: ReportFacts): SystemEmailFacts['report'] {
  const { locale } = languageOf(found.language)
  const { date_from, date_to } = filters
  const ownCurrency = found.currency
  return {
    organization: sanitizeName(found.organization),
    report: sanitizeName(found.report),
    frequency: found.frequency,
    setBy: found.set_by === null ? null : sanitizeName(found.set_by),
    from: date_from > reports.anyDateRange.from ? dayText(date_from, locale) : '',
    to: date_to < reports.anyDateRange.to ? dayText(date_to, locale) : '',
    withExternal: filters.include_inert === 1,
    figures: all && {
      gifts: count(all),
      given: money(all, 'given_cents', ownCurrency, locale),
      estimated: money(all, 'estimated_cents', ownCurrency, locale),
      submitted: money(all, 'submitted_cents', ownCurrency, locale),
      received: money(all, 'received_cents', ownCurrency, locale),
    },
    news: news && {
      from: dayText(fresh.from, locale),
      to: dayText(fresh.to, locale),
      gifts: count(news),
      given: money(news, 'given_cents', ownCurrency, locale),
    },
  }
}

const count = (rows: readonly SumRow[]): number => rows.reduce((gifts, row) => gifts + row.gifts, 0)

type Cents = 'given_cents' | 'estimated_cents' | 'submitted_cents' | 'received_cents'

/** Returns `$1,200.00 + CA$300.00`: currencies are never added. */
function money(rows: readonly SumRow[], name: Cents, ownCurrency: Currency, locale: string): string {
  const sums = new Map<Currency, number>([[ownCurrency, 0]])
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0) + row[name])
  const nonZero = [...sums].filter(([, cents], place) => cents !== 0 || (place === 0 && sums.size === 1))
  const shownSums = nonZero.length > 0 ? nonZero : [[ownCurrency, 0] as const]
  return shownSums.map(([currency, cents]) => moneyText(cents, currency, locale)).join(' + ')
}
