import { Select } from '../../../ui/choice.tsx'
import type { ListState } from './list-state.ts'
import type { ChangeListState } from './use-list-state.ts'

const orders = [
  { value: 'donated_at desc', label: 'Newest first', sort: 'donated_at', ascending: false },
  { value: 'donated_at asc', label: 'Oldest first', sort: 'donated_at', ascending: true },
  { value: 'amount desc', label: 'Largest first', sort: 'amount', ascending: false },
  { value: 'amount asc', label: 'Smallest first', sort: 'amount', ascending: true },
] as const

/** For phones, which have no column headings. */
export function OrderSelect({ state, change }: { state: ListState; change: ChangeListState }) {
  const current = orders.find(({ sort, ascending }) => sort === state.sort && ascending === state.ascending)
  return (
    <Select
      aria-label="Order"
      className="max-w-40 min-w-0 flex-1"
      value={current?.value}
      onChange={(event) => {
        const order = orders.find(({ value }) => value === event.target.value)
        if (order) change({ sort: order.sort, ascending: order.ascending })
      }}
    >
      {orders.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
