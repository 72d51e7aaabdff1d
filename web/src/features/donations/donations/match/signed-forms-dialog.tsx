import { signedForms } from '@twofold/contract'
import { possessive } from '@twofold/matching'
import { Download } from 'lucide-react'
import { call } from '../../../../api/client.ts'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { Loading } from '../../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'

const { signedFormMessages } = signedForms

type Form = signedForms.SignedForm

export default function SignedFormsDialog({ donationId, onClose }: { donationId: number; onClose: () => void }) {
  const { data, error, refetch } = useApiQuery(signedForms.listSignedForms, { params: { id: donationId } })
  return (
    <Dialog
      onClose={onClose}
      title="Signed forms"
      description={`Match ${donationId}: all forms the donor signed.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !data && (
        <ErrorState error={error} title={signedFormMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Loading />}
      {data?.forms.length === 0 && (
        <EmptyState title="No signed forms">The donor signed a form, but we don’t have the file.</EmptyState>
      )}
      {data && (
        <ul className="divide-y divide-hairline">
          {data.forms.map((form) => (
            <Row key={form.id} donationId={donationId} form={form} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Row({ donationId, form }: { donationId: number; form: Form }) {
  const { time_zone } = useOrganization()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold break-words">{`${possessive(form.company)} form`}</p>
        <p className="text-[0.9375rem] text-muted">{describeValidity(form, time_zone)}</p>
        <ul className="mt-1 text-[0.9375rem]">
          {form.signatures.map(({ role, name, title, signed_at }) => (
            <li key={role} className="break-words">
              {[
                role === 'donor' ? 'Donor' : 'Nonprofit',
                name || 'name erased',
                title,
                formatDateTime(signed_at, time_zone),
              ]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
      </div>
      {form.has_file ? (
        <Button
          size="small"
          variant="secondary"
          icon={Download}
          aria-label={`Download ${possessive(form.company)} form${form.is_current ? '' : ', outdated'}`}
          onClick={() => void download(donationId, form.id)}
        >
          Download
        </Button>
      ) : (
        <p className="text-[0.9375rem] text-muted">File erased with the donor’s data</p>
      )}
    </li>
  )
}

function describeValidity({ is_current, replaced_at }: Form, timeZone: string): string {
  if (is_current) return 'Current'
  if (replaced_at === null) return 'Outdated: the match has a new employer or a new request since this was signed.'
  return `Outdated: the donor started a new form on ${formatDateTime(replaced_at, timeZone)}.`
}

/** Requests a ticket, then lets the browser fetch the file. */
async function download(id: number, form: number): Promise<void> {
  try {
    const { url } = await call(signedForms.getSignedFormTicket, { params: { id, form } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (error) {
    toastError(signedFormMessages.downloadFailed, error)
  }
}
