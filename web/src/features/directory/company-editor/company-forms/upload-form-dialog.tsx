import { companyForms } from '@twofold/contract'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { FileDrop, useChosenFile } from '../../../../ui/file-drop.tsx'
import { plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { formDependentRoutes } from './placements.ts'

const { formLimits: limits } = companyForms

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
          const placementCount = form?.placements.length ?? 0
          toast({
            title: 'Form uploaded',
            description:
              placementCount === 0
                ? 'No fields yet.'
                : `We set up ${plural(placementCount, 'field', 'fields')}. Check them before you save.`,
          })
          onClose()
        },
        onError: (error) => chosen.refuse(messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={replaces ? 'Upload another form' : 'Upload the form'}
      description={
        replaces
          ? 'It replaces the current form, which we’ll archive. Fields stay in place on pages of the same size.'
          : 'Use the PDF that employees get.'
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
        We keep only the pages and remove scripts, links and attachments. Forms already signed don’t change.
      </p>
    </Dialog>
  )
}
