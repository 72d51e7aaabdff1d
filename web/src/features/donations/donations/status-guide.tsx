import { statuses } from '@twofold/matching'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A help button that explains every status with the text of its next steps. */
export function StatusGuide() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={CircleQuestionMark}
        label="What the statuses mean"
        size="small"
        className="text-muted! [&_svg]:size-4.5"
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="What the statuses mean">
        <dl className="space-y-4">
          {statuses.map(({ id, nextSteps }) => (
            <div key={id}>
              <dt>
                <StatusBadge statusId={id} />
              </dt>
              <dd className="mt-1">{nextSteps}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
