import { contact, screens } from '@twofold/contract'
import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { translateErrors } from '../../../shared/donor-form-texts.ts'
import { errorsOf, useForm } from '../../../shared/form.ts'
import { useDocumentLanguage } from '../../../shared/page-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { HoneypotField } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { sendMessage } from './send-message.ts'
import type { ContactTexts } from './texts.ts'

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'

export function ContactPage({ texts }: { texts: ContactTexts }) {
  useDocumentLanguage(texts.locale, texts.frame)
  const [sent, setSent] = useState(0)
  return (
    <>
      <PageHeading title={texts.title}>
        {texts.lead}{' '}
        <Link to={screens.faq} className={inline}>
          {texts.questions}
        </Link>
        .
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          {sent > 0 && (
            <Notice tone="submitted" className="mb-5">
              <strong>{texts.sentTitle}</strong> {texts.sent}
            </Notice>
          )}
          <ContactForm key={sent} onSent={() => setSent(sent + 1)} texts={texts} />
        </Card>
        <Details texts={texts} />
      </div>
    </>
  )
}

function ContactForm({ onSent, texts }: { onSent: () => void; texts: ContactTexts }) {
  const honeypot = useRef<HTMLInputElement>(null)
  const rules = (values: contact.ContactForm) => translateErrors(errorsOf(contact.contactForm, values), texts.messages)
  const form = useForm(rules, { name: '', email: '', subject: '', message: '' }, async (values) => {
    const outcome = await sendMessage(call, values, honeypot.current?.value ?? '')
    if (outcome.sent) {
      toast({ title: texts.sentTitle, description: texts.sent })
      onSent()
      return {}
    }
    // The server's text, which names the time to wait, is in English.
    const reason = outcome.reason && (texts.locale === '' ? outcome.reason : texts.too_many)
    toastError(texts.failed, reason)
    return { ...translateErrors(outcome.fields, texts.messages), root: `${texts.failed} ${reason ?? ''}`.trim() }
  })
  const { errors, busy } = form
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="name" label={texts.name} error={errors.name} errorWord={texts.error}>
          <Input autoComplete="name" {...form.field('name')} />
        </Field>
        <Field name="email" label={texts.email} error={errors.email} errorWord={texts.error}>
          <Input type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
        </Field>
      </div>
      <Field name="subject" label={texts.subject} error={errors.subject} errorWord={texts.error}>
        <Input {...form.field('subject')} />
      </Field>
      <Field name="message" label={texts.message} error={errors.message} errorWord={texts.error}>
        <Textarea rows={7} {...form.field('message')} />
      </Field>
      <HoneypotField ref={honeypot} name="website" label="Website" />
      <Button type="submit" busy={busy} className="self-start">
        {busy ? texts.sending : texts.send}
      </Button>
    </form>
  )
}

function Details({ texts }: { texts: ContactTexts }) {
  const { data } = useApiQuery(contact.getContactDetails, {}, { staleMs: 600_000 })
  return (
    <Card>
      <CardTitle>{texts.otherWays}</CardTitle>
      <div className="flex flex-col gap-5">
        {data?.email && (
          <Detail icon={<Mail className="size-5" aria-hidden="true" />} title={texts.email}>
            <a href={`mailto:${data.email}`} className={`${inline} break-all`}>
              {data.email}
            </a>
          </Detail>
        )}
        {data?.phone && (
          <Detail icon={<Phone className="size-5" aria-hidden="true" />} title={texts.phone}>
            <a href={`tel:${data.phone.replaceAll(/[^+\d]/g, '')}`} className={inline}>
              {data.phone}
            </a>
          </Detail>
        )}
        {data?.address && (
          <Detail icon={<MapPin className="size-5" aria-hidden="true" />} title={texts.address}>
            <address className="not-italic">{data.address}</address>
          </Detail>
        )}
        <Detail icon={<Clock className="size-5" aria-hidden="true" />} title={texts.hours}>
          <p>{texts.weekdays}</p>
          <p>{texts.weekend}</p>
        </Detail>
      </div>
    </Card>
  )
}

function Detail({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3.5">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-text">
        {icon}
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </div>
  )
}
