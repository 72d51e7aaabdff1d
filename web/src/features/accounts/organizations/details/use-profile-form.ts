import { auth, chapters, mails, organizations } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { queryClient, queryKeyOf } from '../../../../api/use-api.ts'
import { useForm } from '../../../../shared/form.ts'
import { useMe } from '../../../../shared/me.tsx'
import { findStoredDraft, useDraft } from '../../../../shared/use-draft.ts'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import {
  bodyOf,
  isField,
  type Problems,
  type ProfileField,
  type ProfileValues,
  problemsIn,
  problemsOf,
  rebaseValues,
  valuesOf,
} from './profile-form.ts'

type Organization = organizations.Organization

export function cacheSaved(organization: Organization): void {
  const key = queryKeyOf(organizations.getOrganization, { params: { id: organization.id } })
  queryClient.setQueryData(key, organization)
  void queryClient.invalidateQueries({ queryKey: [auth.getCurrentUser.name] })
}

/** Rules and emails use these fields: saving them may send emails to donors. */
const fieldsThatMail = ['type', 'category_id_array', 'ein', 'address'] as const

/** The save waits until the person has confirmed the number of emails. */
export type PendingSend = { readonly review: mails.SendReview; readonly answer: (isSent: boolean) => void }

export type Conflict = { readonly fields: readonly ProfileField[]; readonly fresh: Organization }

/** Concurrent saves neither replace the typed values nor get overwritten: the server compares versions. */
export function useProfileForm(organization: Organization, onRefused: (fields: readonly ProfileField[]) => void) {
  const draftKey = { form: 'organization', who: String(useMe().id), about: organization.id }
  const [restored, setRestored] = useState(() => findStoredDraft(draftKey, valuesOf(organization)))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [sending, setSending] = useState<PendingSend | null>(null)
  /** Null if the reason concerns a field. */
  const [failure, setFailure] = useState<string | null>(null)
  const version = useRef(restored?.version ?? organization.version)

  const save = async (values: ProfileValues, start: ProfileValues): Promise<Problems> => {
    setFailure(null)
    const body = bodyOf(start, values, version.current)
    try {
      if (!(await isAgreed(body))) return {}
      const { organization: saved } = await call(organizations.changeOrganization, {
        params: { id: organization.id },
        body,
      })
      begin(saved)
      cacheSaved(saved)
      toast({ title: 'Success', description: `Organization "${saved.name}" updated successfully` })
      return {}
    } catch (error) {
      return explain(error)
    }
  }
  const isAgreed = async (body: organizations.ChangedFields): Promise<boolean> => {
    if (!fieldsThatMail.some((field) => body[field] !== undefined)) return true
    const review = await call(mails.reviewOrganizationChange, { params: { id: organization.id }, body })
    if (review.mails === 0 && review.is_whole) return true
    const isSent = await new Promise<boolean>((resolve) => setSending({ review, answer: resolve }))
    setSending(null)
    return isSent
  }
  const form = useForm<ProfileValues>(
    (values, start) => problemsOf(bodyOf(start, values, version.current)),
    restored?.start ?? valuesOf(organization),
    save,
    {
      ...(restored ? { typed: restored.values } : {}),
      onRefused: (problems) => onRefused(Object.keys(problems).filter(isField)),
    },
  )
  const { start, values, isDirty, busy } = form

  const forget = useDraft(draftKey, { version: version.current, start, values }, ['private_key'])

  const begin = (from: Organization, over?: ProfileValues) => {
    version.current = from.version
    setRestored(null)
    setConflict(null)
    setFailure(null)
    form.begin(valuesOf(from), over)
  }
  const follow = useRef(begin)
  follow.current = begin
  useEffect(() => {
    if (!isDirty && !busy && organization.version > version.current) follow.current(organization)
  }, [organization, isDirty, busy])

  const explain = async (error: unknown): Promise<Problems> => {
    const isGone = error instanceof ApiError && error.status === 404
    const title = isGone ? `Organization with id ${organization.id} not found` : 'Failed to update organization'
    toastError(title, isGone ? undefined : messageOf(error))
    const refusedFields = error instanceof ApiError ? problemsIn(error.fields) : {}
    if (Object.keys(refusedFields).length === 0) setFailure(isGone ? title : messageOf(error))
    const isNameTaken = refusedFields.name === chapters.chapterMessages.nameTaken
    if (error instanceof ApiError && error.status === 409 && !isNameTaken) {
      const fresh = await call(organizations.getOrganization, { params: { id: organization.id } }).catch(() => null)
      if (fresh) setConflict({ fields: Object.keys(refusedFields).filter(isField), fresh })
    }
    return refusedFields
  }

  return {
    organization,
    values,
    problems: form.errors,
    attempt: form.attempt,
    saving: busy,
    isDirty,
    isRestored: restored !== null && isDirty,
    conflict,
    failure,
    sending,
    set: <F extends ProfileField>(field: F, value: ProfileValues[F]) => form.set({ [field]: value }),
    setAll: form.set,
    save: () => form.submit(),
    /** For a change that the person made outside the form. Typed text stays. */
    adopt: (saved: Organization) => {
      cacheSaved(saved)
      if (saved.version === version.current + 1) begin(saved, rebaseValues(start, values, valuesOf(saved)))
    },
    forget,
    cancel: () => begin(organization),
    keepMine: () => {
      if (!conflict) return
      const fresh = valuesOf(conflict.fresh)
      const rebased = rebaseValues(start, values, fresh)
      begin(conflict.fresh, rebased)
      return form.submit({ start: fresh, values: rebased })
    },
    takeTheirs: () => {
      if (!conflict) return
      cacheSaved(conflict.fresh)
      begin(conflict.fresh, rebaseValues(start, values, valuesOf(conflict.fresh), conflict.fields))
    },
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
