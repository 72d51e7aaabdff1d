import { type Shortcuts, ShortcutsDialog, selectionShortcuts } from '../../../ui/shortcuts-dialog.tsx'

const readOnlyShortcuts: Shortcuts = [
  ['J', 'Next match'],
  ['K', 'Previous match'],
  ['Enter', 'Open the match'],
  ['?', 'Show this list'],
]

export default function ListShortcuts({ canWrite, onClose }: { canWrite: boolean; onClose: () => void }) {
  return (
    <ShortcutsDialog
      keys={canWrite ? [...readOnlyShortcuts, ...selectionShortcuts] : readOnlyShortcuts}
      onClose={onClose}
    />
  )
}
