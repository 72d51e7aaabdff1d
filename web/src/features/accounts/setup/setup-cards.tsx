import { type organizations, publicMatch, screens } from '@twofold/contract'
import { ArrowLeft, ArrowRight, Check, ExternalLink, Plug, Sparkles, UserPlus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { incompleteSteps, stepCount } from './setup-steps.ts'

type Organization = organizations.Organization

type Props = StepsProps & { view: 'steps' | 'welcome' }

export default function SetupCards({ view, ...stepProps }: Props) {
  return view === 'steps' ? <Steps {...stepProps} /> : <Welcome {...stepProps} />
}

type StepsProps = { organization: Organization; onComplete: () => void; busy: boolean; children: ReactNode }

function Steps({ organization, onComplete, busy, children }: StepsProps) {
  const { admin, isAdmin } = usePermissions()
  const [position, setPosition] = useState(0)
  const heading = useId()
  const steps = incompleteSteps(organization)
  const index = Math.min(position, steps.length - 1)
  const step = steps[index]
  const isLast = index === steps.length - 1
  const total = stepCount(organization)
  const doneCount = total - steps.length
  const canComplete = admin && !organization.complete
  return (
    <Card aria-labelledby={heading} className="mb-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="text-xl leading-7 font-semibold tracking-[-0.01em]">
          Finish these steps to enable matching!
        </h2>
        {/* One counter: completed steps come first. */}
        {step && (
          <p className="text-muted tabular-nums" aria-live="polite">{`Step ${doneCount + index + 1} of ${total}`}</p>
        )}
      </div>
      <div className="mt-3">
        <ProgressBar label="Setup done" value={doneCount} max={total} />
      </div>
      {step ? (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <h3 className="text-lg font-semibold">{step.title}</h3>
            <p className="max-w-[65ch] text-muted">{step.text}</p>
          </div>
          <Button asChild>
            <Link to={step.to} aria-label={`Configure: ${step.title}`}>
              Configure
            </Link>
          </Button>
        </div>
      ) : (
        <p className="mt-5 text-muted">One last step: mark your setup complete.</p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline pt-4">
        {step && (
          <>
            <Button
              variant="secondary"
              size="small"
              icon={ArrowLeft}
              disabled={index === 0}
              onClick={() => setPosition(index - 1)}
            >
              Previous
            </Button>
            <Button
              variant="secondary"
              size="small"
              icon={ArrowRight}
              disabled={isLast}
              onClick={() => setPosition(index + 1)}
            >
              Next
            </Button>
            {/* Placed away from Next: a double click on Next must not finish the setup. */}
            {isLast && canComplete && (
              <Button size="small" icon={Check} disabled={busy} onClick={onComplete} className="ml-auto">
                Done
              </Button>
            )}
          </>
        )}
        {!step && canComplete && (
          <Button icon={Check} disabled={busy} onClick={onComplete}>
            Mark Setup Complete
          </Button>
        )}
        {!isAdmin && <p className="text-[0.9375rem] text-muted">An admin of your organization can finish the setup.</p>}
        {children}
      </div>
    </Card>
  )
}

function Welcome({ organization, children }: Pick<StepsProps, 'organization' | 'children'>) {
  const { isAdmin } = usePermissions()
  const heading = useId()
  return (
    <Card aria-labelledby={heading} className="mb-8">
      <div className="flex items-start gap-4">
        <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-text">
          <Sparkles className="size-5.5" aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="text-xl leading-7 font-semibold tracking-[-0.01em]">
            Welcome, {organization.name}
          </h2>
          <p className="mt-0.5 text-muted">Your setup is complete and matching is on. Next steps:</p>
          <div className="mt-4 flex flex-wrap gap-2.5">
            {isAdmin && (
              <Button asChild variant="secondary">
                <Link to={`${screens.organizationDetails}?tab=users`}>
                  <UserPlus className="size-4.5" aria-hidden="true" />
                  Add users
                </Link>
              </Button>
            )}
            <Button asChild variant="secondary">
              <Link to={screens.integrations}>
                <Plug className="size-4.5" aria-hidden="true" />
                Set up inbound match requests
              </Link>
            </Button>
            <Button asChild variant="secondary">
              <a href={publicMatch.matchPagePath(organization.name)} target="_blank" rel="noreferrer">
                <ExternalLink className="size-4.5" aria-hidden="true" />
                Visit your matching page
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </Button>
          </div>
          <div>{children}</div>
        </div>
      </div>
    </Card>
  )
}
