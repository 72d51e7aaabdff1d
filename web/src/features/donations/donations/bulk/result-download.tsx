import { bulkChanges } from '@twofold/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../../api/client.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'

/** Requests a ticket, then lets the browser fetch the file. */
export function ResultDownload({ bulkId, small = false }: { bulkId: number; small?: boolean }) {
  const { id } = useOrganization()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { url } = await call(bulkChanges.getBulkCsvTicket, { params: { id, bulkId } })
      location.assign(url)
      toast({ title: 'Download started' })
    } catch (error) {
      toastError('Failed to download the result', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      icon={Download}
      busy={busy}
      onClick={download}
      {...(small ? { size: 'small' as const } : {})}
    >
      Result as CSV
    </Button>
  )
}
