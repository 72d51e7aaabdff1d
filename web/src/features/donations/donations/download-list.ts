import type { organizations } from '@twofold/contract'
import { requestExport } from '../report-files/index.ts'
import { filtersOf, type ListState } from './list-state.ts'
import { readListState } from './read-list-state.ts'
import { reportDefinitionOfList } from './views/list-as-report.ts'

type Filters = ReturnType<typeof filtersOf>
export type FileFormat = 'csv' | 'xlsx'

const messages = { started: 'Download started', failed: 'Failed to download donations' }

export const downloadFiltered = (organizationId: number, filters: Filters, format?: FileFormat): Promise<boolean> =>
  requestExport(organizationId, { filters, format }, messages)

export const downloadColumns = (
  organizationId: number,
  state: ListState,
  { columns, format }: { readonly columns: readonly string[]; readonly format: FileFormat },
): Promise<boolean> =>
  requestExport(organizationId, { definition: reportDefinitionOfList(state, columns), format }, messages)

/** A null address downloads all gifts. */
export async function downloadList(
  { id, today }: Pick<organizations.Organization, 'id' | 'today'>,
  address: string | null,
): Promise<void> {
  const filters = address === null ? {} : filtersOf(readListState(new URLSearchParams(address)), today)
  await downloadFiltered(id, filters)
}
