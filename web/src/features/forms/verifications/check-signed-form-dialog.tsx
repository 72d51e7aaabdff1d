import { type ResponseOf, verifications } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'

type SignatureCheck = ResponseOf<typeof verifications.checkSignature>

const tones = {
  same: 'submitted',
  packet: 'submitted',
  former: 'awaiting',
  copy: 'awaiting',
  sealed: 'submitted',
  pages: 'awaiting',
  changed: 'problem',
  foreign: 'problem',
  none: 'verify',
} as const satisfies Record<verifications.Verdict, string>

export default function CheckSignedFormDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const [file, setFile] = useState<File | null>(null)
  const check = useApiMutation(verifications.checkSignature)
  const checkFile = (chosen: File) => {
    const form = new FormData()
    form.set('file', chosen)
    setFile(chosen)
    check.mutate({ params: { id }, body: form })
  }
  return (
    <Dialog
      onClose={onClose}
      title="Check a signed form"
      description="Upload the signed PDF or its match packet. We won’t keep the file."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="space-y-4" aria-live="polite">
        <FileDrop label="Choose the PDF" accept=".pdf" file={file} onFile={checkFile} />
        {check.isPending && <Loading />}
        {check.error && (
          <Notice tone="problem">{`${verifications.verificationMessages.checkFailed} ${messageOf(check.error)}`}</Notice>
        )}
        {check.data && <Verdict checked={check.data} />}
      </div>
    </Dialog>
  )
}

function Verdict({ checked: { verdict, record } }: { checked: SignatureCheck }) {
  const { time_zone } = useOrganization()
  return (
    <>
      <Notice tone={tones[verdict]}>{verifications.verdicts[verdict]}</Notice>
      {record && (
        <Facts
          rows={[
            ['Match', String(record.match)],
            ['Nonprofit', record.organization],
            ['Company', record.company],
            ...record.signatures.map(({ role, name, title, email, signed_at }): [string, string] => [
              role === 'donor' ? 'Donor signed' : 'Nonprofit signed',
              [name, title, email, formatDateTime(signed_at, time_zone)].filter(Boolean).join(', '),
            ]),
          ]}
        />
      )}
    </>
  )
}
