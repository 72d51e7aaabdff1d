import { useState } from 'react'
import { PageHeading } from '../../../ui/page.tsx'
import type { Outcome } from './outcome.ts'
import { RegistrationForm } from './registration-form.tsx'
import { RegistrationOutcome } from './registration-outcomes.tsx'

export default function RegistrationScreen() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  if (outcome) return <RegistrationOutcome outcome={outcome} />
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading title="Nonprofit Registration">
        It takes about five minutes. We’ll email your administrator a link to create a password.
      </PageHeading>
      <RegistrationForm onDone={setOutcome} />
    </div>
  )
}
