import { publicMatch, screens } from '@twofold/contract'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { formErrorIn, translateErrors } from '../../../shared/donor-form-texts.ts'
import { errorsOf, useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatDay } from '../../../ui/format.ts'
import { HoneypotField } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { CompanySearch, type FoundCompany } from '../../core/companies/index.ts'
import { canRequestMatch, type MatchFormValues, outlookQuery } from './match-form-state.ts'
import type { MatchTexts } from './texts.ts'

const inline = 'underline underline-offset-2 hover:decoration-2'

export function MatchForm({
  organization,
  start,
  transactionId,
  onDone,
  texts,
}: {
  organization: publicMatch.PublicOrganization
  start: MatchFormValues
  /** From the donation tool that linked here. */
  transactionId: string
  onDone: (answer: publicMatch.RequestResponse) => void
  texts: MatchTexts
}) {
  const [chosen, setChosen] = useState<FoundCompany | null>(null)
  const honeypot = useRef<HTMLInputElement>(null)
  const form = useForm(
    (entered) => translateErrors(errorsOf(publicMatch.matchRequestForm, entered), texts.messages),
    start,
    async (values) => {
      const body = {
        ...values,
        company_id: chosen?.company_id ?? null,
        transaction_id: transactionId,
        from: 'page',
        language: texts.language,
        website: honeypot.current?.value,
      } as const
      onDone(await call(publicMatch.requestMatch, { params: { organization: String(organization.id) }, body }))
    },
    {
      toErrors: (error) =>
        translateErrors(
          fieldErrorsOf(error, (cause) =>
            texts.language === 'en' ? `${texts.failed} ${messageOf(cause)}` : formErrorIn(texts, cause),
          ),
          texts.messages,
        ),
    },
  )
  const { values, errors, busy } = form
  const policy = usePolicy(chosen?.company_id ?? null, values, organization.id, texts.language)
  const isAskable = canRequestMatch(policy?.gift ?? undefined)
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <Field
        name="employer"
        label={texts.employer}
        hint={texts.employerHint}
        error={errors.employer}
        errorWord={texts.error}
      >
        <CompanySearch
          value=""
          texts={texts.search}
          onChoose={(company) => {
            setChosen(company)
            form.set({ employer: company?.name ?? '' })
          }}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="amount" label={texts.gift(organization.currency)} error={errors.amount} errorWord={texts.error}>
          <Input inputMode="decimal" placeholder="50" {...form.field('amount')} />
        </Field>
        <Field name="date" label={texts.date} error={errors.date} errorWord={texts.error}>
          <Input type="date" {...form.field('date')} />
        </Field>
      </div>
      <div aria-live="polite" className="empty:-mt-5">
        {chosen && <Outlook chosen={chosen} policy={policy} texts={texts} />}
      </div>
      {isAskable ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field name="name" label={texts.name} error={errors.name} errorWord={texts.error}>
              <Input autoComplete="name" {...form.field('name')} />
            </Field>
            <Field name="email" label={texts.email} error={errors.email} errorWord={texts.error}>
              <Input type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
            </Field>
          </div>
          <HoneypotField ref={honeypot} name="website" label="Website" />
          <div>
            <Button type="submit" busy={busy} className="w-full sm:w-auto">
              {busy ? texts.sending : texts.send}
            </Button>
            <p className="mt-3 text-[0.9375rem] text-muted">{texts.privacy(organization.name)}</p>
          </div>
        </>
      ) : (
        <p className="text-muted">
          {texts.knowMore}{' '}
          <Link to={screens.contact} className={`text-brand-text ${inline}`}>
            {texts.tellUs}
          </Link>
          {texts.lookIntoIt}
        </p>
      )}
    </form>
  )
}

function usePolicy(
  companyId: number | null,
  values: MatchFormValues,
  organizationId: number,
  language: MatchTexts['language'],
) {
  const query = useDebounced(JSON.stringify({ ...outlookQuery(values, organizationId), language }), 300)
  const { data } = useApiQuery(
    publicMatch.getEmployerPolicy,
    { params: { company: companyId ?? 0 }, query: JSON.parse(query) },
    { enabled: companyId !== null, keepPrevious: true, staleMs: 60_000 },
  )
  return data && data.company.id === companyId ? data : undefined
}

function Outlook({
  chosen,
  policy,
  texts,
}: {
  chosen: FoundCompany
  policy: publicMatch.EmployerPolicy | undefined
  texts: MatchTexts
}) {
  if (chosen.company_id === null) {
    return <Notice tone="awaiting">{texts.unlisted(chosen.name)}</Notice>
  }
  if (!policy) return null
  const { gift } = policy
  const isGood = gift ? gift.verdict === 'matched' : policy.has_program === 'yes'
  return (
    <Notice tone={isGood ? 'submitted' : 'verify'}>
      {gift && <p className="text-lg leading-7 font-semibold">{gift.text}</p>}
      {gift?.verdict !== 'no_program' && <p className={gift ? 'mt-1' : ''}>{policy.text}</p>}
      {gift?.last_day && <p>{texts.deadline(formatDay(gift.last_day, texts.locale || undefined))}</p>}
      <p className="mt-1.5 text-sm">
        {policy.source_url ? (
          <a href={policy.source_url} target="_blank" rel="noopener noreferrer nofollow" className={inline}>
            {policy.source_text}
          </a>
        ) : (
          policy.source_text
        )}
        {policy.has_program === 'yes' && `${policy.source_text ? '. ' : ''}${texts.employerDecides}`}
      </p>
    </Notice>
  )
}
