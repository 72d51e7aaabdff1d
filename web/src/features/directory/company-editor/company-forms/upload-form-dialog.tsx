import { companyForms } from '@twofold/contract'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { FileDrop, useChosenFile } from '../../../../ui/file-drop.tsx'
import { plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { formDependentRoutes } from './form-dependent-routes.ts'

const { formLimits: limits } = companyForms

/** Uploads the company's PDF, as a new form or as a replacement. */
export default function UploadFormDialog({
  companyId,
  replaces,
  onClose,
}: {
  companyId: number
  replaces: companyForms.CompanyForm | null
  onClose: () => void
}) {
  const chosen = useChosenFile({
    megabytes: limits.megabytes,
    tooLarge: `This file is larger than ${limits.megabytes} MB.`,
    none: companyForms.formMessages.kind,
  })
  const upload = useApiMutation(companyForms.uploadCompanyForm, { refreshes: formDependentRoutes })
  const send = () => {
    const file = chosen.take()
    if (!file) return
    const body = new FormData()
    body.set('file', file)
    upload.mutate(
      { params: { companyId }, body },
      {
        onSuccess: ({ form }) => {
          const placed = form?.placements.length ?? 0
          toast({
            title: 'Form uploaded',
            description:
              placed === 0
                ? 'Nothing has been placed on it yet.'
                : `${plural(placed, 'place is', 'places are')} filled in. Please look them over.`,
          })
          onClose()
        },
        onError: (error) => chosen.refuse(messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={replaces ? 'Upload another form' : 'Upload the form'}
      description={
        replaces
          ? 'It takes the place of the present form, which is kept under former forms. Where pages are of the same size, what stood where stays.'
          : 'The company’s own PDF, as employees get it.'
      }
      footer={
        <CancelAndConfirm onCancel={onClose} busy={upload.isPending} onClick={send}>
          Upload
        </CancelAndConfirm>
      }
    >
      <FileDrop
        label="Choose the company’s PDF"
        accept=".pdf"
        hint={`PDF, up to ${limits.megabytes} MB and ${limits.pages} pages`}
        {...chosen.drop}
      />
      <p className="mt-4 text-muted">
        Only its pages are kept: scripts, links and attachments are taken off. Donors who have signed keep the form that
        they signed.
      </p>
    </Dialog>
  )
}
