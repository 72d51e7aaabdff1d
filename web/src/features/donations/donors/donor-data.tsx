import { donorData, type donors } from '@twofold/contract'
import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { toast } from '../../../ui/toast-store.ts'

const EraseDialog = lazyDialog(() => import('./erase-dialog.tsx'))

export function DonorData({ donor }: { donor: donors.DonorDetail }) {
  const { id } = donor
  const permissions = usePermissions()
  const [erasing, setErasing] = useState(false)
  const exportData = useApiMutation(donorData.exportDonor, { failed: donorData.privacyMessages.exportFailed })
  const download = () =>
    exportData.mutate(
      { params: { id } },
      {
        onSuccess: ({ url }) => {
          location.assign(url)
          toast({ title: 'Download started' })
        },
      },
    )
  return (
    <Card>
      <CardTitle>Donor data</CardTitle>
      <p className="text-muted">
        If this person asks for their data, send them this file. It has gifts, matches, emails, answers, notes, and
        history.
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small" icon={Download} busy={exportData.isPending} onClick={download}>
          Download their data
        </Button>
        {permissions.admin && (
          <Button variant="secondary" size="small" icon={UserX} onClick={() => setErasing(true)}>
            Erase this person
          </Button>
        )}
      </div>
      {erasing && <EraseDialog donor={donor} onClose={() => setErasing(false)} />}
    </Card>
  )
}
