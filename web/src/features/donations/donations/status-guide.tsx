import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StatusList } from './status-list.tsx'

/** A help button that explains every status. */
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
        <StatusList />
      </Dialog>
    </>
  )
}
