import { useEffect } from 'react'
import { session } from '../../../api/session.ts'
import { safeStorage } from '../../../api/storage.ts'
import { type Draft, dropDraft, findDraft, keepDraft } from './draft.ts'
import type { ProfileValues } from './profile-form.ts'

const storage = safeStorage('sessionStorage')

type Whose = { readonly who: string; readonly organization: number }

export const draftOf = (whose: Whose, now: ProfileValues): Draft | null => findDraft(storage, whose, now)

/** Keeps what is typed until it is saved or left on purpose; a session that expires and a reload leave it. */
export function useDraft({ who, organization }: Whose, { version, start, values }: Draft): void {
  useEffect(() => {
    keepDraft(storage, { who, organization }, { version, start, values })
  })
  useEffect(
    () => () => {
      if (session.ending() !== 'expired') dropDraft(storage)
    },
    [],
  )
}
