import { matchRequests } from '@twofold/contract'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { CompanySearch } from '../features/core/companies/index.ts'
import { useForm } from '../shared/form.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { Select } from '../ui/choice.tsx'
import { Field, Input } from '../ui/field.tsx'
import { formatMoney } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { type Correction, correctionOf, takesEffectImmediately } from './correction.ts'
import type { OpenedRequest } from './open-request.ts'

import { type DonorTexts, donorTexts, formErrorsIn, languageHeader, validationTextsIn } from './texts/index.ts'

type Request = matchRequests.MatchRequest

// Contractors and people without a job explain it in free text, which reviewers read.
const employments = ['employee', 'part_time', 'retired', 'board', 'spouse', 'contractor', 'former', 'none'] as const

const rulesIn = (texts: DonorTexts) => {
  const messages = validationTextsIn(texts)
  return (values: Correction) => {
    const parsed = matchRequests.correctionForm.safeParse({ ...values, employment: values.employment || null })
    if (parsed.success) return {}
    const errors: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) {
      errors[String(path[0] ?? 'root')] ??= messages[message] ?? message
      if (message === matchRequests.missingFields) errors['root'] = texts.missing
    }
    return errors
  }
}

export function CorrectionScreen({ opened }: { opened: OpenedRequest }) {
  const [request, setRequest] = useState(opened.request)
  const [saved, setSaved] = useState(false)
  const texts = donorTexts[request.language]
  const show = (next: Request) => {
    setRequest(next)
    setSaved(takesEffectImmediately(request, next))
    window.scrollTo({ top: 0 })
  }
  return (
    <div className="flex flex-col gap-6">
      <CurrentStatus request={request} texts={texts} saved={saved} />
      {request.can_change ? (
        <CorrectionForm
          key={JSON.stringify(request)}
          request={request}
          texts={texts}
          token={opened.key}
          onSaved={show}
        />
      ) : (
        <>
          <p>{texts.closed(request.organization)}</p>
          <Facts
            rows={[
              [texts.donor_name, request.donor_name],
              [texts.email, request.email],
              [texts.company, request.company || texts.company_unknown],
              [texts.amount, amountOf(request, texts)],
            ]}
          />
        </>
      )}
    </div>
  )
}

const amountOf = ({ amount, currency }: Request, { locale }: DonorTexts): string =>
  formatMoney(amount, currency, locale || undefined)

function CurrentStatus({ request, texts, saved }: { request: Request; texts: DonorTexts; saved: boolean }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      {saved && <Notice tone="submitted">{texts.saved}</Notice>}
      {request.waiting_email && (
        <Notice tone="awaiting">
          {texts.waiting(request.email, request.waiting_email, request.waiting_name ?? '')}
        </Notice>
      )}
      <p>
        {request.about} <strong>{request.standing}</strong>
      </p>
      {request.page && (
        <p>
          <a href={request.page} className="text-brand-text underline underline-offset-2 hover:decoration-2">
            {request.is_donors_turn ? texts.next : texts.page}
          </a>
        </p>
      )}
    </div>
  )
}

function CorrectionForm({
  request,
  texts,
  token: key,
  onSaved,
}: {
  request: Request
  texts: DonorTexts
  token: string
  onSaved: (request: Request) => void
}) {
  const companyId = useRef(request.company_id)
  const form = useForm<Correction>(rulesIn(texts), correctionOf(request), async (values) => {
    const employment = matchRequests.correctionForm.shape.employment.parse(values.employment || null)
    try {
      const body = { ...values, key, employment, company_id: companyId.current }
      onSaved(await call(matchRequests.updateMatchRequest, { body, headers: languageHeader(request.language) }))
      return {}
    } catch (error) {
      return formErrorsIn(texts, error, ['donor_name', 'email', 'company'])
    }
  })
  const { values, errors, busy } = form
  const isRetired = values.employment === 'retired'
  const email = values.email.trim().toLowerCase()
  const isOtherAddress = ![request.email, request.waiting_email].some((address) => address?.toLowerCase() === email)
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <Field name="donor_name" label={texts.donor_name} error={errors.donor_name} errorWord={texts.error}>
        <Input autoComplete="name" {...form.field('donor_name')} />
      </Field>
      <Field name="email" label={texts.email} error={errors.email} errorWord={texts.error}>
        <Input type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
      </Field>
      {isOtherAddress && <Notice tone="awaiting">{texts.moves(request.email)}</Notice>}
      <Field
        name="company"
        label={isRetired ? texts.former_company : texts.company}
        hint={isRetired ? texts.former_hint : texts.company_hint}
        error={errors.company}
        errorWord={texts.error}
      >
        <CompanySearch
          value={request.company}
          texts={texts.search}
          onType={(text) => form.set({ company: text })}
          onChoose={(company) => {
            companyId.current = company?.company_id ?? null
            if (company) form.set({ company: company.name })
          }}
        />
      </Field>
      <Field name="employment" label={texts.employment}>
        <Select {...form.field('employment')}>
          <option value="">{texts.employment_unsaid}</option>
          {employments.map((employment) => (
            <option key={employment} value={employment}>
              {texts[`employment_${employment}`]}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="amount" label={texts.amount} hint={texts.amount_hint(request.organization)}>
        <Input readOnly value={amountOf(request, texts)} />
      </Field>
      <Button type="submit" busy={busy} className="self-start">
        {busy ? texts.pressed : texts.press}
      </Button>
    </form>
  )
}
