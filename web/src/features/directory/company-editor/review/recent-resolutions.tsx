import type { review } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatMoment } from '../../../../ui/format.ts'
import { pendingEmailsWords, resolutionWords } from './review-words.ts'

type Lately = {
  readonly resolutions: readonly review.Resolution[]
  readonly busy: boolean
  readonly onUndo: (one: review.Resolution) => void
  readonly onHold: (one: review.Resolution, held: boolean) => void
}

export function RecentResolutions({ resolutions, busy, onUndo, onHold }: Lately) {
  return (
    <Card>
      <CardTitle>Recently resolved</CardTitle>
      <ul className="space-y-2">
        {resolutions.map((one) => {
          const of = `${quoted(one.employer_text)} is ${one.company.name}`
          const mails = pendingEmailsWords(one)
          const mayMail = one.mails.waiting > one.mails.held || (one.state === 'running' && !one.mails.are_held)
          const isHeld = one.mails.held > 0 || (one.state === 'running' && one.mails.are_held)
          return (
            <li key={one.id} className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <span className="min-w-0 flex-1 basis-72 break-words">
                {resolutionWords(one)}
                {mails && <span className="block text-[0.9375rem] text-muted">{mails}</span>}
              </span>
              <span className="text-sm text-muted">
                {one.by}, {formatMoment(one.at)}
              </span>
              <span className="flex gap-1">
                {mayMail && <Action label="Pause emails" {...{ of, busy }} onClick={() => onHold(one, true)} />}
                {isHeld && <Action label="Release emails" {...{ of, busy }} onClick={() => onHold(one, false)} />}
                {one.can_undo && <Action label="Undo" {...{ of, busy }} onClick={() => onUndo(one)} />}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Action({ label, of, busy, onClick }: { label: string; of: string; busy: boolean; onClick: () => void }) {
  return (
    <Button look="quiet" size="small" aria-label={`${label}: ${of}`} disabled={busy} onClick={onClick}>
      {label}
    </Button>
  )
}
