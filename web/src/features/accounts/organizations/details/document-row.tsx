import { documents, type organizations } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Download, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, followDownload } from '../../../../api/client.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { FileButton } from './file-button.tsx'
import { documentLabels, fileDetails } from './file-text.ts'
import { cacheSaved } from './use-profile-form.ts'
import { useUpload } from './use-upload.ts'

type Document = organizations.OrganizationDocument

export function DocumentRow({ document, accept }: { document: Document; accept: string }) {
  const { id } = useOrganization()
  const { write } = usePermissions()
  const { upload, pending, problem } = useUpload(documentLabels)
  const [deleting, setDeleting] = useState(false)
  const download = async () => {
    try {
      const { url } = await call(documents.getDocumentTicket, { params: { id, docId: document.id } })
      followDownload(url)
    } catch (error) {
      toastError('Failed to download document', error)
    }
  }
  const accessibleName = <span className="sr-only"> {document.name}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{document.name}</p>
        <p className="break-words text-muted">
          {pending ? `Replacing it with ${pending.name}...` : fileDetails(document)}
        </p>
        {problem && (
          <p role="alert" className="mt-1 text-danger-text">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button variant="quiet" size="small" icon={Download} onClick={() => void download()}>
          Download{accessibleName}
        </Button>
        {write && (
          <>
            <FileButton
              accept={accept}
              icon={RefreshCw}
              variant="quiet"
              size="small"
              busy={pending !== null}
              onFile={(file) => void upload(file, { name: document.name, file_id: String(document.id) })}
            >
              Replace{accessibleName}
            </FileButton>
            <Button variant="quiet" size="small" icon={Trash2} onClick={() => setDeleting(true)}>
              Delete{accessibleName}
            </Button>
          </>
        )}
      </div>
      {deleting && <DeleteDialog document={document} onClose={() => setDeleting(false)} />}
    </li>
  )
}

function DeleteDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { id } = useOrganization()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const { organization } = await call(documents.deleteDocument, { params: { id, docId: document.id } })
      toast({ title: 'Document deleted' })
      onClose()
      cacheSaved(organization)
    } catch (error) {
      toastError('Failed to delete document', error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title={`Delete ${quoted(document.name)}?`}
      description="You can’t undo this."
      footer={
        <CancelAndConfirm
          cancel="Keep it"
          onCancel={onClose}
          variant="danger"
          busy={busy}
          onClick={() => void remove()}
        >
          Delete
        </CancelAndConfirm>
      }
    />
  )
}
