import { Download } from 'lucide-react'
import { useState } from 'react'
import { callMessages, messageOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import type { filtersOf } from './list-state.ts'

/** Downloads all gifts found, not only this page: requests a ticket, then lets the browser fetch the file. */
export function DownloadButton(props: {
  organizationId: number
  filters: ReturnType<typeof filtersOf>
  empty: boolean
}) {
  const { organizationId, filters, empty } = props
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { downloadFiltered } = await import('./download-list.ts').catch(() => {
        throw new Error(callMessages.unreadable)
      })
      await downloadFiltered(organizationId, filters)
    } catch (error) {
      toastError('Failed to download donations', messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Button
      look="secondary"
      size="small"
      icon={Download}
      busy={busy}
      disabled={empty}
      why="Nothing to download"
      onClick={download}
    >
      Download CSV
    </Button>
  )
}
