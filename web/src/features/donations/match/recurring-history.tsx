import type { Currency, donations } from '@twofold/contract'
import { useOrganization } from '../../../shell/current-organization.tsx'
import { formatDay, formatMoment, formatMoney } from '../../../ui/format.ts'

/** The instalments that this match adds up, newest first. */
export function RecurringHistory(props: { rows: donations.DonationDetail['recurring_history']; currency: Currency }) {
  const { rows, currency } = props
  const { time_zone } = useOrganization()
  const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Recurring History</caption>
      <thead className="text-[0.9375rem] text-muted">
        <tr>
          <th className="h-11 border-b border-hairline pr-3 font-semibold">Donated</th>
          <th className="h-11 border-b border-hairline px-3 text-right font-semibold">Amount</th>
          <th className="h-11 border-b border-hairline pl-3 font-semibold">Recorded</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .toSorted((one, other) => other.donated_at.localeCompare(one.donated_at))
          .map(({ id, donated_at, amount, created_at }) => (
            <tr key={id}>
              <td className="h-11 border-b border-hairline pr-3">{formatDay(donated_at)}</td>
              <td className="h-11 border-b border-hairline px-3 text-right">{formatMoney(amount, currency)}</td>
              <td className="h-11 border-b border-hairline pl-3 text-muted">{formatMoment(created_at, time_zone)}</td>
            </tr>
          ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className="h-11 pr-3 font-semibold">
            {rows.length} gifts
          </th>
          <td className="h-11 px-3 text-right">{formatMoney(cents / 100, currency)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}
