import { useCallback, useEffect, useRef } from 'react'
import { session } from '../api/session.ts'
import { safeStorage } from '../api/storage.ts'
import { type Draft, dropDraft, findDraft, keepDraft, type Whose } from './draft.ts'

const storage = safeStorage('sessionStorage')

/** What the person had typed there before, over what it is now; `null` when there is nothing. */
export const draftOf = <Values extends object>(whose: Whose, now: Values): Draft<Values> | null =>
  findDraft(storage, whose, now)

/**
 * Keeps what is typed until it is saved or left on purpose; a session that expires and a reload leave it. Answers how to let it
 * go at once: the screen stays until the next one was fetched, and a reload in between would bring it back.
 */
export function useDraft<Values extends object>(
  whose: Whose,
  draft: Draft<Values>,
  secret: readonly (keyof Values)[] = [],
): () => void {
  const isLeft = useRef(false)
  useEffect(() => {
    if (!isLeft.current) keepDraft(storage, whose, draft, secret)
  })
  const { form, who, about } = whose
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
