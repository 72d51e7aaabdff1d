import { chapterRequests } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

/** Either side may separate a chapter from its parent. */
export function LeaveDialog({
  chapter,
  parentName,
  onClose,
  onLeft,
}: {
  chapter: { readonly id: number; readonly name: string; readonly complete: boolean }
  parentName: string
  onClose: () => void
  onLeft: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const leave = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await call(chapterRequests.leaveParent, { params: { id: chapter.id } })
      toast({ title: `${chapter.name} is no longer a chapter` })
      onLeft()
    } catch (error) {
      setBusy(false)
      setRefusal(messageOf(error))
      toastError('Couldn’t release the chapter', error)
    }
  }
  return (
    <Dialog
      width="small"
      onClose={onClose}
      title={`Should ${chapter.name} leave ${parentName}?`}
      description={`It keeps its gifts, donors, team and settings. ${parentName} will lose access and stop paying its fees. API keys that ${parentName} created or saw will be deleted, and webhooks to its addresses turned off.${chapter.complete ? '' : ' The chapter’s own setup isn’t complete, so new gifts will wait until it is.'}`}
      footer={
        <CancelAndConfirm cancel="Keep it" onCancel={onClose} variant="danger" busy={busy} onClick={() => void leave()}>
          Leave
        </CancelAndConfirm>
      }
    >
      {refusal && <Notice tone="problem">{refusal}</Notice>}
    </Dialog>
  )
}
