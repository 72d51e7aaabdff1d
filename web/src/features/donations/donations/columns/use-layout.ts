import { listLayouts } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { answerKey, queryClient, useAction, useAnswer } from '../../../../api/use-call.ts'
import { toastError } from '../../../../ui/toast-store.ts'

export type Layout = listLayouts.ListLayout

export const firstLayout: Layout = { columns: null, widths: {} }

const staleMs = 60_000
/** A drag or a held key is one change. */
const settledMs = 500

/** The person's columns here. A change shows at once and is kept a moment later. */
export function useLayout(organizationId: number) {
  const params = { id: organizationId }
  const answer = useAnswer(listLayouts.getListLayout, { params }, { staleMs })
  const [draft, setDraft] = useState<Layout | null>(null)
  const { mutate } = useAction(listLayouts.keepListLayout)
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => {
      const key = answerKey(listLayouts.getListLayout, { params: { id: organizationId } })
      queryClient.setQueryData(key, (known: object | undefined) => known && { layout: draft })
      mutate(
        { params: { id: organizationId }, body: draft },
        { onError: (problem) => toastError(listLayouts.layoutFailed, messageOf(problem)) },
      )
    }, settledMs)
    return () => clearTimeout(timer)
  }, [draft, mutate, organizationId])
  return {
    layout: draft ?? answer.data?.layout ?? firstLayout,
    keep: setDraft,
    /** Answered, or not to be had: the list is shown then as it is from the start. */
    isKnown: answer.data !== undefined || answer.isError,
  }
}
