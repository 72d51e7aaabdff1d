import { Dialog } from './dialog.tsx'

export type Shortcuts = readonly (readonly [key: string, label: string])[]

export const selectionShortcuts: Shortcuts = [
  ['X', 'Select or deselect the match'],
  ['A', 'Go to actions for the selected matches'],
  ['Esc', 'Back to the list; in the list, clear the selection'],
]

export function ShortcutsDialog({ keys, onClose }: { keys: Shortcuts; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" width="small">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
        {keys.map(([key, label]) => (
          <div key={label} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-md border border-edge bg-sunken px-2 py-0.5 text-center font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
