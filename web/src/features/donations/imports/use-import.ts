import { donations, imports, organizations, statistics } from '@twofold/contract'
import { useEffect, useRef } from 'react'
import { queryClient, useAnswer } from '../../../api/use-call.ts'
import { isOver } from './import-words.ts'

const askEveryMs = 1_000

/** Everything that shows gifts or their sums is asked for again, and whether there are any. */
export async function refreshDonations(): Promise<void> {
  const gifts = [donations.listDonations, donations.getDonation, statistics.getStatistics, imports.listImports]
  const routes = [...gifts, organizations.getOrganization]
  await Promise.all(routes.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })))
}

/** One import with what came of it, asked about every second until it is over; then the lists of gifts are fetched anew. */
export function useImport(organizationId: number, started: imports.ImportRun) {
  const answer = useAnswer(
    imports.getImport,
    { params: { id: organizationId, importId: started.id } },
    { staleMs: 0, everyMs: (data) => (data && isOver(data.import) ? false : askEveryMs) },
  )
  const run = answer.data?.import ?? started
  const over = isOver(run)
  useRefreshAtEnd(!over, !isOver(started))
  return { run, days: answer.data?.days ?? null, withEmployer: answer.data?.with_employer ?? [], error: answer.error }
}

/** The newest uploads, asked about every second while one of them runs. */
export function useImports(organizationId: number, page: number, perPage: number) {
  const answer = useAnswer(
    imports.listImports,
    { params: { id: organizationId }, query: { page, per_page: perPage } },
    {
      keepPrevious: true,
      staleMs: 0,
      everyMs: (data) => (data?.imports.some((run) => !isOver(run)) ? askEveryMs : false),
    },
  )
  useRefreshAtEnd(answer.data?.imports.some((run) => !isOver(run)) ?? false, false)
  return answer
}

/** Once what ran has ended, or was undone, what shows gifts is asked for anew. */
function useRefreshAtEnd(runs: boolean, ranBefore: boolean) {
  const ran = useRef(ranBefore)
  useEffect(() => {
    if (ran.current && !runs) void refreshDonations()
    ran.current = runs
  }, [runs])
}
