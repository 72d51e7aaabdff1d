import { type Shortcuts, ShortcutsDialog, selectionShortcuts } from '../../../ui/shortcuts-dialog.tsx'

const reading: Shortcuts = [
  ['J', 'Next match'],
  ['K', 'Previous match'],
  ['Enter', 'Open the match'],
  ['?', 'Show this list'],
]

export default function ListShortcuts({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  return <ShortcutsDialog keys={mayWrite ? [...reading, ...selectionShortcuts] : reading} onClose={onClose} />
}
