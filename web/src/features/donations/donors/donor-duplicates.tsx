import { donations, donorMerges, donors, linkTo, screens } from '@twofold/contract'
import { Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { queryClient, queryKeyOf, useApiMutation } from '../../../api/use-api.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDay, plural } from '../../../ui/format.ts'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { nameOfDonor } from './donor-text.ts'

type Props = { donor: donors.DonorDetail; onMerge: (other: donors.DonorDetail['likely'][number]) => void }

export function DonorDuplicates({ donor, onMerge }: Props) {
  const permissions = usePermissions()
  const { likely, merges } = donor
  return (
    <>
      {likely.length > 0 && (
        <Card>
          <CardTitle>Possible duplicates</CardTitle>
          <ul className="space-y-4">
            {likely.map((candidate) => (
              <li key={candidate.id}>
                <Link
                  to={linkTo(screens.donor, { id: candidate.id })}
                  className="inline-flex min-h-6 items-center font-semibold break-all underline decoration-edge/60 decoration-1 underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11"
                >
                  {candidate.email || nameOfDonor(candidate)}
                </Link>
                <p className="text-[0.9375rem] text-muted">
                  Has {candidate.why} · {plural(candidate.gifts, 'gift')}
                </p>
                {permissions.write && (
                  <Button variant="secondary" size="small" className="mt-1.5" onClick={() => onMerge(candidate)}>
                    Review merge
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {merges.length > 0 && (
        <Card>
          <CardTitle>Merged</CardTitle>
          <ul className="space-y-4">
            {merges.map((merge, index) => (
              <Merged key={merge.id} donor={donor} merge={merge} isLatest={index === 0} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Merged(props: { donor: donors.DonorDetail; merge: donors.DonorDetail['merges'][number]; isLatest: boolean }) {
  const { donor, merge, isLatest } = props
  const permissions = usePermissions()
  const undo = useApiMutation(donorMerges.undoMerge, {
    refreshes: [donors.listDonors, donations.listDonations, donations.getDonation],
  })
  const send = async () => {
    try {
      const { donor: now, exact } = await undo.mutateAsync({ params: { id: donor.id, mergeId: merge.id } })
      queryClient.setQueryData(queryKeyOf(donors.getDonor, { params: { id: donor.id } }), { donor: now })
      toast({
        title: 'Donors separated',
        description: exact ? 'Merge undone.' : 'Their matches had changed since the merge, so we rechecked them all.',
      })
    } catch (problem) {
      toastError(donorMerges.mergeMessages.undoFailed, problem)
    }
  }
  return (
    <li>
      <p className="break-words">
        <span className="font-semibold">{nameOfDonor(merge)}</span>
        {merge.name && merge.email && <span className="break-all text-muted"> {merge.email}</span>}
      </p>
      <p className="text-[0.9375rem] text-muted">
        Merged on {formatDay(merge.at)}. Can be undone until {formatDay(merge.undo_until)}; gifts that came since stay
        here.
      </p>
      {permissions.write && (
        <Button
          variant="secondary"
          size="small"
          icon={Undo2}
          className="mt-1.5"
          busy={undo.isPending}
          disabled={!isLatest}
          disabledReason="Undo the newer merge first."
          onClick={() => void send()}
        >
          Undo merge
        </Button>
      )}
    </li>
  )
}
