import { actingGroupIds, actingGroupLabels, actingGroupOf, statuses } from '@twofold/matching'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A help button that explains every status with the text of its next steps, by who must act. */
export function StatusGuide() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={CircleQuestionMark}
        label="What the statuses mean"
        size="small"
        className="-my-1 size-8! text-muted! pointer-coarse:size-11! [&_svg]:size-4.5"
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="What the statuses mean">
        {actingGroupIds.map((group) => (
          <section key={group} className="mb-6 last:mb-0">
            <h3 className="mb-2 text-lg font-semibold">{actingGroupLabels[group]}</h3>
            <dl className="space-y-4">
              {statuses
                .filter(({ id }) => actingGroupOf(id) === group)
                .map(({ id, label, nextSteps }) => (
                  <div key={id}>
                    <dt className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                      <StatusBadge statusId={id} short />
                      <span className="text-sm text-muted">{label}</span>
                    </dt>
                    <dd className="mt-1">{nextSteps}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </Dialog>
    </>
  )
}
