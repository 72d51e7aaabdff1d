import { useCallback, useEffect, useRef } from 'react'
import { session } from '../api/session.ts'
import { safeStorage } from '../api/storage.ts'
import { type Draft, type DraftKey, dropDraft, findDraft, keepDraft } from './draft.ts'

const storage = safeStorage('sessionStorage')

export const findStoredDraft = <Values extends object>(draftKey: DraftKey, now: Values): Draft<Values> | null =>
  findDraft(storage, draftKey, now)

/** Returns a function that drops the draft at once: a reload before the next screen would restore it. */
export function useDraft<Values extends object>(
  draftKey: DraftKey,
  draft: Draft<Values>,
  secret: readonly (keyof Values)[] = [],
): () => void {
  const isLeft = useRef(false)
  useEffect(() => {
    if (!isLeft.current) keepDraft(storage, draftKey, draft, secret)
  })
  const { form, who, about } = draftKey
  useEffect(
    () => () => {
      if (session.ending() !== 'expired') dropDraft(storage, { form, who, about })
    },
    [form, who, about],
  )
  return useCallback(() => {
    isLeft.current = true
    dropDraft(storage, { form, who, about })
  }, [form, who, about])
}
