import { contact, screens } from '@twofold/contract'
import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { HoneypotField } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { sendMessage } from './send-message.ts'

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'

export default function ContactScreen() {
  const [sent, setSent] = useState(0)
  return (
    <>
      <PageHeading title="Contact">
        Questions? Donors, nonprofits, and employers can reach us here. You’ll find many answers in the{' '}
        <Link to={screens.faq} className={inline}>
          Frequently Asked Questions
        </Link>
        .
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          {sent > 0 && (
            <Notice tone="submitted" className="mb-5">
              <strong>Message sent!</strong> We'll get back to you as soon as possible.
            </Notice>
          )}
          <ContactForm key={sent} onSent={() => setSent(sent + 1)} />
        </Card>
        <Details />
      </div>
    </>
  )
}

function ContactForm({ onSent }: { onSent: () => void }) {
  const honeypot = useRef<HTMLInputElement>(null)
  const form = useForm(contact.contactForm, { name: '', email: '', subject: '', message: '' }, async (values) => {
    const outcome = await sendMessage(call, values, honeypot.current?.value ?? '')
    if (outcome.sent) {
      toast({ title: 'Message sent!', description: "We'll get back to you as soon as possible." })
      onSent()
      return {}
    }
    toastError('Failed to send message. Please try again.', outcome.reason)
    return { ...outcome.fields, root: `Failed to send message. Please try again. ${outcome.reason ?? ''}`.trim() }
  })
  const { errors, busy } = form
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="name" label="Name" error={errors.name}>
          <Input autoComplete="name" {...form.field('name')} />
        </Field>
        <Field name="email" label="Email" error={errors.email}>
          <Input type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
        </Field>
      </div>
      <Field name="subject" label="Subject" error={errors.subject}>
        <Input {...form.field('subject')} />
      </Field>
      <Field name="message" label="Message" error={errors.message}>
        <Textarea rows={7} {...form.field('message')} />
      </Field>
      <HoneypotField ref={honeypot} name="website" label="Website" />
      <Button type="submit" busy={busy} className="self-start">
        {busy ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}

function Details() {
  const { data } = useApiQuery(contact.getContactDetails, {}, { staleMs: 600_000 })
  return (
    <Card>
      <CardTitle>Other ways to reach us</CardTitle>
      <div className="flex flex-col gap-5">
        {data?.email && (
          <Detail icon={<Mail className="size-5" aria-hidden="true" />} title="Email">
            <a href={`mailto:${data.email}`} className={`${inline} break-all`}>
              {data.email}
            </a>
          </Detail>
        )}
        {data?.phone && (
          <Detail icon={<Phone className="size-5" aria-hidden="true" />} title="Phone">
            <a href={`tel:${data.phone.replaceAll(/[^+\d]/g, '')}`} className={inline}>
              {data.phone}
            </a>
          </Detail>
        )}
        {data?.address && (
          <Detail icon={<MapPin className="size-5" aria-hidden="true" />} title="Address">
            <address className="not-italic">{data.address}</address>
          </Detail>
        )}
        <Detail icon={<Clock className="size-5" aria-hidden="true" />} title="Business hours">
          <p>Monday to Friday: 9:00 AM to 5:00 PM</p>
          <p>Saturday and Sunday: Closed</p>
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
