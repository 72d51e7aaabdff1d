import { Dialog } from '../../ui/dialog.tsx'
import { modifierKey } from '../../ui/modifier-key.ts'

const reading: readonly (readonly [string, string])[] = [
  ['J', 'Next match'],
  ['K', 'Previous match'],
  ['Enter', 'Open the match'],
  ['Esc', 'Close what is open'],
  ['/', 'Look for a donor'],
  [`${modifierKey} K`, 'Search donors, matches, companies, screens and actions'],
  ['?', 'This list'],
]
const writing: readonly (readonly [string, string])[] = [
  ['X', 'Select or deselect the match'],
  ['Esc', 'Clear the selection'],
  ['U', 'Upload a file'],
]

/** The keys of the list. None of them does anything while somebody types. */
export default function KeysSheet({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys for this list" width="small">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
        {[...reading, ...(mayWrite ? writing : [])].map(([key, words]) => (
          <div key={words} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-md border border-edge bg-sunken px-2 py-0.5 text-center font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
