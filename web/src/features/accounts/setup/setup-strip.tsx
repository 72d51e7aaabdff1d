import { screens } from '@twofold/contract'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { incompleteSteps, nextStep, type SetupOrganization, setupView } from './setup-steps.ts'

export function SetupStrip({ organization, here }: { organization: SetupOrganization; here: string }) {
  if (organization.complete || setupView(organization) !== 'steps') return null
  const unmet = incompleteSteps(organization)
  const currentStep = unmet.find(({ to }) => to === here)
  const next = nextStep(organization, here)
  const target = next ?? { title: 'Back to the dashboard', to: screens.dashboard }
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-card border border-hairline bg-surface px-4 py-3">
      <p role="status">
        {unmet.length === 0
          ? 'You’re all set. Go to the dashboard to turn matching on.'
          : `Setup: ${plural(unmet.length, 'step', 'steps')} to go.`}
        {currentStep && <span className="block font-semibold">{currentStep.text}</span>}
      </p>
      <Button asChild variant="secondary" size="small">
        <Link to={target.to}>
          {next ? `Next: ${next.title}` : target.title}
          <ArrowRight className="size-4.5" aria-hidden="true" />
        </Link>
      </Button>
    </div>
  )
}
