import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import type { Downloaded } from './download-dialog.tsx'

const DownloadDialog = lazyDialog(() => import('./download-dialog.tsx'))

export function DownloadButton({ empty, ...downloaded }: Downloaded & { empty: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={Download}
        disabled={empty}
        disabledReason="Nothing to download"
        onClick={() => setOpen(true)}
      >
        Download CSV
      </Button>
      {isOpen && <DownloadDialog {...downloaded} onClose={() => setOpen(false)} />}
    </>
  )
}
