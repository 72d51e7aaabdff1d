import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { UnsavedField } from './unsaved-fields.ts'

export default function UnsavedInputDialog({
  fields,
  onDone,
}: {
  fields: readonly UnsavedField[]
  onDone: () => void
}) {
  return (
    <Dialog
      confirmClose="Copy anything you need. It will be lost when you close this."
      onClose={onDone}
      title="Unsaved text"
      description="Your session ended before this was saved."
      footer={<Button onClick={onDone}>Done</Button>}
    >
      <ul className="divide-y divide-hairline">
        {fields.map(({ label, text }) => (
          <li key={`${label} ${text}`} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="text-[0.9375rem] text-muted">{label}</p>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </div>
            <CopyButton text={text} label={`Copy ${label}`} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
