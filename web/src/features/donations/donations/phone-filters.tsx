import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { AmountFilter, labels, OneOrganization, type Panel, Period, TextFilter, useTexts } from './filter-bar.tsx'
import { MoreFilters } from './more-filters-button.tsx'
import { OrderSelect } from './order-select.tsx'

export default function PhoneFilters(props: { count: number; found: string | undefined; panel: Panel }) {
  const [open, setOpen] = useState(false)
  const { count, found, panel } = props
  return (
    <div className="mb-2 flex items-center justify-between gap-3">
      <Button variant="secondary" icon={SlidersHorizontal} className="whitespace-nowrap" onClick={() => setOpen(true)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <OrderSelect state={panel.state} change={panel.change} />
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
        <FilterPanel {...panel} />
      </Sheet>
    </div>
  )
}

function FilterPanel({ state, change, today, organization }: Panel) {
  const { company, donor, minAmount } = useTexts({ state, change })
  return (
    <search>
      <form
        aria-label="Filter donations"
        className="grid gap-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          for (const { settleNow } of [company, donor, minAmount]) settleNow()
        }}
      >
        <div className="flex min-w-0 flex-col gap-1.5">
          <span className="font-semibold">{labels.period}</span>
          <Period {...{ state, change, today }} />
        </div>
        <TextFilter name="company" text={company} />
        <TextFilter name="donor" text={donor} />
        <AmountFilter text={minAmount} />
        {organization.children.length > 0 && <OneOrganization {...{ state, change, organization }} />}
        <MoreFilters {...{ state, change }} />
      </form>
    </search>
  )
}
