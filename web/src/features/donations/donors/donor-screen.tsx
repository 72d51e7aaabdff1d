import { donors, linkTo, screens, type suppressions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { BellOff, Merge, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { DonorData } from './donor-data.tsx'
import { DonorDonations } from './donor-donations.tsx'
import { DonorDuplicates } from './donor-duplicates.tsx'
import { DonorFacts, DonorTotals } from './donor-facts.tsx'
import { DonorHistory, DonorMails } from './donor-mails.tsx'
import { nameOfDonor, suppressionSentence } from './donor-text.ts'

const MergeDialog = lazyDialog(() => import('./merge-dialog.tsx'))
const ReleaseDialog = lazyDialog(() => import('./release-suppression-dialog.tsx'))
const StopEmailsDialog = lazyDialog(() => import('./stop-emails-dialog.tsx'))
const EditDonorDialog = lazyDialog(() => import('./edit-donor-dialog.tsx'))

export default function DonorScreen() {
  const id = Number(useParams()['id'])
  const isNumber = Number.isSafeInteger(id) && id > 0
  const { data, error, isPending, refetch } = useApiQuery(donors.getDonor, { params: { id } }, { enabled: isNumber })
  const showsSkeleton = useSkeleton(isPending && isNumber)
  if (!isNumber || (error instanceof ApiError && error.status === 404)) return <NotFound />
  if (data) return <Donor key={id} donor={data.donor} />
  return (
    <>
      <PageHeading title="Donor" />
      {error && <ErrorState error={error} title="Couldn’t load this donor" onRetry={() => void refetch()} />}
      {showsSkeleton && !error && (
        <div role="status" aria-label="Loading the donor..." className="space-y-5">
          <Skeleton className="h-40 w-full rounded-card" />
          <Skeleton className="h-72 w-full rounded-card" />
        </div>
      )}
    </>
  )
}

function NotFound() {
  return (
    <>
      <PageHeading title="Donor" />
      <EmptyState
        title="Donor not found"
        action={
          <Button variant="secondary" asChild>
            <Link to={screens.donors}>All donors</Link>
          </Button>
        }
      >
        The link may be incomplete, or the donor belongs to another organization.
      </EmptyState>
    </>
  )
}

function Donor({ donor }: { donor: donors.DonorDetail }) {
  const permissions = usePermissions()
  const [editing, setEditing] = useState(false)
  const [stopping, setStopping] = useState(false)
  const [merging, setMerging] = useState<donors.DonorDetail['likely'][number] | 'nobody yet' | null>(null)
  const isActive = donor.erased_at === null && donor.merged_into_id === null
  return (
    <>
      <PageHeading
        title={donor.erased_at ? 'Erased donor' : nameOfDonor(donor)}
        actions={
          <>
            <Button variant="secondary" asChild>
              <Link to={screens.donors}>All donors</Link>
            </Button>
            {permissions.write && isActive && (
              <Button variant="secondary" icon={Merge} onClick={() => setMerging('nobody yet')}>
                Merge
              </Button>
            )}
            {permissions.write && isActive && donor.suppression?.reason !== 'deceased' && (
              <Button variant="secondary" icon={BellOff} onClick={() => setStopping(true)}>
                {donor.suppression ? 'Mark as deceased' : 'Stop emails'}
              </Button>
            )}
            {permissions.write && isActive && (
              <Button icon={Pencil} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
          </>
        }
      />
      <DonorNotice donor={donor} />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <DonorTotals donor={donor} />
          <DonorDonations donor={donor} />
          <DonorMails donor={donor} />
        </div>
        <div className="min-w-0 space-y-5">
          <DonorDuplicates donor={donor} onMerge={setMerging} />
          <DonorFacts donor={donor} />
          <DonorHistory donor={donor} />
          {permissions.write && isActive && <DonorData donor={donor} />}
        </div>
      </div>
      {editing && <EditDonorDialog donor={donor} onClose={() => setEditing(false)} />}
      {stopping && <StopEmailsDialog donor={donor} onClose={() => setStopping(false)} />}
      {merging && (
        <MergeDialog donor={donor} start={merging === 'nobody yet' ? null : merging} onClose={() => setMerging(null)} />
      )}
    </>
  )
}

function DonorNotice({ donor }: { donor: donors.DonorDetail }) {
  const { erased_at, merged_into_id, suppression, fewer_mails_since, events } = donor
  if (erased_at) {
    return (
      <Notice tone="verify" className="mb-5">
        This person’s data was erased
        {events.some(({ action }) => action === 'data_erased') ? ' at their request' : ''} on {formatDay(erased_at)}.
        Their gifts still count in your totals.
      </Notice>
    )
  }
  if (merged_into_id !== null) {
    return (
      <Notice tone="verify" className="mb-5">
        This donor was merged into another one.{' '}
        <Link to={linkTo(screens.donor, { id: merged_into_id })} className="font-semibold underline underline-offset-3">
          Open that donor
        </Link>{' '}
        to see all of their gifts.
      </Notice>
    )
  }
  if (!suppression && fewer_mails_since) {
    return (
      <Notice tone="awaiting" className="mb-5">
        {nameOfDonor(donor)} asked for fewer emails on {formatDay(fewer_mails_since)}. They get one email per gift, plus
        follow-ups to their answers and deadline reminders.
      </Notice>
    )
  }
  if (!suppression) return null
  return <SuppressionNotice donor={donor} suppression={suppression} />
}

function SuppressionNotice({
  donor,
  suppression,
}: {
  donor: donors.DonorDetail
  suppression: suppressions.Suppression
}) {
  const permissions = usePermissions()
  const [releasing, setReleasing] = useState(false)
  const { email, organization } = donor
  return (
    <Notice tone="awaiting" className="mb-5">
      {suppressionSentence(nameOfDonor(donor), suppression)} Since {formatDay(suppression.at)}.
      {suppression.detail && (
        <span className="block break-words">The mail server said: {quoted(suppression.detail)}</span>
      )}
      {permissions.write && (
        <span className="mt-2 block">
          <Button variant="secondary" size="small" onClick={() => setReleasing(true)}>
            Email again
          </Button>
        </span>
      )}
      {releasing && (
        <ReleaseDialog
          row={{ ...suppression, email, organization, donor_id: donor.id }}
          onClose={() => setReleasing(false)}
        />
      )}
    </Notice>
  )
}
