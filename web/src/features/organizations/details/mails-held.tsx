import { digests, screens } from '@twofold/contract'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/api-error.ts'
import { useAction, useAnswer } from '../../../api/use-call.ts'
import { useMay, useOrganization } from '../../../shell/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

/** Says that no donor is written to, why, and what to do. Nothing while mails go out. */
export function MailsHeld() {
  const { id } = useOrganization()
  const { admin } = useMay()
  const { data } = useAnswer(digests.getDigest, { params: { id } })
  const resume = useAction(digests.resumeMails, { refreshes: [digests.getDigest] })
  if (!data?.donor_mails_held) return null
  const goOn = () =>
    resume.mutate(
      { params: { id }, body: {} },
      {
        onSuccess: () =>
          toast({ title: 'Mails to donors go on', description: 'Those that waited follow within the hour.' }),
        onError: (refused) => toastError('Mails could not be resumed', messageOf(refused)),
      },
    )
  return (
    <div role="status" className="mb-4 flex max-w-3xl gap-3 rounded-control bg-problem-soft p-4 text-problem-text">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        {data.donor_mails_held === 'bounces' ? (
          <>
            <p className="font-semibold">Mails to donors are paused: too many of your last 500 came back.</p>
            <p className="mt-1">
              Please check where the addresses of your latest uploads come from. Addresses that came back are not
              written to again in any case.
            </p>
            {admin && (
              <Button look="secondary" className="mt-3" busy={resume.isPending} onClick={goOn}>
                Let mails go on
              </Button>
            )}
          </>
        ) : (
          <>
            <p className="font-semibold">Mails to donors wait: there is no postal address.</p>
            <p className="mt-1">
              Every mail to a donor must carry one.{' '}
              <Link className="underline" to={`${screens.organizationDetails}?tab=address`}>
                Add it under Address
              </Link>
              .
            </p>
          </>
        )}
      </div>
    </div>
  )
}
