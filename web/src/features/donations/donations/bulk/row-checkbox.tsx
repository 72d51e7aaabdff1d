import type { donations } from '@twofold/contract'
import { Checkbox } from '../../../../ui/choice.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import type { Selection } from './use-selection.ts'

export const rowCheckboxClass =
  '-mx-2 min-h-9! w-10 justify-center gap-0! px-2.5! py-1.5! pointer-coarse:min-h-11! pointer-coarse:py-2.5!'

export function RowCheckbox({ donation, selection }: { donation: donations.Donation; selection: Selection }) {
  const name = donation.donor_name || donation.donor.email || `match ${donation.id}`
  return (
    <Checkbox
      label=""
      aria-label={`Select ${name}, ${formatMoney(donation.amount, donation.currency)}`}
      className={rowCheckboxClass}
      checked={selection.has(donation.id)}
      onChange={() => selection.toggle(donation.id)}
    />
  )
}
