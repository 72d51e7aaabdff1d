import { donationColumns, type donations } from '@twofold/contract'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '../../ui/choice.tsx'
import { cx } from '../../ui/class-names.ts'
import { formatDay, formatMoney } from '../../ui/format.ts'
import type { Selection } from './bulk/use-selection.ts'
import type { ListState, SortField } from './list-state.ts'
import { moreInTable, valueInWords } from './more-columns.ts'
import { StatusBadge } from './status-badge.tsx'
import { StatusGuide } from './status-guide.tsx'
import type { Change } from './use-list.ts'
import { fromList } from './use-open-match.ts'

export type Rows = {
  donations: readonly donations.Donation[]
  /** The match that the dialog shows. */
  opened: number | null
  addressOf: (id: number) => string
  onOpen: (id: number) => void
  /** Whether the organization has chapters, so that rows are of several organizations. */
  family: boolean
  /** For who may change many at once. */
  selection: Selection | undefined
}

/** Marks the link of each row or card: J and K walk from one to the next, and a closed match gives focus back to its own. */
export const rowLink = (id: number) => ({ 'data-row-link': id })

/** The gifts in columns; the whole row opens the match, the donor's name is the link for keyboards. */
export function DonationsTable({ state, change, ...rows }: Rows & { state: ListState; change: Change }) {
  const sorting = { state, change }
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left">
      <caption className="sr-only">Donations</caption>
      <thead>
        <tr>
          {rows.selection && (
            <Heading className="w-12">
              <TickAll selection={rows.selection} />
            </Heading>
          )}
          <Heading className="w-28 xl:w-31" sort={sortOf(state, 'donated_at')}>
            <SortButton field="donated_at" {...sorting}>
              Donated
            </SortButton>
          </Heading>
          <Heading className={rows.family ? 'w-[17%]' : 'w-[22%]'}>Donor Name</Heading>
          <Heading className="w-28 xl:w-30" sort={sortOf(state, 'amount')}>
            <SortButton field="amount" end {...sorting}>
              Amount
            </SortButton>
          </Heading>
          <Heading className={rows.family ? 'w-[14%] xl:w-[15.5%] min-[87.5rem]:w-[18%]' : 'w-[24%]'}>Company</Heading>
          {rows.family && <Heading className="w-[14%] xl:w-[13%] min-[87.5rem]:w-[18%]">Organization</Heading>}
          <Heading>
            <span className="inline-flex items-center gap-0.5">
              Status
              <StatusGuide />
            </span>
          </Heading>
          {moreInTable.map((id) => (
            <Heading key={id}>{donationColumns[id].label}</Heading>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.donations.map((donation) => (
          <Row key={donation.id} donation={donation} {...rows} />
        ))}
      </tbody>
    </table>
  )
}

const cell = 'h-11 border-b border-hairline px-2 py-1.5 xl:px-3 first:pl-5 last:pr-5 group-last:border-b-0'

/** A name of any length: two lines of it, and all of it on hover, and in the row where the keyboard is. */
function Name({ text }: { text: string }) {
  return (
    <span title={text} className="line-clamp-2 leading-5 wrap-anywhere group-has-[a:focus-visible]:line-clamp-none">
      {text}
    </span>
  )
}

function Row({ donation, opened, addressOf, onOpen, family, selection }: Rows & { donation: donations.Donation }) {
  return (
    <tr
      onClick={(event) => {
        const isOnLink = event.target instanceof Element && event.target.closest('a, label')
        if (!isOnLink && !getSelection()?.toString()) onOpen(donation.id)
      }}
      className={cx(
        'group cursor-pointer hover:bg-sunken/70 has-[a:focus-visible]:bg-sunken',
        (opened === donation.id || selection?.has(donation.id)) && 'bg-brand-soft',
      )}
    >
      {selection && (
        <td className={cx(cell, 'py-0!')}>
          <Tick donation={donation} selection={selection} />
        </td>
      )}
      <td className={cx(cell, 'whitespace-nowrap')}>
        <time dateTime={donation.donated_at.replace(' ', 'T')} title={donation.donated_at}>
          {formatDay(donation.donated_at)}
        </time>
      </td>
      <td className={cell}>
        <Link
          {...rowLink(donation.id)}
          to={addressOf(donation.id)}
          state={fromList}
          preventScrollReset
          className="block w-fit rounded-sm font-semibold group-hover:underline group-hover:decoration-1 group-hover:underline-offset-3"
        >
          <Name text={donation.donor_name || donation.donor.email || 'No name'} />
        </Link>
      </td>
      <td className={cx(cell, 'text-right whitespace-nowrap')}>{formatMoney(donation.amount, donation.currency)}</td>
      <td className={cell}>
        {donation.company_name ? <Name text={donation.company_name} /> : <span className="text-muted">–</span>}
      </td>
      {family && (
        <td className={cell}>
          <Name text={donation.organization.name} />
        </td>
      )}
      <td className={cx(cell, 'py-0.5!')} title={donation.status.name}>
        <StatusBadge statusId={donation.status_id} name={donation.status.name} wrap className="align-middle" />
      </td>
      {moreInTable.map((id) => (
        <td key={id} className={cell}>
          <Name text={valueInWords(id, donation)} />
        </td>
      ))}
    </tr>
  )
}

const tick = '-mx-2 min-h-10! w-10 justify-center gap-0! px-2.5! py-2!'

/** Ticks one match; the row's own press opens it. */
export function Tick({ donation, selection }: { donation: donations.Donation; selection: Selection }) {
  const name = donation.donor_name || donation.donor.email || `match ${donation.id}`
  return (
    <Checkbox
      label=""
      aria-label={`Select ${name}, ${formatMoney(donation.amount, donation.currency)}`}
      className={tick}
      checked={selection.has(donation.id)}
      onChange={() => selection.toggle(donation.id)}
    />
  )
}

function TickAll({ selection }: { selection: Selection }) {
  return (
    <Checkbox
      label=""
      aria-label="Select this page"
      className={tick}
      ref={(box) => {
        if (box) box.indeterminate = selection.page === 'some'
      }}
      checked={selection.page === 'all'}
      onChange={selection.togglePage}
    />
  )
}

const sortOf = ({ sort, ascending }: ListState, field: SortField) =>
  sort === field ? (ascending ? 'ascending' : 'descending') : undefined

function Heading({
  className,
  sort,
  children,
}: {
  className?: string
  sort?: 'ascending' | 'descending' | undefined
  children: ReactNode
}) {
  return (
    <th
      scope="col"
      aria-sort={sort}
      className={cx(
        'sticky top-16 z-10 h-11 border-b border-hairline bg-surface px-2 text-[0.9375rem] xl:px-3 font-semibold text-muted',
        'first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5',
        className,
      )}
    >
      {children}
    </th>
  )
}

function SortButton(props: { field: SortField; end?: boolean; state: ListState; change: Change; children: ReactNode }) {
  const { field, end = false, state, change, children } = props
  const direction = sortOf(state, field)
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => change({ sort: field, ascending: direction === 'descending' })}
      className={cx(
        '-mx-2 inline-flex h-9 items-center gap-1 rounded-control px-2 font-semibold hover:bg-ink/6 hover:text-ink',
        direction && 'text-ink',
        end && 'float-right flex-row-reverse',
      )}
    >
      {children}
      <Icon className={cx('size-4', !direction && 'opacity-50')} aria-hidden="true" />
    </button>
  )
}
