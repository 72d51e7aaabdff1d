import type { organizations } from '@twofold/contract'
import { askForFile } from './files/ask-for-file.ts'
import { filtersOf } from './list-state.ts'
import { readListState } from './read-list-state.ts'

type Filters = ReturnType<typeof filtersOf>

const words = { started: 'Download started', failed: 'Failed to download donations' }

/** Downloads all gifts found, not only one page. */
export const downloadFound = (organizationId: number, filters: Filters): Promise<boolean> =>
  askForFile(organizationId, { filters }, words)

/** Downloads the list at this address; null downloads all gifts. */
export async function downloadList(
  { id, today }: Pick<organizations.Organization, 'id' | 'today'>,
  address: string | null,
): Promise<void> {
  const filters = address === null ? {} : filtersOf(readListState(new URLSearchParams(address)), today)
  await downloadFound(id, filters)
}
