import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'

const StatusGuideDialog = lazyDialog(() => import('./status-guide-dialog.tsx'))

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
      {open && <StatusGuideDialog onClose={() => setOpen(false)} />}
    </>
  )
}
