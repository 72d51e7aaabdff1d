import { bulkChanges } from '@twofold/contract'
import { actions } from '@twofold/matching'
import { ChevronDown, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx'
import type { Selection } from './use-selection.ts'

/** Over the end of the list while something is ticked: how many, all that were found, and what to do with them. */
export default function SelectionBar(props: {
  selection: Selection
  /** How many were found, as it is shown. */
  found: string
  onAction: (action: bulkChanges.BulkAction) => void
  onRecent: () => void
}) {
  const { selection, found, onAction, onRecent } = props
  return (
    <section
      data-bottom-bar=""
      aria-label="Selected matches"
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-surface px-4 py-2.5 shadow-float dark:bg-raised"
    >
      <p role="status" className="font-semibold tabular-nums">
        {selection.isAll ? `All ${found} found are selected` : `${formatCount(selection.count)} selected`}
      </p>
      {selection.hasMore && selection.page === 'all' && (
        <Button look="quiet" size="small" onClick={selection.takeAll}>
          {`Select all ${found} found`}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-2">
        <Menu
          side="top"
          trigger={
            <Button size="small">
              Change status
              <ChevronDown className="size-4" aria-hidden="true" />
            </Button>
          }
        >
          {bulkChanges.bulkActions.map((action) => (
            <MenuItem key={action} danger={action === 'cancel'} onSelect={() => onAction(action)}>
              {actions[action].button}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem onSelect={onRecent}>Recent changes…</MenuItem>
        </Menu>
        <Button look="quiet" size="small" icon={X} onClick={selection.clear}>
          Clear
        </Button>
      </span>
    </section>
  )
}
