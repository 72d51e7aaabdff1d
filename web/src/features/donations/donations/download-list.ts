import type { organizations } from '@twofold/contract'
import { requestExport } from './files/request-export.ts'
import { filtersOf } from './list-state.ts'
import { readListState } from './read-list-state.ts'

type Filters = ReturnType<typeof filtersOf>

const words = { started: 'Download started', failed: 'Failed to download donations' }

/** Downloads all gifts found, not only one page. */
export const downloadFiltered = (organizationId: number, filters: Filters): Promise<boolean> =>
  requestExport(organizationId, { filters }, words)

/** Downloads the list at this address; null downloads all gifts. */
export async function downloadList(
  { id, today }: Pick<organizations.Organization, 'id' | 'today'>,
  address: string | null,
): Promise<void> {
  const filters = address === null ? {} : filtersOf(readListState(new URLSearchParams(address)), today)
  await downloadFiltered(id, filters)
}
