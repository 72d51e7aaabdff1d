import { Dialog } from '../../../ui/dialog.tsx'
import { StatusList } from './status-list.tsx'

export default function StatusGuideDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="What the statuses mean">
      <StatusList />
    </Dialog>
  )
}
