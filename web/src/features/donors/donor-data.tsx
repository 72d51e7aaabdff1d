import { donorData, type donors } from '@twofold/contract'
import { Download } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'

/** For a person who asks what is kept of them: one file with all of it. */
export function DonorData({ donor: { id } }: { donor: donors.DonorDetail }) {
  const ask = useAction(donorData.exportDonor)
  const download = () =>
    ask.mutate(
      { params: { id } },
      {
        onSuccess: ({ url }) => {
          location.assign(url)
          toast({ title: 'Download started' })
        },
        onError: (problem) => toastError(donorData.dataMessages.exportFailed, messageOf(problem)),
      },
    )
  return (
    <Card>
      <CardTitle>Their data</CardTitle>
      <p className="text-muted">
        If this person asks what you keep of them, send them this file: gifts, matches, emails, answers, notes and
        history.
      </p>
      <Button look="secondary" size="small" icon={Download} className="mt-3" busy={ask.isPending} onClick={download}>
        Download their data
      </Button>
    </Card>
  )
}
