import type { mailSchedule } from '@twofold/contract'
import { CirclePause, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { describeCounts } from './schedule-text.ts'

type Action = mailSchedule.ScheduleAction
type Props = {
  counts: mailSchedule.ScheduleCounts
  canWrite: boolean
  busy: boolean
  onAct: (action: Action) => void
}

const confirmations: Readonly<Record<Action, (mails: string) => string>> = {
  hold: (mails) => `${mails} will wait until your team resumes sending.`,
  release: (mails) => `${mails} will be sent when due, and overdue ones in the donor’s daytime.`,
  drop: (mails) => `${mails} won’t be sent. You can restore them until their scheduled day.`,
  bring_back: (mails) => `${mails} will be scheduled again.`,
}

/** Each action shows its numbers before confirmation. */
export function ScheduleControls({ counts, canWrite, busy, onAct }: Props) {
  const [pendingAction, setPendingAction] = useState<Action | null>(null)
  const availableActions = (
    [
      { action: 'hold', label: 'Pause all', icon: CirclePause, mails: counts.going },
      { action: 'release', label: 'Resume all', icon: Send, mails: counts.held },
      { action: 'drop', label: 'Cancel all', icon: Trash2, mails: counts.going + counts.held },
      { action: 'bring_back', label: 'Restore all', icon: Undo2, mails: counts.dropped },
    ] as const
  ).filter(({ mails }) => mails > 0)
  const chosen = availableActions.find(({ action }) => action === pendingAction)
  const atLeast = counts.is_whole ? '' : 'At least '
  return (
    <section aria-label="All of these emails" className="mb-4 flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-0 flex-1 basis-56 font-semibold">
        {chosen
          ? confirmations[chosen.action](`${atLeast}${plural(chosen.mails, 'email', 'emails')}`)
          : describeCounts(counts)}
      </p>
      {canWrite && !chosen && (
        <div className="flex flex-wrap gap-2.5">
          {availableActions.map(({ action, label, icon }) => (
            <Button key={action} variant="secondary" size="small" icon={icon} onClick={() => setPendingAction(action)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {canWrite && chosen && (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" size="small" onClick={() => setPendingAction(null)}>
            Not now
          </Button>
          <Button
            size="small"
            icon={chosen.icon}
            busy={busy}
            onClick={() => {
              onAct(chosen.action)
              setPendingAction(null)
            }}
          >
            {chosen.label}
          </Button>
        </div>
      )}
    </section>
  )
}
