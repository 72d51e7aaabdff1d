import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import type { ListState } from './list-state.ts'
import { OrderSelect } from './order-select.tsx'
import type { ChangeListState } from './use-list-state.ts'

/** Filters for phones, in a sheet, with a sort order that replaces the table headings. */
export function PhoneFilters(props: {
  count: number
  /** Number of matches found, as displayed. */
  found: string | undefined
  state: ListState
  change: ChangeListState
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { count, found } = props
  return (
    <div className="mb-2 flex items-center justify-between gap-3">
      <Button look="secondary" icon={SlidersHorizontal} className="whitespace-nowrap" onClick={() => setOpen(true)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <OrderSelect state={props.state} change={props.change} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {found === undefined ? 'Show' : `Show ${found} Found`}
          </Button>
        }
      >
        {props.children}
      </Sheet>
    </div>
  )
}
