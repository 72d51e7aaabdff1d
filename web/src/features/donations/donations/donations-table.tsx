import { listLayouts } from '@twofold/contract'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { rowCheckboxClass } from './bulk/row-checkbox.tsx'
import type { Selection } from './bulk/use-selection.ts'
import { ColumnHeading, PlainHeading } from './columns/column-heading.tsx'
import { type Column, clampWidth, isMoneyColumn } from './columns/columns.ts'
import { DonationRow, type DonationRowsProps } from './donation-row.tsx'
import { useInlineEdit } from './inline/inline-edit.ts'
import type { ListState, SortField } from './list-state.ts'
import { StatusGuide } from './status-guide.tsx'
import type { ChangeListState } from './use-list-state.ts'

export type TableLayout = {
  readonly columns: readonly Column[]
  readonly widths: Readonly<Record<string, number>>
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void
}

/** The specification's columns have responsive widths; other columns have fixed widths. */
const plainWidths = (showsOrganization: boolean): Readonly<Record<string, string>> => ({
  donated_at: 'w-27 xl:w-29',
  donor_name: showsOrganization ? 'w-[16%]' : 'w-[22%]',
  amount: 'w-25 xl:w-28',
  company_name: showsOrganization ? 'w-[14%] min-[87.5rem]:w-[18%]' : 'w-[24%]',
  organization: 'w-[14%] xl:w-[16.5%] min-[87.5rem]:w-[18%]',
})

const tickWidth = 48

/** The donor's name is the link for keyboard users. */
export default function DonationsTable({
  state,
  change,
  layout,
  ...rows
}: DonationRowsProps & { state: ListState; change: ChangeListState; layout: TableLayout }) {
  const { columns, widths } = layout
  const edit = useInlineEdit(rows.donations, columns)
  const frame = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLTableRowElement>(null)
  const isDefaultLayout =
    Object.keys(widths).length === 0 &&
    columns.every(({ id }) => listLayouts.defaultColumns.some((first) => first === id))
  const responsiveWidths = plainWidths(columns.some(({ id }) => id === 'organization'))
  const widthOf = ({ id, width }: Column) => widths[id] ?? width
  const tableWidth = columns.reduce((sum, column) => sum + widthOf(column), rows.selection ? tickWidth : 0)
  const availableWidth = useWidth(frame)
  const scrolls = !isDefaultLayout && tableWidth > availableWidth
  const setWidth = (id: string, width: number) =>
    layout.onWidths({ ...(isDefaultLayout ? measured(head.current) : widths), [id]: width })
  return (
    <div ref={frame} className={scrolls ? 'overflow-x-auto' : undefined}>
      <table
        className="w-full table-fixed border-separate border-spacing-0 text-left"
        style={scrolls ? { width: tableWidth } : undefined}
      >
        <caption className="sr-only">Donations</caption>
        <thead>
          <tr ref={head} className="group/head">
            {rows.selection && (
              <PlainHeading className="w-12" isSticky={!scrolls}>
                <TickAll selection={rows.selection} />
              </PlainHeading>
            )}
            {columns.map((column, index) => (
              <ColumnHeading
                key={column.id}
                column={column}
                width={widthOf(column)}
                onWidth={(width) => setWidth(column.id, width)}
                isSticky={!scrolls}
                sort={isSortField(column.id) ? sortOf(state, column.id) : undefined}
                {...(isDefaultLayout
                  ? { className: responsiveWidths[column.id] }
                  : { style: index === columns.length - 1 && !scrolls ? {} : { width: widthOf(column) } })}
              >
                <HeadingContent column={column} state={state} change={change} />
              </ColumnHeading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.donations.map((donation) => (
            <DonationRow key={donation.id} donation={donation} columns={columns} edit={edit} {...rows} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The other columns keep their rendered widths when the first one is resized. */
function measured(head: HTMLTableRowElement | null): Readonly<Record<string, number>> {
  const headings = [...(head?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
  return Object.fromEntries(
    headings.map((heading) => [heading.dataset.column ?? '', clampWidth(heading.getBoundingClientRect().width)]),
  )
}

function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

function HeadingContent({ column, state, change }: { column: Column; state: ListState; change: ChangeListState }) {
  const { id, label } = column
  if (isSortField(id)) {
    return (
      <SortButton field={id} end={id === 'amount'} state={state} change={change}>
        {label}
      </SortButton>
    )
  }
  if (id === 'status') {
    return (
      <span className="inline-flex items-center gap-0.5">
        {label}
        <StatusGuide />
      </span>
    )
  }
  return <span className={cx('block truncate', isMoneyColumn(id) && 'text-right')}>{label}</span>
}

function TickAll({ selection }: { selection: Selection }) {
  return (
    <Checkbox
      label=""
      aria-label="Select this page"
      className={rowCheckboxClass}
      ref={(box) => {
        if (box) box.indeterminate = selection.page === 'some'
      }}
      checked={selection.page === 'all'}
      onChange={selection.togglePage}
    />
  )
}

const isSortField = (id: string): id is SortField => id === 'donated_at' || id === 'amount'

const sortOf = ({ sort, ascending }: ListState, field: SortField) =>
  sort === field ? (ascending ? 'ascending' : 'descending') : undefined

function SortButton(props: {
  field: SortField
  end?: boolean
  state: ListState
  change: ChangeListState
  children: ReactNode
}) {
  const { field, end = false, state, change, children } = props
  const direction = sortOf(state, field)
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => change({ sort: field, ascending: direction === 'descending' })}
      className={cx(
        '-mx-2 inline-flex h-8 items-center gap-1 rounded-control px-2 font-semibold hover:bg-ink/6 hover:text-ink',
        direction && 'text-ink',
        end && 'float-right flex-row-reverse',
      )}
    >
      {children}
      <Icon className={cx('size-4', !direction && 'opacity-50')} aria-hidden="true" />
    </button>
  )
}
