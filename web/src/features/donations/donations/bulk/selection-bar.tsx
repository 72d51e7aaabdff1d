import { bulkChanges } from '@twofold/contract'
import { ChevronDown } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { Menu, MenuDivider, MenuItem } from '../../../../ui/menu.tsx'
import { SelectedBar } from '../../../../ui/selected-bar.tsx'
import { menuLabel } from './menu-label.ts'
import type { Selection } from './use-selection.ts'

export default function SelectionBar(props: {
  selection: Selection
  found: string
  onAction: (action: bulkChanges.BulkAction) => void
  onEmail: () => void
  onRecent: () => void
}) {
  const { selection, found, onAction, onEmail, onRecent } = props
  return (
    <SelectedBar
      label="Selected matches"
      summary={selection.isAll ? `All ${found} selected` : `${formatCount(selection.count)} selected`}
      ids={selection.ids}
      onClear={selection.clear}
      more={
        selection.hasMore &&
        selection.page === 'all' && (
          <Button variant="quiet" size="small" onClick={selection.selectAll}>
            {`Select all ${found}`}
          </Button>
        )
      }
    >
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
            {menuLabel(action)}
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem onSelect={onRecent}>Recent changes…</MenuItem>
      </Menu>
      <Button variant="secondary" size="small" onClick={onEmail}>
        Email donors…
      </Button>
    </SelectedBar>
  )
}
