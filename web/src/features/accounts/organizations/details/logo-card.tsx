import { documents } from '@twofold/contract'
import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../../api/client.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { FileButton } from './file-button.tsx'
import { isImage } from './file-text.ts'
import { cacheSaved } from './use-profile-form.ts'
import { useUpload } from './use-upload.ts'

export function LogoCard() {
  const { id, name, file_logo } = useOrganization()
  const { write } = usePermissions()
  const { upload, pending, problem, refuse } = useUpload({
    done: 'Logo uploaded successfully',
    failed: 'Failed to upload logo',
  })
  const [removing, setRemoving] = useState(false)
  const choose = (file: File) => {
    if (!isImage(file)) return refuse(documents.documentMessages.logo)
    return void upload(file, { name: 'logo', type: 'logo' })
  }
  const remove = async () => {
    setRemoving(true)
    try {
      cacheSaved((await call(documents.deleteLogo, { params: { id } })).organization)
      toast({ title: 'Logo removed' })
    } catch (error) {
      toastError('Failed to remove logo', error)
    }
    setRemoving(false)
  }
  return (
    <Card>
      <CardTitle>Logo</CardTitle>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex h-28 w-56 max-w-full items-center justify-center rounded-control border border-hairline bg-white p-3">
          {file_logo ? (
            <img src={file_logo} alt={`Logo of ${name}`} className="max-h-full max-w-full object-contain" />
          ) : (
            <span className="text-black/60">No logo yet</span>
          )}
        </div>
        <div className="min-w-0">
          <p className="mb-3 max-w-[46ch] text-muted">
            PNG or JPG. Shown in the sidebar, in donor emails, on your matching page and in print.
          </p>
          {write && (
            <div className="flex flex-wrap gap-2.5">
              <FileButton
                accept=".png,.jpg,.jpeg,image/png,image/jpeg"
                icon={ImageUp}
                variant="secondary"
                busy={pending !== null}
                onFile={choose}
              >
                {file_logo ? 'Replace logo' : 'Upload logo'}
              </FileButton>
              {file_logo && (
                <Button variant="quiet" icon={Trash2} busy={removing} onClick={() => void remove()}>
                  Remove
                </Button>
              )}
            </div>
          )}
          {problem && (
            <p role="alert" className="mt-2 text-danger-text">
              {problem}
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
