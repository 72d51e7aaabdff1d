import { donations, imports, organizations, statistics } from '@twofold/contract'
import { useEffect, useRef } from 'react'
import { queryClient, useApiQuery } from '../../../api/use-api.ts'
import { isFinished } from './import-text.ts'

const pollMs = 1_000

/** Includes the organization, which contains whether gifts exist. */
export async function refreshDonations(): Promise<void> {
  const gifts = [donations.listDonations, donations.getDonation, statistics.getStatistics, imports.listImports]
  const routes = [...gifts, organizations.getOrganization]
  await Promise.all(routes.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })))
}

export function useImport(organizationId: number, started: imports.ImportRun) {
  const answer = useApiQuery(
    imports.getImport,
    { params: { id: organizationId, importId: started.id } },
    { staleMs: 0, everyMs: (data) => (data && isFinished(data.import) ? false : pollMs) },
  )
  const run = answer.data?.import ?? started
  const isOver = isFinished(run)
  useRefreshAtEnd(!isOver, !isFinished(started))
  return { run, days: answer.data?.days ?? null, withEmployer: answer.data?.with_employer ?? [], error: answer.error }
}

export function useImports(organizationId: number, page: number, perPage: number) {
  const answer = useApiQuery(
    imports.listImports,
    { params: { id: organizationId }, query: { page, per_page: perPage } },
    {
      keepPrevious: true,
      staleMs: 0,
      everyMs: (data) => (data?.imports.some((run) => !isFinished(run)) ? pollMs : false),
    },
  )
  useRefreshAtEnd(answer.data?.imports.some((run) => !isFinished(run)) ?? false, false)
  return answer
}

function useRefreshAtEnd(isRunning: boolean, wasRunningBefore: boolean) {
  const wasRunning = useRef(wasRunningBefore)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshDonations()
    wasRunning.current = isRunning
  }, [isRunning])
}
