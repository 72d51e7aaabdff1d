import { auth, organizations } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { answerKey, queryClient } from '../../../api/use-call.ts'
import { useMe } from '../../../shell/me.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import {
  bodyOf,
  changedFields,
  isField,
  type Problems,
  type ProfileField,
  type ProfileValues,
  problemsIn,
  problemsOf,
  rebased,
  valuesOf,
} from './profile-form.ts'
import { draftOf, useDraft } from './use-draft.ts'

type Organization = organizations.Organization

/** The whole screen shows what was saved; the switcher may show the name. */
export function showSaved(organization: Organization): void {
  const key = answerKey(organizations.getOrganization, { params: { id: organization.id } })
  queryClient.setQueryData(key, organization)
  void queryClient.invalidateQueries({ queryKey: [auth.common.name] })
}

/** What the person began to change. */
type Base = { readonly version: number; readonly start: ProfileValues }
const baseOf = (organization: Organization): Base => ({ version: organization.version, start: valuesOf(organization) })

export type Conflict = { readonly fields: readonly ProfileField[]; readonly fresh: Organization }

/**
 * The form of all tabs. It holds on to the organization that the person began to change: what others save meanwhile is
 * neither shown over it nor overwritten by it, the server compares versions.
 */
export function useProfileForm(organization: Organization, onRefused: (fields: readonly ProfileField[]) => void) {
  const me = useMe()
  const whose = { who: String(me.id), organization: organization.id }
  const [restored, setRestored] = useState(() => draftOf(whose, valuesOf(organization)))
  const [base, setBase] = useState<Base>(() => restored ?? baseOf(organization))
  const [values, setValues] = useState(() => restored?.values ?? valuesOf(organization))
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** Why the last save did not get there, where it is not about a field. */
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  const { start } = base
  const changed = changedFields(start, values)
  const isDirty = changed.length > 0

  useDraft(whose, { ...base, values })

  const begin = (from: Organization, next = valuesOf(from)) => {
    setRestored(null)
    setBase(baseOf(from))
    setValues(next)
    setProblems({})
    setConflict(null)
    setFailure(null)
  }
  useEffect(() => {
    // A clean form shows what is newest.
    if (!isDirty && !running.current && organization.version !== base.version) {
      setBase(baseOf(organization))
      setValues(valuesOf(organization))
    }
  }, [organization, base.version, isDirty])

  const setAll = (part: Partial<ProfileValues>) => {
    const next = { ...values, ...part }
    setValues(next)
    const wrong = Object.keys(part)
      .filter(isField)
      .filter((field) => problems[field])
    if (wrong.length === 0) return
    const found = problemsOf(bodyOf(start, next, base.version))
    setProblems({ ...problems, ...Object.fromEntries(wrong.map((field) => [field, found[field]])) })
  }

  const refuse = (refused: Problems) => {
    setProblems(refused)
    setAttempt((count) => count + 1)
    onRefused(Object.keys(refused).filter(isField))
  }

  const save = async (from: Base = base, wanted: ProfileValues = values) => {
    if (running.current) return
    const body = bodyOf(from.start, wanted, from.version)
    const wrong = problemsOf(body)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    running.current = true
    setSaving(true)
    setFailure(null)
    try {
      const { organization: saved } = await call(organizations.changeOrganization, {
        params: { id: organization.id },
        body,
      })
      begin(saved)
      showSaved(saved)
      toast({ title: 'Success', description: `Organization "${saved.name}" updated successfully` })
    } catch (error) {
      await explain(error)
    } finally {
      running.current = false
      setSaving(false)
    }
  }

  const explain = async (error: unknown) => {
    const isGone = error instanceof ApiError && error.status === 404
    const title = isGone ? `Organization with id ${organization.id} not found` : 'Failed to update organization'
    toastError(title, isGone ? undefined : messageOf(error))
    const refused = error instanceof ApiError ? problemsIn(error.fields) : {}
    if (Object.keys(refused).length === 0) setFailure(isGone ? title : messageOf(error))
    if (!(error instanceof ApiError)) return
    if (error.status === 409) {
      const fresh = await call(organizations.getOrganization, { params: { id: organization.id } }).catch(() => null)
      if (fresh) setConflict({ fields: Object.keys(refused).filter(isField), fresh })
    }
    refuse(refused)
  }

  return {
    organization,
    values,
    problems,
    attempt,
    saving,
    isDirty,
    /** What was typed before the session ended or the page was reloaded is here again. */
    isRestored: restored !== null && isDirty,
    conflict,
    failure,
    set: <F extends ProfileField>(field: F, value: ProfileValues[F]) => setAll({ [field]: value }),
    setAll,
    save: () => save(),
    /** A change of the person's own beside the form: what is typed stays, and nobody else's change is passed over. */
    adopt: (saved: Organization) => {
      showSaved(saved)
      if (saved.version === base.version + 1) begin(saved, rebased(start, values, valuesOf(saved)))
    },
    cancel: () => begin(organization),
    /** Saves the person's values over those of somebody else, now that both have been seen. */
    keepMine: () => {
      if (!conflict) return
      const mine = rebased(start, values, valuesOf(conflict.fresh))
      begin(conflict.fresh, mine)
      return save(baseOf(conflict.fresh), mine)
    },
    takeTheirs: () => {
      if (!conflict) return
      showSaved(conflict.fresh)
      begin(conflict.fresh, rebased(start, values, valuesOf(conflict.fresh), conflict.fields))
    },
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
