import { registration } from '@twofold/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../shared/form.ts'
import { SetUpNotice } from '../../../shared/set-up-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { EinInput, useEinWarning } from '../../../ui/ein-input.tsx'
import { ErrorSummary, Field, Input, Textarea } from '../../../ui/field.tsx'
import { HoneypotField } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { CategoryChoice } from './category-choice.tsx'
import type { Outcome } from './outcome.ts'
import { createRegistrar, emptyRegistration, payloadOf, refusedFields } from './register.ts'

const { failed, failedTitle } = registration.registrationMessages

export function RegistrationForm({ onDone }: { onDone: (outcome: Outcome) => void }) {
  const honeypot = useRef<HTMLInputElement>(null)
  const [registrar] = useState(() => {
    const latest = { values: emptyRegistration }
    const { prepare, register } = createRegistrar({
      fetchToken: async () => (await call(registration.getRegistrationToken, {})).token,
      send: (token) =>
        call(registration.registerOrganization, {
          body: payloadOf(latest.values, token, honeypot.current?.value ?? ''),
          headers: { 'x-csrf-token': token },
        }),
      nowMs: () => Date.now(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
    return { latest, prepare, register }
  })
  useEffect(() => registrar.prepare(), [registrar])

  const form = useForm(registration.registrationForm, emptyRegistration, async (values) => {
    registrar.latest.values = values
    try {
      const response = await registrar.register()
      onDone(
        response.already_registered
          ? { kind: 'already', name: response.email }
          : { kind: 'registered', email: response.email },
      )
      return {}
    } catch (error) {
      const fields = refusedFields(error)
      toastError(failedTitle, failed)
      if (Object.keys(fields).length > 0) return fields
      // The server's message contains the waiting time, unlike the default one.
      return { root: error instanceof ApiError && error.status === 429 ? messageOf(error) : failed }
    }
  })
  const { errors, busy } = form
  const problems = Object.entries(errors).flatMap(([name, message]) =>
    message && name !== 'root' ? [{ name, message }] : [],
  )

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-6">
      <ErrorSummary errors={problems} attempt={form.attempt} />
      <Card>
        <CardTitle>Organization Information</CardTitle>
        <p className="mb-5 text-muted">All fields are required unless marked optional.</p>
        <Grid>
          <Field name="name" label="Organization name" error={errors.name} className="sm:col-span-2">
            <Input autoComplete="organization" {...form.field('name')} />
          </Field>
          <Field name="type" label="Organization type" error={errors.type}>
            <Select {...form.field('type')}>
              <option value="">Choose one</option>
              <option value="non-profit">Nonprofit</option>
              <option value="edu-pto">Gradeschool or PTA</option>
            </Select>
          </Field>
          <Field
            name="ein"
            label="EIN"
            inRow
            hint="Nine digits, like 12-3456789"
            error={errors.ein}
            warning={useEinWarning(form.values.ein, form.values.country)}
          >
            <EinInput {...form.field('ein')} />
          </Field>
          <div className="grid grid-cols-2 gap-4 sm:col-span-2 sm:gap-5">
            <Field name="phone" label="Phone" error={errors.phone}>
              <Input type="tel" autoComplete="work tel" {...form.field('phone')} />
            </Field>
            <Field name="fax" label="Fax" optional error={errors.fax}>
              <Input type="tel" autoComplete="fax tel" {...form.field('fax')} />
            </Field>
          </div>
          <Field name="url" label="Website" error={errors.url} className="sm:col-span-2">
            <Input inputMode="url" autoComplete="url" placeholder="https://example.org" {...form.field('url')} />
          </Field>
          <Field name="mission" label="Mission statement" error={errors.mission} className="sm:col-span-2">
            <Textarea rows={3} {...form.field('mission')} />
          </Field>
          <Field name="street" label="Street address" error={errors.street}>
            <Input autoComplete="address-line1" {...form.field('street')} />
          </Field>
          <Field name="street2" label="Suite, floor" optional error={errors.street2}>
            <Input autoComplete="address-line2" {...form.field('street2')} />
          </Field>
          <Field name="city" label="City" error={errors.city}>
            <Input autoComplete="address-level2" {...form.field('city')} />
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field name="state" label="State" optional error={errors.state}>
              <Input autoComplete="address-level1" maxLength={2} className="uppercase" {...form.field('state')} />
            </Field>
            <Field name="zip" label="ZIP" optional error={errors.zip}>
              <Input autoComplete="postal-code" {...form.field('zip')} />
            </Field>
          </div>
          <Field name="country" label="Country" error={errors.country}>
            <Select autoComplete="country" {...form.field('country')}>
              <option value="US">United States</option>
              <option value="CA">Canada</option>
            </Select>
          </Field>
        </Grid>
      </Card>
      <Card>
        <CardTitle>Categories</CardTitle>
        <CategoryChoice
          chosen={form.values.categories}
          onChange={(categories) => form.set({ categories })}
          error={errors.categories}
        />
      </Card>
      <Card>
        <CardTitle>Administrative Contact</CardTitle>
        <p className="mb-5 text-muted">We’ll send the sign-up email to this person. They’ll manage your account.</p>
        <Grid>
          <Field name="contact_name" label="Contact name" error={errors.contact_name} className="sm:col-span-2">
            <Input autoComplete="name" {...form.field('contact_name')} />
          </Field>
          <Field name="contact_email" label="Contact email" error={errors.contact_email}>
            <Input type="email" inputMode="email" autoComplete="email" {...form.field('contact_email')} />
          </Field>
          <Field name="contact_phone" label="Contact phone" optional error={errors.contact_phone}>
            <Input type="tel" autoComplete="tel" {...form.field('contact_phone')} />
          </Field>
        </Grid>
      </Card>
      <HoneypotField ref={honeypot} name="leave_empty" label="Leave this empty" />
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      {busy && <SetUpNotice />}
      <Button type="submit" busy={busy} className="sm:self-start">
        {busy ? 'Registering...' : 'Register'}
      </Button>
    </form>
  )
}

const Grid = ({ children }: { children: ReactNode }) => <div className="grid gap-5 sm:grid-cols-2">{children}</div>
