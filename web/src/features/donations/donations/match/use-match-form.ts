import { donationChanges, donations } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, fieldErrorsOf, messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { queryClient } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { type Errors, firstInvalidField, useForm } from '../../../../shared/form.ts'
import { toastError } from '../../../../ui/toast-store.ts'
import { errorsIn, type MatchValues, updateBodyOf, valuesOf } from './match-form.ts'
import { cacheDetail, type useMatchChange } from './use-match-change.ts'

type Detail = donations.DonationDetail
type Body = ReturnType<typeof updateBodyOf>
const { changeMessages } = donationChanges

/** Rows of the list are never parts of another match, so they lack that field. */
type Match = donations.Donation & Partial<Pick<Detail, 'is_part'>>

/** `onField` receives the first rejected field, which may be on another tab. */
export function useMatchForm(
  detail: Match,
  change: ReturnType<typeof useMatchChange>,
  onField: (name: string) => void,
  onSaved?: () => void,
) {
  const namedFields = useOrganization().custom.donation_fields
  const [version, setVersion] = useState(detail.version)
  /** Increases on a reset, for inputs that keep their own state. */
  const [round, setRound] = useState(0)
  const [reEmailing, setReEmailing] = useState<Body | null>(null)
  const [naming, setNaming] = useState<Body | null>(null)
  const isReEmail = useRef(false)

  const form = useForm<MatchValues>(
    errorsIn,
    valuesOf(detail, namedFields),
    async (values, start) => {
      const body = updateBodyOf(values, start, version)
      if (isReEmail.current) {
        setReEmailing(body)
        return {}
      }
      // The server rejects an employer without a directory entry.
      if (detail.status_id === submitted && !detail.is_part && !detail.inert && body.company_id) {
        setNaming(body)
        return {}
      }
      return save(body, values, start)
    },
    {
      onRefused: (errors, values) => {
        const first = firstInvalidField(errors, values)
        if (first) onField(first)
      },
    },
  )

  const fill = (from: Match, adjust?: (values: MatchValues) => MatchValues) => {
    const start = valuesOf(from, namedFields)
    form.begin(start, adjust ? adjust(start) : start)
    setVersion(from.version)
    setRound((count) => count + 1)
  }

  /** Keeps the typed values after loading the other user's changes. */
  const afterConflict = async (values: MatchValues, start: MatchValues) => {
    const { donation } = await call(donations.getDonation, { params: { id: detail.id } })
    cacheDetail(donation)
    void queryClient.invalidateQueries({ queryKey: [donations.listDonations.name] })
    const typedEntries = Object.entries(values).filter(([name, value]) => value !== start[name as keyof MatchValues])
    fill(donation, (latest) => ({ ...latest, ...Object.fromEntries(typedEntries) }))
  }

  async function save(body: Body, values: MatchValues, start: MatchValues): Promise<Errors<MatchValues>> {
    const title = body.reprocess ? changeMessages.reprocessFailed : changeMessages.saveFailed
    change.clear()
    try {
      const { donation, undo } = await change.updating.mutateAsync({ params: { id: detail.id }, body })
      cacheDetail(donation)
      fill(donation)
      change.told(body.reprocess ? 'Match saved and reprocessed' : 'Match saved', undo, outcomeOf(detail, donation))
      onSaved?.()
      return {}
    } catch (problem) {
      const isConflict = problem instanceof ApiError && problem.status === 409 && Object.keys(problem.fields).length > 0
      // Conflicts are shown next to the fields, so the toast has no details.
      toastError(title, isConflict ? undefined : messageOf(problem))
      if (isConflict) {
        await afterConflict(values, start)
        return { ...problem.fields, root: problem.message }
      }
      const fields = fieldErrorsOf(problem)
      return fields['root'] ? { root: `${title} ${fields['root']}` } : fields
    }
  }

  const needsRefill = detail.version !== version && !form.isDirty && !form.busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer answer fills the form anew
  useEffect(() => {
    if (needsRefill) fill(detail)
  }, [needsRefill, detail.version])

  return {
    ...form,
    round,
    isOutdated: detail.version !== version && form.isDirty && !form.busy,
    reset: () => fill(detail),
    save: () => {
      isReEmail.current = false
      void form.submit()
    },
    askToReEmail: () => {
      isReEmail.current = true
      void form.submit()
    },
    reEmailing,
    dropReEmail: () => setReEmailing(null),
    naming,
    dropNaming: () => setNaming(null),
    name: async (reprocess: boolean) => {
      if (!naming) return
      const errors = await save({ ...naming, ...(reprocess ? { reprocess: true } : {}) }, form.values, form.start)
      setNaming(null)
      if (Object.values(errors).some(Boolean)) form.refuse(errors)
    },
    reEmail: async () => {
      if (!reEmailing) return
      const errors = await save({ ...reEmailing, reprocess: true }, form.values, form.start)
      setReEmailing(null)
      if (Object.values(errors).some(Boolean)) form.refuse(errors)
    },
  }
}

/** Status id of a request that the employer has received. */
const submitted = 4

function outcomeOf(before: Match, after: Detail): string | undefined {
  if (before.status_id !== after.status_id) return `It’s now “${after.status.name}”.`
  return undefined
}
