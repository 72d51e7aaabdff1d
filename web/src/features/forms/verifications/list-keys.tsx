import { KeysSheet, type KeyWords, selectingKeys } from '../../../ui/keys-sheet.tsx'

const reading: KeyWords = [
  ['J', 'Next match'],
  ['K', 'Previous match'],
  ['Enter', 'Open the match'],
  ['?', 'This list'],
]

/** The keyboard shortcuts of the list of matches to verify or sign. */
export default function ListKeys({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  return <KeysSheet keys={mayWrite ? [...reading, ...selectingKeys] : reading} onClose={onClose} />
}
