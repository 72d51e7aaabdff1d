import { donations, type organizations } from '@twofold/contract'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toast, toastError } from '../../ui/toast-store.ts'
import { filtersOf } from './list-state.ts'
import { readListState } from './read-list-state.ts'

type Filters = ReturnType<typeof filtersOf>

/** All that was found, not only a page: asks for a ticket, then lets the browser fetch the file. */
export async function downloadFound(organizationId: number, filters: Filters): Promise<void> {
  try {
    const { url } = await call(donations.getDonationsCsvTicket, { params: { id: organizationId }, query: { filters } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (error) {
    toastError('Failed to download donations', messageOf(error))
  }
}

/** The list of this address; without one, all gifts. */
export async function downloadList(
  { id, today }: Pick<organizations.Organization, 'id' | 'today'>,
  address: string | null,
): Promise<void> {
  const filters = address === null ? {} : filtersOf(readListState(new URLSearchParams(address)), today)
  await downloadFound(id, filters)
}
