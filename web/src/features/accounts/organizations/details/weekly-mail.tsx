import { digests } from '@twofold/contract'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { formatDateTime, plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast-store.ts'

export function WeeklyMail() {
  const { id, notify_contact, time_zone } = useOrganization()
  const { data } = useApiQuery(digests.getDigest, { params: { id } })
  const contact = notify_contact.email
  return (
    <div className="-mt-2 mb-4 max-w-[65ch]">
      <p className="text-muted">
        A Monday morning email with your to-dos, last week’s news and upcoming deadlines. Sent to these addresses
        {contact ? ` and the primary contact, ${contact}` : ''}, only when there’s news.
      </p>
      {data && (
        <>
          <p className="mt-2">
            {data.next_at
              ? `Next email: ${formatDateTime(data.next_at, time_zone)}, to ${plural(data.recipients.length, 'address', 'addresses')}.`
              : data.recipients.length === 0
                ? 'Add an address to send it.'
                : 'Not sent while the organization is closed.'}{' '}
            {data.last_at
              ? `Last sent ${formatDateTime(data.last_at, time_zone)} to ${plural(data.last_count, 'address', 'addresses')}.`
              : 'None sent yet.'}
          </p>
          {data.refusals.map((refusal) => (
            <Refusal key={refusal.email} refusal={refusal} />
          ))}
        </>
      )}
    </div>
  )
}

function Refusal({ refusal: { email, at } }: { refusal: digests.Digest['refusals'][number] }) {
  const { id, time_zone } = useOrganization()
  const { admin } = usePermissions()
  const allow = useApiMutation(digests.resubscribeToDigest, {
    refreshes: [digests.getDigest],
    failed: 'Failed to add notification email',
  })
  const resubscribe = () =>
    allow.mutate(
      { params: { id }, body: { email } },
      { onSuccess: () => toast({ title: `${email} gets the weekly email again` }) },
    )
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">
        {email} unsubscribed on {formatDateTime(at, time_zone)}.
      </span>
      {admin && (
        <Button variant="quiet" size="small" busy={allow.isPending} onClick={resubscribe}>
          Turn it back on
        </Button>
      )}
    </p>
  )
}
