import { publicMatch, screens } from '@twofold/contract'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatDay } from '../../../ui/format.ts'
import { HoneypotField } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { CompanySearch, type FoundCompany } from '../../core/companies/index.ts'
import { canRequestMatch, type MatchFormValues, outlookQuery } from './match-form-state.ts'

const inline = 'underline underline-offset-2 hover:decoration-2'

export function MatchForm({
  organization,
  start,
  transactionId,
  onDone,
}: {
  organization: publicMatch.PublicOrganization
  start: MatchFormValues
  /** From the donation tool that linked here. */
  transactionId: string
  onDone: (answer: publicMatch.RequestResponse) => void
}) {
  const [chosen, setChosen] = useState<FoundCompany | null>(null)
  const honeypot = useRef<HTMLInputElement>(null)
  const form = useForm(
    publicMatch.matchRequestForm,
    start,
    async (values) => {
      const body = {
        ...values,
        company_id: chosen?.company_id ?? null,
        transaction_id: transactionId,
        from: 'page',
        website: honeypot.current?.value,
      } as const
      onDone(await call(publicMatch.requestMatch, { params: { organization: String(organization.id) }, body }))
    },
    {
      toErrors: (error) => fieldErrorsOf(error, (cause) => `${publicMatch.requestMessages.failed} ${messageOf(cause)}`),
    },
  )
  const { values, errors, busy } = form
  const policy = usePolicy(chosen?.company_id ?? null, values, organization.id)
  const isAskable = canRequestMatch(policy?.gift ?? undefined)
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <Field
        name="employer"
        label="Where do you work?"
        hint="Or your spouse’s employer, or the company you retired from"
        error={errors.employer}
      >
        <CompanySearch
          value=""
          onChoose={(company) => {
            setChosen(company)
            form.set({ employer: company?.name ?? '' })
          }}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="amount" label={`Your gift (${organization.currency})`} error={errors.amount}>
          <Input inputMode="decimal" placeholder="50" {...form.field('amount')} />
        </Field>
        <Field name="date" label="Date of the gift" error={errors.date}>
          <Input type="date" {...form.field('date')} />
        </Field>
      </div>
      <div aria-live="polite" className="empty:-mt-5">
        {chosen && <Outlook chosen={chosen} policy={policy} />}
      </div>
      {isAskable ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field name="name" label="Your name" error={errors.name}>
              <Input autoComplete="name" {...form.field('name')} />
            </Field>
            <Field name="email" label="Your email" error={errors.email}>
              <Input type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
            </Field>
          </div>
          <HoneypotField ref={honeypot} name="website" label="Website" />
          <div>
            <Button type="submit" busy={busy} className="w-full sm:w-auto">
              {busy ? 'Sending...' : 'Ask for my match'}
            </Button>
            <p className="mt-3 text-[0.9375rem] text-muted">
              {organization.name} gets your name, email and gift. We’ll only email you about this match. You can
              unsubscribe at any time.
            </p>
          </div>
        </>
      ) : (
        <p className="text-muted">
          Know something we don’t?{' '}
          <Link to={screens.contact} className={`text-brand-text ${inline}`}>
            Tell us
          </Link>
          , and we’ll look into it.
        </p>
      )}
    </form>
  )
}

function usePolicy(companyId: number | null, values: MatchFormValues, organizationId: number) {
  const query = useDebounced(JSON.stringify(outlookQuery(values, organizationId)), 300)
  const { data } = useApiQuery(
    publicMatch.getEmployerPolicy,
    { params: { company: companyId ?? 0 }, query: JSON.parse(query) },
    { enabled: companyId !== null, keepPrevious: true, staleMs: 60_000 },
  )
  return data && data.company.id === companyId ? data : undefined
}

function Outlook({ chosen, policy }: { chosen: FoundCompany; policy: publicMatch.EmployerPolicy | undefined }) {
  if (chosen.company_id === null) {
    return (
      <Notice tone="awaiting">
        We don’t know {chosen.name} yet. Ask anyway. We’ll look into it and email you when we know more.
      </Notice>
    )
  }
  if (!policy) return null
  const { gift } = policy
  const isGood = gift ? gift.verdict === 'matched' : policy.has_program === 'yes'
  return (
    <Notice tone={isGood ? 'submitted' : 'verify'}>
      {gift && <p className="text-lg leading-7 font-semibold">{gift.text}</p>}
      {gift?.verdict !== 'no_program' && <p className={gift ? 'mt-1' : ''}>{policy.text}</p>}
      {gift?.last_day && <p>Deadline: {formatDay(gift.last_day)}.</p>}
      <p className="mt-1.5 text-sm">
        {policy.source_url ? (
          <a href={policy.source_url} target="_blank" rel="noopener noreferrer nofollow" className={inline}>
            {policy.source_text}
          </a>
        ) : (
          policy.source_text
        )}
        {policy.has_program === 'yes' && `${policy.source_text ? '. ' : ''}The employer decides.`}
      </p>
    </Notice>
  )
}
