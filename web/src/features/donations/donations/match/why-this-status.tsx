import type { donations } from '@twofold/contract'
import { ChevronRight } from 'lucide-react'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { DialogSection, ExternalSiteLink } from './dialog-section.tsx'
import { formatAsOf, parseLink, splitTrace } from './match-text.ts'

type Why = NonNullable<donations.DonationDetail['why']>

export function WhyThisStatus({ explanation }: { explanation: Why | null }) {
  return (
    <DialogSection title="Why this status">
      {explanation ? (
        <Reasons explanation={explanation} />
      ) : (
        <p className="text-muted">This gift hasn’t been checked against a company policy.</p>
      )}
    </DialogSection>
  )
}

function Reasons({ explanation }: { explanation: Why }) {
  const { time_zone } = useOrganization()
  const { deciding, others } = splitTrace(explanation.trace)
  return (
    <>
      <Sentences lines={deciding} />
      {others.length > 0 && (
        <details className="group mt-2">
          <summary className="-mx-2 inline-flex min-h-9 cursor-pointer list-none items-center gap-1 rounded-control px-2 font-semibold text-brand-text hover:bg-ink/6 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
            See all checks
          </summary>
          <div className="mt-1.5">
            <Sentences lines={others} />
          </div>
        </details>
      )}
      <p className="mt-2.5 text-[0.9375rem] text-muted">
        Checked on {formatDateTime(explanation.at, time_zone)}. <Source explanation={explanation} />
      </p>
    </>
  )
}

function Sentences({ lines }: { lines: Why['trace'] }) {
  return (
    <ul className="space-y-1.5">
      {lines.map(({ rule, text }, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule may speak twice, and the trace never changes
        <li key={`${step} ${rule}`} className="relative pl-4.5 break-words">
          <span className="absolute top-2.5 left-0.5 size-1.5 rounded-full bg-marigold" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}

function Source({ explanation }: { explanation: Why }) {
  const link = parseLink(explanation.source_url)
  if (!link && !explanation.as_of) return null
  return (
    <>
      Policy
      {link && (
        <>
          {' from '}
          <ExternalSiteLink href={link.href}>{link.name}</ExternalSiteLink>
        </>
      )}
      {explanation.as_of && ` as of ${formatAsOf(explanation.as_of)}`}.
    </>
  )
}
