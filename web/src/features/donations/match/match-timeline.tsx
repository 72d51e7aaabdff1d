import type { donations } from '@twofold/contract'
import { useOrganization } from '../../../shell/current-organization.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatMoment } from '../../../ui/format.ts'
import { familyLookOf, StatusBadge } from '../status-badge.tsx'
import { Part } from './part.tsx'
import { actionInWords, actorInWords, changeInWords, reasonInWords } from './words.ts'

/** Who moved the match, when and why; the newest on top. */
export function MatchTimeline({ events }: Pick<donations.DonationDetail, 'events'>) {
  const { time_zone } = useOrganization()
  if (events.length === 0) return null
  const newestFirst = events.toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Part title="History">
      <ol>
        {newestFirst.map((event, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several events may share a moment, and history only grows
          <li key={`${event.at} ${step}`} className="group relative pb-5 pl-7 last:pb-0">
            <span
              className="absolute top-3 bottom-0 left-[0.3125rem] w-px bg-hairline group-last:hidden"
              aria-hidden="true"
            />
            <span
              className={cx('absolute top-2 left-0 size-2.75 rounded-full', familyLookOf(event.to_status_id).bar)}
              aria-hidden="true"
            />
            <p>
              <span className="font-semibold">{actionInWords(event.action)}</span>
              <span className="text-muted"> by {actorInWords(event)}</span>
            </p>
            <p className="text-[0.9375rem] text-muted">
              <time dateTime={event.at}>{formatMoment(event.at, time_zone)}</time>
              {event.reason_code && ` · ${reasonInWords(event.reason_code)}`}
            </p>
            {event.why && <p className="text-[0.9375rem] text-muted">{event.why}</p>}
            {event.changes.length > 0 && (
              <ul className="text-[0.9375rem] text-muted">
                {event.changes.map((change) => (
                  <li key={change.field} className="break-words">
                    {changeInWords(change)}
                  </li>
                ))}
              </ul>
            )}
            {event.from_status_id !== event.to_status_id && (
              <StatusBadge statusId={event.to_status_id} className="mt-1.5" />
            )}
          </li>
        ))}
      </ol>
    </Part>
  )
}
