import { modifierKey } from '../../../ui/modifier-key.ts'
import { type Shortcuts, ShortcutsDialog, selectionShortcuts } from '../../../ui/shortcuts-dialog.tsx'

const reading: Shortcuts = [
  ['J', 'Next match'],
  ['K', 'Previous match'],
  ['Enter', 'Open the match'],
  ['Esc', 'Close'],
  ['/', 'Find a donor'],
  [`${modifierKey} K`, 'Search donors, matches, companies, screens and actions'],
  ['?', 'This list'],
]

export default function ListShortcuts({ canWrite, onClose }: { canWrite: boolean; onClose: () => void }) {
  return (
    <ShortcutsDialog
      keys={canWrite ? [...reading, ...selectionShortcuts, ['U', 'Upload a file']] : reading}
      onClose={onClose}
    />
  )
}
