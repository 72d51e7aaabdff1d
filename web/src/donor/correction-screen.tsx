import { matchRequests } from '@twofold/contract'
import { useRef, useState } from 'react'
import { messageOf, refusedFields } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { CompanySearch } from '../features/companies/index.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { Select } from '../ui/choice.tsx'
import { Field, Input } from '../ui/field.tsx'
import { useForm } from '../ui/form.ts'
import { formatDay, formatMoney } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import type { Opened } from './open-request.ts'

type Request = matchRequests.MatchRequest
type Values = { donor_name: string; email: string; company: string; employment: string }

// What a donor says of themselves; who works by contract or not at all says so in words that the review reads.
const employmentWords = [
  ['', 'Please choose, if you know'],
  ['employee', 'I work there'],
  ['part_time', 'I work there part time'],
  ['retired', 'I retired from there'],
  ['board', 'I am on its board'],
  ['spouse', 'My spouse or partner works there'],
  ['contractor', 'I work there as a contractor'],
  ['former', 'I used to work there'],
  ['none', 'I am not employed'],
] as const

const valuesOf = ({ donor_name, email, company, employment }: Request): Values => ({
  donor_name,
  email,
  company,
  employment: employment ?? '',
})

const rules = (values: Values) => {
  const parsed = matchRequests.correctionForm.safeParse({ ...values, employment: values.employment || null })
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const isMissing = message === matchRequests.missingFields
    errors[String(path[0] ?? 'root')] ??= isMissing ? 'This is needed.' : message
    if (isMissing) errors['root'] = matchRequests.missingFields
  }
  return errors
}

/** The form while the match is open, and where it stands before and after. */
export function CorrectionScreen({ opened }: { opened: Opened }) {
  const [request, setRequest] = useState(opened.request)
  const [saved, setSaved] = useState(false)
  const show = (next: Request) => {
    setRequest(next)
    setSaved(true)
    window.scrollTo({ top: 0 })
  }
  return (
    <div className="flex flex-col gap-6">
      <Standing request={request} saved={saved} />
      {request.can_change ? (
        <CorrectionForm key={JSON.stringify(request)} request={request} token={opened.key} onSaved={show} />
      ) : (
        <>
          <p>
            Nothing can be changed here any more: your employer has this request already, or it was closed. If something
            is wrong with it, please write to {request.organization}.
          </p>
          <Facts
            rows={[
              ['Donor name', request.donor_name],
              ['Email', request.email],
              ['Matching company', request.company || 'Not known'],
              ['Donation amount', formatMoney(request.amount, request.currency)],
            ]}
          />
        </>
      )}
    </div>
  )
}

function Standing({ request, saved }: { request: Request; saved: boolean }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      {saved && <Notice tone="submitted">Match information updated.</Notice>}
      {request.waiting_email && (
        <Notice tone="awaiting">
          We wrote to {request.email}. When whoever reads it agrees, this request goes to {request.waiting_email}; until
          then everything stays as it is.
        </Notice>
      )}
      <p>
        Your gift of {formatMoney(request.amount, request.currency)} to {request.organization} on{' '}
        {formatDay(request.donated_at)}: <strong>{request.standing}</strong>
        {request.page && (
          <>
            {' '}
            <a href={request.page} className="text-brand-text underline underline-offset-2 hover:decoration-2">
              See what to do next
            </a>
          </>
        )}
      </p>
    </div>
  )
}

function CorrectionForm({
  request,
  token: key,
  onSaved,
}: {
  request: Request
  token: string
  onSaved: (request: Request) => void
}) {
  const companyId = useRef(request.company_id)
  const form = useForm<Values>(rules, valuesOf(request), async (values) => {
    const employment = matchRequests.correctionForm.shape.employment.parse(values.employment || null)
    try {
      const body = { ...values, key, employment, company_id: companyId.current }
      onSaved(await call(matchRequests.updateMatchRequest, { body }))
      return {}
    } catch (error) {
      return refusedFields(error, messageOf)
    }
  })
  const { values, errors, busy } = form
  const isOtherAddress = values.email.trim().toLowerCase() !== request.email.toLowerCase()
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <Field name="donor_name" label="Donor name" error={errors.donor_name}>
        <Input autoComplete="name" {...form.field('donor_name')} />
      </Field>
      <Field name="email" label="Email" error={errors.email}>
        <Input type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
      </Field>
      {isOtherAddress && (
        <Notice tone="awaiting">
          Changing the email hands this match request over: whoever reads the new address controls it from then on. We
          first ask {request.email}, and nothing moves before that answer.
        </Notice>
      )}
      <Field
        name="company"
        label="Matching company"
        hint="Not in the list? Choose “Other” and keep what you typed: we’ll look into it."
        error={errors.company}
      >
        <CompanySearch
          value={request.company}
          onType={(text) => form.set({ company: text })}
          onChoose={(company) => {
            companyId.current = company?.company_id ?? null
            if (company) form.set({ company: company.name })
          }}
        />
      </Field>
      <Field name="employment" label="What is your connection to this company?">
        <Select {...form.field('employment')}>
          {employmentWords.map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        name="amount"
        label="Donation amount"
        hint={`As ${request.organization} recorded it. If it is wrong, they can correct it.`}
      >
        <Input readOnly value={formatMoney(request.amount, request.currency)} />
      </Field>
      <Button type="submit" busy={busy} className="self-start">
        {busy ? 'Updating...' : 'Update Match'}
      </Button>
    </form>
  )
}
