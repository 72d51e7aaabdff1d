import { screens } from '@twofold/contract'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { incompleteSteps, nextStep, type SetupOrganization, type Step, setupView, stepCount } from './setup-steps.ts'

export function SetupStrip({ organization, here }: { organization: SetupOrganization; here: string }) {
  const strip = useRef<HTMLDivElement>(null)
  const unmet = incompleteSteps(organization)
  const unmetBefore = useRef(unmet.length)
  useEffect(() => {
    // The link to the next step must be in view after a step is saved far below it.
    if (unmet.length < unmetBefore.current) strip.current?.scrollIntoView({ block: 'nearest' })
    unmetBefore.current = unmet.length
  }, [unmet.length])
  if (organization.complete || setupView(organization) !== 'steps') return null
  const total = stepCount(organization)
  const isHere = ({ to }: Step) => to === here
  const currentStep = unmet.find(isHere)
  const next = nextStep(organization, here)
  const target = next ?? { title: 'Back to the dashboard', to: screens.dashboard }
  return (
    <div
      ref={strip}
      className="mb-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-card border border-hairline bg-surface px-4 py-3 scroll-mt-24"
    >
      <p role="status">
        {unmet.length === 0
          ? 'You’re all set. Go to the dashboard to turn matching on.'
          : `Setup: step ${total - unmet.length + Math.max(0, unmet.findIndex(isHere)) + 1} of ${total}.`}
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
