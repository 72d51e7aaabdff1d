import { Dialog } from '../../ui/dialog.tsx'

/** Which column of the file goes where; opened by the upload dialog after its pre-check. */
export default function FieldMapperDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Map fields" width="full" keep>
      <p>The field mapper is not built yet.</p>
    </Dialog>
  )
}
