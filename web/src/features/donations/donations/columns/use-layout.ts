import { listLayouts } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { toastError } from '../../../../ui/toast-store.ts'

export type Layout = listLayouts.ListLayout

export const defaultLayout: Layout = { columns: null, widths: {} }

const staleMs = 60_000
/** Combines a drag or a held key into one change. */
const settledMs = 500

export function useLayout(organizationId: number) {
  const params = { id: organizationId }
  const answer = useApiQuery(listLayouts.getListLayout, { params }, { staleMs })
  const [draft, setDraft] = useState<Layout | null>(null)
  const { mutate } = useApiMutation(listLayouts.saveListLayout)
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => {
      const key = queryKeyOf(listLayouts.getListLayout, { params: { id: organizationId } })
      queryClient.setQueryData(key, (cached: object | undefined) => cached && { layout: draft })
      mutate(
        { params: { id: organizationId }, body: draft },
        { onError: (problem) => toastError(listLayouts.layoutFailed, problem) },
      )
    }, settledMs)
    return () => clearTimeout(timer)
  }, [draft, mutate, organizationId])
  return {
    layout: draft ?? answer.data?.layout ?? defaultLayout,
    keep: setDraft,
    /** Also true after a failure, when the list uses the defaults. */
    isKnown: answer.data !== undefined || answer.isError,
  }
}
