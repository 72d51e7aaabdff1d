import type { donations } from '@twofold/contract'
import { formatDay, formatMoment } from '../../../ui/format.ts'
import { useOrganization } from '../../organizations/current-organization.tsx'
import { OutsideLink, Part } from './match-details.tsx'
import { linkOf } from './words.ts'

/** The rules in the order they were tried, as sentences, and where and when the company's policy was learned. */
export function WhyThisStatus({ why }: { why: donations.DonationDetail['why'] }) {
  const { time_zone } = useOrganization()
  const source = linkOf(why?.source_url ?? null)
  return (
    <Part title="Why this status">
      {why ? (
        <>
          <ol className="space-y-1.5">
            {why.trace.map(({ rule, text }, step) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule may speak twice, and the trace never changes
              <li key={`${step} ${rule}`} className="flex gap-3">
                <span
                  className="mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-sunken text-xs text-muted tabular-nums"
                  aria-hidden="true"
                >
                  {step + 1}
                </span>
                <span className="min-w-0 break-words">{text}</span>
              </li>
            ))}
          </ol>
          <p className="mt-3 text-[0.9375rem] text-muted">
            Looked at on {formatMoment(why.at, time_zone)}.{(source || why.as_of) && ' Policy'}
            {source && (
              <>
                {' from '}
                <OutsideLink href={source.href}>{source.name}</OutsideLink>
              </>
            )}
            {why.as_of && ` as of ${formatDay(why.as_of)}`}
            {(source || why.as_of) && '.'}
          </p>
        </>
      ) : (
        <p className="text-muted">This gift was never checked against a company’s policy.</p>
      )}
    </Part>
  )
}
