import type { donations } from '@twofold/contract'
import type { Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UsualRead } from '../../platform/room.ts'
import type { Directory } from '../companies/index.ts'
import { readFilter } from './filter-donations.ts'
import { findDonation } from './get-donation.ts'
import { findPage } from './list.queries.ts'
import type { Page } from './look.queries.ts'
import type { OwnerReader } from './owner.queries.ts'
import { presentDonation } from './present-donation.ts'

type Known = { readonly platform: Platform; readonly directory: Directory; readonly owners: OwnerReader }

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
const firstPage: Page = { offset: 0, limit: 50, field: 'donated_at', ascending: false }
const farPage: Page = { ...firstPage, offset: 1_000 }

/** The list as it opens, its quick filters, an employer's gifts, a page further on, and a match. */
export function usualReads({ platform, directory, owners }: Known, tenant: Tenant): readonly UsualRead[] {
  const { database, clock } = platform
  const page = async (filters: donations.DonationFilters, at = firstPage): Promise<unknown> => {
    const filter = await readFilter(filters, tenant, directory, clock())
    const { rows } = await findPage(database, tenant, filter, at, { timeoutMs: null, countsAll: false })
    return JSON.stringify(rows.map((row) => presentDonation(row, platform.publicUrl())))
  }
  const dateFrom = dayBefore(clock(), 90)
  const days = { dateFrom, dateTo: dayBefore(clock(), 0) }
  const companyName = 'Microsoft'
  const status = 'donor_contacted'
  return [
    () => page({}),
    () => page({ dateFrom }),
    () => page(days),
    () => page({ status, dateFrom }),
    () => page({ status, ...days }),
    () => page({ status }),
    () => page({ companyName }),
    () => page({ companyName, dateFrom }),
    () => page({}, farPage),
    () => findDonation(platform, tenant, 0),
    () => owners.organizationOf([0], false),
  ]
}
