import { Dialog } from '../../ui/dialog.tsx'

/** Select a file, pre-check it, and hand what came back to the Field Mapper. */
export default function UploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Upload donations">
      <p>Uploads are not built yet.</p>
    </Dialog>
  )
}
