import { donations } from '@twofold/contract'
import { type Database, isStatementTimeout, type Tenant } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { DonationFilter } from '../../filters/index.ts'
import { type DonationsPage, findPage } from './list.queries.ts'
import type { Page } from './list-order.ts'

/** `countsAll` counts beyond `countedAtMost`. @throws Refusal on timeout */
export async function listDonations(
  database: Database,
  tenant: Tenant,
  options: { readonly filter: DonationFilter; readonly page: Page; readonly countsAll: boolean },
): Promise<DonationsPage> {
  try {
    return await findPage(database, tenant, options)
  } catch (error) {
    if (isStatementTimeout(error)) throw new Refusal('unavailable', donations.tooSlowMessage)
    throw error
  }
}
