import type { donations } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay } from '../../../ui/format.ts'
import { rowLinkProps } from '../../../ui/row-focus.ts'
import { RowCheckbox } from './bulk/row-checkbox.tsx'
import type { Selection } from './bulk/use-selection.ts'
import { type Column, cellText, isMoneyColumn, linkColumn } from './columns/columns.ts'
import { DataCell } from './inline/data-cell.tsx'
import { donorOf, type InlineEdit } from './inline/inline-edit.ts'
import { DonationStatus } from './status-badge.tsx'
import { fromList } from './use-open-match.ts'

export type DonationRowsProps = {
  donations: readonly donations.Donation[]
  opened: number | null
  addressOf: (id: number) => string
  onOpen: (id: number) => void
  showsOrganization: boolean
  /** Undefined if the user may not run bulk changes. */
  selection: Selection | undefined
}

const cell =
  'h-9.5 border-b border-hairline px-2 py-1 text-[0.9375rem] leading-5 xl:px-3 first:pl-5 last:pr-5 group-last:border-b-0 pointer-coarse:h-11'

/** The full name shows on hover and while the row has keyboard focus. */
function Name({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="block truncate wrap-anywhere group-has-[a:focus-visible]:overflow-visible group-has-[a:focus-visible]:whitespace-normal"
    >
      {text}
    </span>
  )
}

type RowProps = DonationRowsProps & {
  donation: donations.Donation
  columns: readonly Column[]
  edit: InlineEdit | null
}

export function DonationRow({ donation, columns, opened, addressOf, onOpen, selection, edit }: RowProps) {
  return (
    <tr
      onClick={(event) => {
        const isOnControl = event.target instanceof Element && event.target.closest('a, label, button')
        if (!isOnControl && !getSelection()?.toString()) onOpen(donation.id)
      }}
      className={cx(
        'group cursor-pointer hover:bg-sunken/70 has-[a:focus-visible]:bg-sunken',
        (opened === donation.id || selection?.has(donation.id)) && 'bg-brand-soft',
      )}
    >
      {selection && (
        <td className={cx(cell, 'py-0!')}>
          <RowCheckbox donation={donation} selection={selection} />
        </td>
      )}
      {columns.map(({ id }) => (
        <Cell key={id} id={id} donation={donation} address={addressOf(donation.id)} edit={edit} />
      ))}
    </tr>
  )
}

type CellProps = Pick<RowProps, 'donation' | 'edit'> & { id: string; address: string }

function Cell({ id, donation, address, edit }: CellProps) {
  const nameOf = useOrganizationLabel()
  switch (id) {
    case 'donated_at':
      return (
        <td className={cx(cell, 'whitespace-nowrap')}>
          <time dateTime={donation.donated_at.replace(' ', 'T')} title={donation.donated_at}>
            {formatDay(donation.donated_at)}
          </time>
        </td>
      )
    case linkColumn:
      return (
        <td className={cell}>
          <Link
            {...rowLinkProps(donation.id)}
            to={address}
            state={fromList}
            preventScrollReset
            className="block w-fit max-w-full rounded-sm font-semibold group-hover:underline group-hover:decoration-1 group-hover:underline-offset-3"
          >
            <Name text={donorOf(donation)} />
          </Link>
        </td>
      )
    case 'company_name':
      return (
        <DataCell columnId={id} donation={donation} edit={edit} className={cell}>
          {donation.company_name ? <Name text={donation.company_name} /> : <span className="text-muted">–</span>}
        </DataCell>
      )
    case 'organization':
      return (
        <td className={cell}>
          <Name text={nameOf(donation.organization)} />
        </td>
      )
    case 'status':
      return (
        <td className={cx(cell, 'py-0.5!')}>
          <DonationStatus donation={donation} className="align-middle text-[0.8125rem]!" />
        </td>
      )
    default:
      return (
        <DataCell
          columnId={id}
          donation={donation}
          edit={edit}
          className={cx(cell, isMoneyColumn(id) && 'text-right whitespace-nowrap')}
        >
          <Name text={cellText(id, donation)} />
        </DataCell>
      )
  }
}
