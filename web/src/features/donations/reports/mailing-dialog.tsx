import { reportMailings, type reports } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Checkbox, Select, SelectOf } from '../../../ui/choice.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { frequencyNames, weekdays } from './report-text.ts'

const { mailingMessages, mailingFrequencies } = reportMailings
const daysOfMonth = Array.from({ length: 31 }, (_, index) => index + 1)

export default function MailingDialog(props: {
  report: reports.Report
  mailings: readonly reportMailings.Mailing[]
  onClose: () => void
}) {
  const { report, mailings, onClose } = props
  const me = useMe()
  const permissions = usePermissions()
  const { users } = useOrganization()
  const ownMailing = mailings.find(({ user_id }) => user_id === me.id)
  const [frequency, setFrequency] = useState<reportMailings.MailingFrequency>(ownMailing?.frequency ?? 'weekly')
  const [day, setDay] = useState(ownMailing?.day ?? 1)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([me.id]))
  const set = useApiMutation(reportMailings.setReportMailings, { refreshes: [reportMailings.listReportMailings] })
  const otherUsers = permissions.write && report.scope !== 'personal' ? users.filter(({ id }) => id !== me.id) : []
  const choose = (id: number, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const save = () =>
    set.mutate(
      { params: { id: report.id }, body: { user_ids: [...chosen], frequency, day } },
      {
        onSuccess: () => {
          toast({ title: mailingMessages.saved })
          onClose()
        },
      },
    )
  return (
    <Dialog
      onClose={onClose}
      title="Send by email"
      description="The email has the report’s totals and a link. Recipients sign in to see donor names."
      footer={
        <CancelAndConfirm onCancel={onClose} busy={set.isPending} disabled={chosen.size === 0} onClick={save}>
          Save
        </CancelAndConfirm>
      }
    >
      <div className="grid gap-5">
        {set.error && <Notice tone="problem">{messageOf(set.error)}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="frequency" label="How often">
            <SelectOf
              of={mailingFrequencies}
              labels={frequencyNames}
              value={frequency}
              onPick={(next) => {
                setFrequency(next)
                setDay(1)
              }}
            />
          </Field>
          <Field
            name="day"
            label="On"
            inRow
            {...(frequency === 'monthly' && day > 28 ? { hint: 'Or the last day of shorter months' } : {})}
          >
            <Select value={day} onChange={({ target }) => setDay(Number(target.value))}>
              {frequency === 'weekly'
                ? weekdays.map((name, index) => (
                    <option key={name} value={index + 1}>
                      {name}
                    </option>
                  ))
                : daysOfMonth.map((dayOfMonth) => (
                    <option key={dayOfMonth} value={dayOfMonth}>
                      {`Day ${dayOfMonth}`}
                    </option>
                  ))}
            </Select>
          </Field>
        </div>
        {otherUsers.length === 0 ? (
          <p className="text-muted">
            {`To you at ${me.email}, around ${reportMailings.mailingHour} AM.`}
            {permissions.write &&
              report.scope === 'personal' &&
              ' Only you see this report. Share it to send it to others.'}
          </p>
        ) : (
          <fieldset className="min-w-0">
            <legend className="font-semibold">To</legend>
            <p className="text-[0.9375rem] text-muted">
              {`Around ${reportMailings.mailingHour} AM. Anyone you don’t choose keeps their current emails.`}
            </p>
            <Checkbox
              label="You"
              hint={me.email}
              checked={chosen.has(me.id)}
              onChange={({ target }) => choose(me.id, target.checked)}
            />
            {otherUsers.map(({ id, name, email }) => (
              <Checkbox
                key={id}
                label={name || email}
                {...(name ? { hint: email } : {})}
                checked={chosen.has(id)}
                onChange={({ target }) => choose(id, target.checked)}
              />
            ))}
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}
