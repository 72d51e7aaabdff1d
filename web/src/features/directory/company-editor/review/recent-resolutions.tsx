import type { review } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { describePendingEmails, describeResolution } from './review-text.ts'

type Props = {
  readonly resolutions: readonly review.Resolution[]
  readonly busy: boolean
  readonly onUndo: (resolution: review.Resolution) => void
  readonly onHold: (resolution: review.Resolution, isHeld: boolean) => void
}

export function RecentResolutions({ resolutions, busy, onUndo, onHold }: Props) {
  return (
    <Card>
      <CardTitle>Recently resolved</CardTitle>
      <ul className="space-y-2">
        {resolutions.map((resolution) => {
          const resolutionText = `${quoted(resolution.employer_text)} is ${resolution.company.name}`
          const mails = describePendingEmails(resolution)
          const canHold =
            resolution.mails.waiting > resolution.mails.held ||
            (resolution.state === 'running' && !resolution.mails.are_held)
          const canRelease = resolution.mails.held > 0 || (resolution.state === 'running' && resolution.mails.are_held)
          return (
            <li key={resolution.id} className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <span className="min-w-0 flex-1 basis-72 break-words">
                {describeResolution(resolution)}
                {mails && <span className="block text-[0.9375rem] text-muted">{mails}</span>}
              </span>
              <span className="text-sm text-muted">
                {resolution.by}, {formatDateTime(resolution.at)}
              </span>
              <span className="flex gap-1">
                {canHold && (
                  <Action
                    label="Pause emails"
                    {...{ subject: resolutionText, busy }}
                    onClick={() => onHold(resolution, true)}
                  />
                )}
                {canRelease && (
                  <Action
                    label="Release emails"
                    {...{ subject: resolutionText, busy }}
                    onClick={() => onHold(resolution, false)}
                  />
                )}
                {resolution.can_undo && (
                  <Action label="Undo" {...{ subject: resolutionText, busy }} onClick={() => onUndo(resolution)} />
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Action({
  label,
  subject,
  busy,
  onClick,
}: {
  label: string
  subject: string
  busy: boolean
  onClick: () => void
}) {
  return (
    <Button variant="quiet" size="small" aria-label={`${label}: ${subject}`} disabled={busy} onClick={onClick}>
      {label}
    </Button>
  )
}
