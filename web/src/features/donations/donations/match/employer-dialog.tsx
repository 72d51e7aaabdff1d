import { donationChanges, type donations } from '@twofold/contract'
import { findStatus, quoted } from '@twofold/matching'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { Radio, RadioGroup } from '../../../../ui/choice.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { SendReview } from '../../../email/mails/index.ts'
import type { updateBodyOf } from './match-form.ts'

type RequestStatus = 'already' | 'yet'

/** The request went to one of the two employers, and only staff know which. */
export function EmployerDialog(props: {
  detail: donations.Donation
  body: ReturnType<typeof updateBodyOf>
  busy: boolean
  onClose: () => void
  onSave: (reprocess: boolean) => void
}) {
  const { detail, body, busy, onClose, onSave } = props
  const [status, setStatus] = useState<RequestStatus | null>(null)
  const preview = useApiMutation(donationChanges.previewChange)
  const { mutate, data, error } = preview
  const formerEmployer = detail.company?.name || detail.company_name || 'the former employer'
  const newEmployer = body.company_name || 'the new employer'
  const choose = (answer: RequestStatus) => {
    setStatus(answer)
    if (answer === 'yet' && !data) mutate({ params: { id: detail.id }, body: { ...body, reprocess: true } })
  }
  return (
    <Dialog
      onClose={onClose}
      readFirst
      title="Who has the request?"
      description={`This match was submitted with ${formerEmployer} as the employer.`}
      footer={
        <CancelAndConfirm
          cancel="Not now"
          onCancel={onClose}
          busy={busy}
          disabled={status === null || (status === 'yet' && !data)}
          disabledReason={status === null ? 'Choose an employer.' : undefined}
          onClick={() => onSave(status === 'yet')}
        >
          {status === 'yet' && data && data.review.mails > 0 ? 'Save & email the donor' : 'Save'}
        </CancelAndConfirm>
      }
    >
      <RadioGroup legend="Which employer has it?">
        <Radio
          name="asked"
          checked={status === 'already'}
          onChange={() => choose('already')}
          label={`${newEmployer} has it. ${formerEmployer} was a mistake.`}
          hint={`It stays “Submitted” with ${newEmployer}${estimateText(detail)}. No emails will be sent.`}
        />
        <Radio
          name="asked"
          checked={status === 'yet'}
          onChange={() => choose('yet')}
          label={`${formerEmployer} has it. ${newEmployer} doesn’t yet.`}
          hint={`We’ll start a new request with ${newEmployer}. ${formerEmployer} won’t be notified.`}
        />
      </RadioGroup>
      {status === 'yet' && (
        <div className="mt-4 space-y-4" aria-live="polite">
          {error && (
            <Notice tone="problem">
              {donationChanges.changeMessages.saveFailed} {messageOf(error)}
            </Notice>
          )}
          {!data && !error && <Loading />}
          {data && (
            <>
              <p>
                It becomes <strong className="font-semibold">{quoted(findStatus(data.status_id)?.label ?? '')}</strong>.
              </p>
              {data.review.mails + data.review.not_sent.length > 0 ? (
                <SendReview review={data.review} />
              ) : (
                <p>No emails will be sent.</p>
              )}
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

const estimateText = ({ matched, currency }: donations.Donation): string =>
  matched > 0 ? `, estimated at ${formatMoney(matched, currency)}` : ''
