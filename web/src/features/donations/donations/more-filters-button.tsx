import { isQuickFilter } from '@twofold/matching'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Popover } from '../../../ui/menu.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { chipClasses } from './filter-chip.tsx'
import type { ListState } from './list-state.ts'
import type { MoreFiltersProps } from './more-filters.tsx'

const Fields = lazyComponent(() => import('./more-filters.tsx'))

export const MoreFilters = (props: MoreFiltersProps) => (
  <Suspense fallback={<Loading />}>
    <Fields {...props} />
  </Suspense>
)

const names = [
  'payment',
  'campaign',
  'campaignKnown',
  'deadlineWithin',
  'employerKnown',
  'unconfirmed',
  'minEstimated',
] as const satisfies readonly (keyof ListState)[]

const countActive = (state: ListState): number =>
  names.filter((name) => state[name]).length + Number(Boolean(state.status && !isQuickFilter(state.status)))

/** Keeps the bar on one line. */
export function MoreFiltersButton({ state, change }: MoreFiltersProps) {
  const [open, setOpen] = useState(false)
  const count = countActive(state)
  return (
    <Popover
      label="More filters"
      open={open}
      onOpenChange={setOpen}
      className="w-[26rem] p-5"
      trigger={
        <Button variant="secondary" size="small" icon={SlidersHorizontal} className={chipClasses}>
          {count > 0 ? `More filters (${count})` : 'More filters'}
        </Button>
      }
    >
      <div className="grid gap-4">
        <MoreFilters state={state} change={change} />
      </div>
    </Popover>
  )
}
