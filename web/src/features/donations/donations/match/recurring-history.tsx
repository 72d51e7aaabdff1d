import type { donations } from '@twofold/contract'
import { voidedStatusIds, withEmployerStatusIds } from '@twofold/matching'
import { CircleOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { formatDateTime, formatDay, formatMoney } from '../../../../ui/format.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useFocusAfterRemoval } from '../../../../ui/use-focus-after-removal.ts'
import { cancelGiftLabel } from './match-buttons.tsx'
import type { useMatchChange } from './use-match-change.ts'

export function RecurringHistory(props: {
  detail: donations.DonationDetail
  change: ReturnType<typeof useMatchChange>
}) {
  const { detail, change } = props
  const { recurring_history: rows, currency } = detail
  const { time_zone } = useOrganization()
  const permissions = usePermissions()
  const isOpen = permissions.write && !voidedStatusIds.some((id) => id === detail.status_id)
  // The employer received the request under this gift's number, which the match keeps.
  const isRequested = withEmployerStatusIds.some((id) => id === detail.status_id)
  const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return (
    <>
      {change.refused && (
        <Notice tone="problem" className="mb-4">
          {change.refused}
        </Notice>
      )}
      <table className="w-full text-left">
        <caption className="sr-only">Recurring History</caption>
        <thead className="text-[0.9375rem] text-muted">
          <tr>
            <th className="h-11 border-b border-hairline pr-3 font-semibold">Donated</th>
            <th className="h-11 border-b border-hairline px-3 text-right font-semibold">Amount</th>
            <th className="h-11 border-b border-hairline pl-3 font-semibold">Recorded</th>
            {isOpen && (
              <th className="h-11 border-b border-hairline">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((a, b) => b.donated_at.localeCompare(a.donated_at))
            .map((gift) => (
              <Gift key={gift.id} gift={gift} currency={currency} timeZone={time_zone}>
                {!isOpen ? undefined : isRequested && gift.id === detail.id ? null : (
                  <IconButton
                    icon={CircleOff}
                    label={`${cancelGiftLabel}: ${formatMoney(gift.amount, currency)} on ${formatDay(gift.donated_at)}`}
                    busy={change.busy}
                    onClick={() => change.cancelGift(gift.id)}
                  />
                )}
              </Gift>
            ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className="h-11 pr-3 font-semibold">
              {rows.length} gifts
            </th>
            <td className="h-11 px-3 text-right">{formatMoney(cents / 100, currency)}</td>
            <td colSpan={isOpen ? 2 : 1} />
          </tr>
        </tfoot>
      </table>
      {isOpen && (
        <p className="mt-4 text-[0.9375rem] text-muted">If you cancel a gift, its amount comes off this match.</p>
      )}
    </>
  )
}

function Gift(props: {
  gift: donations.DonationDetail['recurring_history'][number]
  currency: donations.DonationDetail['currency']
  timeZone: string
  children: ReactNode
}) {
  const { gift, currency, timeZone, children } = props
  const row = useFocusAfterRemoval<HTMLTableRowElement>()
  return (
    <tr ref={row}>
      <td className="h-11 border-b border-hairline pr-3 whitespace-nowrap">{formatDay(gift.donated_at)}</td>
      <td className="h-11 border-b border-hairline px-3 text-right">{formatMoney(gift.amount, currency)}</td>
      <td className="h-11 border-b border-hairline pl-3 text-muted">{formatDateTime(gift.created_at, timeZone)}</td>
      {children !== undefined && <td className="h-11 border-b border-hairline text-right">{children}</td>}
    </tr>
  )
}
