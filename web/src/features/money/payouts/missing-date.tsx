import { payouts } from '@twofold/contract'
import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatDay } from '../../../ui/format.ts'
import { toastError, toastUndo } from '../../../ui/toast-store.ts'
import { describePayer } from './payout-text.ts'
import { refreshes } from './use-payouts.ts'

export function MissingDate({ payout }: { payout: payouts.Payout }) {
  const { id, today } = useOrganization()
  const permissions = usePermissions()
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState('')
  const change = useApiMutation(payouts.setPayoutDate, { refreshes })
  if (payout.paid_on !== null || !permissions.write) return null
  const params = { id, payoutId: payout.id }
  const onFailed = (problem: Error) => toastError(payouts.payoutMessages.dateFailed, problem)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (day === '') return
    change.mutate(
      { params, body: { paid_on: day } },
      {
        onSuccess: () => {
          setOpen(false)
          const undo = () => change.mutate({ params, body: { paid_on: null } }, { onError: onFailed })
          toastUndo('Date saved', undo, `${describePayer(payout)}, ${formatDay(day)}`)
        },
        onError: onFailed,
      },
    )
  }
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        size="small"
        icon={CalendarPlus}
        aria-label={`Add payment date: ${describePayer(payout)}`}
        onClick={() => setOpen(true)}
      >
        Add date
      </Button>
    )
  }
  return (
    <form onSubmit={save} className="mt-1 flex flex-wrap items-end gap-2">
      <Field name={`paid_on${payout.id}`} label="Payment date" hideLabel>
        <Input type="date" autoFocus required max={today} value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
      <Button type="submit" size="small" busy={change.isPending}>
        Save
      </Button>
      <Button variant="quiet" size="small" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </form>
  )
}
