import type { organizations } from '@twofold/contract'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import type { Column } from './columns/columns.ts'
import type { Chip } from './filter-chips.tsx'
import type { ListState } from './list-state.ts'

const DownloadDialog = lazyDialog(() => import('./download-dialog.tsx'))

export type Downloaded = {
  readonly organization: organizations.Organization
  readonly state: ListState
  readonly chips: readonly Chip[]
  readonly all: readonly Column[]
  readonly shown: readonly string[]
  /** The number of gifts found, as text. */
  readonly found: string
}

/** Opens the download of all gifts found, not only of this page. */
export function DownloadButton({ empty, ...downloaded }: Downloaded & { empty: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        size="small"
        icon={Download}
        disabled={empty}
        why="Nothing to download"
        onClick={() => setOpen(true)}
      >
        Download CSV
      </Button>
      {isOpen && (
        <Suspense>
          <DownloadDialog {...downloaded} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
