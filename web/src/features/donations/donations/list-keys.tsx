import { KeysSheet, type KeyWords, selectingKeys } from '../../../ui/keys-sheet.tsx'
import { modifierKey } from '../../../ui/modifier-key.ts'

const reading: KeyWords = [
  ['J', 'Next match'],
  ['K', 'Previous match'],
  ['Enter', 'Open the match'],
  ['Esc', 'Close what is open'],
  ['/', 'Look for a donor'],
  [`${modifierKey} K`, 'Search donors, matches, companies, screens and actions'],
  ['?', 'This list'],
]

/** Help for the keyboard shortcuts of the donations list. */
export default function ListKeys({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  return (
    <KeysSheet keys={mayWrite ? [...reading, ...selectingKeys, ['U', 'Upload a file']] : reading} onClose={onClose} />
  )
}
