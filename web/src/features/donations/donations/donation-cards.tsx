import { donationColumns } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { formatDay } from '../../../ui/format.ts'
import { rowLinkProps } from '../../../ui/row-focus.ts'
import { RowCheckbox } from './bulk/row-checkbox.tsx'
import type { DonationRowsProps } from './donation-row.tsx'
import { describeValue, formatDonationAmount, genericTableColumns } from './generic-columns.ts'
import { DonationStatus } from './status-badge.tsx'
import { fromList } from './use-open-match.ts'

export default function DonationCards({ donations, addressOf, showsOrganization, selection }: DonationRowsProps) {
  const nameOf = useOrganizationLabel()
  return (
    <ul aria-label="Donations">
      {donations.map((donation) => (
        // The browser lays out cards below the fold only near the viewport.
        <li
          key={donation.id}
          className="flex items-start border-b border-hairline [contain-intrinsic-height:auto_7.5rem] [content-visibility:auto] last:border-b-0 print:[content-visibility:visible]"
        >
          {selection && (
            <span className="pl-4">
              <RowCheckbox donation={donation} selection={selection} />
            </span>
          )}
          <Link
            {...rowLinkProps(donation.id)}
            to={addressOf(donation.id)}
            state={fromList}
            preventScrollReset
            className="block min-w-0 flex-1 px-4 py-3.5 first:rounded-t-card active:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-semibold break-words">
                {donation.donor_name || donation.donor.email || 'No name'}
              </span>
              <span className="font-semibold tabular-nums">
                {formatDonationAmount(donation.amount, donation.currency)}
              </span>
            </span>
            <span className="mt-0.5 flex flex-wrap gap-x-2 text-[0.9375rem] text-muted">
              <time dateTime={donation.donated_at.slice(0, 10)}>{formatDay(donation.donated_at)}</time>
              <span aria-hidden="true">·</span>
              <span className="min-w-0 break-words">{donation.company_name || 'No company'}</span>
              {genericTableColumns.map((id) => {
                const text = describeValue(id, donation)
                return (
                  text && (
                    <span key={id} className="min-w-0 break-words">{`${donationColumns[id].label}: ${text}`}</span>
                  )
                )
              })}
            </span>
            <span className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
              <DonationStatus donation={donation} />
              {showsOrganization && (
                <span className="min-w-0 text-sm break-words text-muted">{nameOf(donation.organization)}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
