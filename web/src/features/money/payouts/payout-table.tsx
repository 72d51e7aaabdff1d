import type { payouts } from '@twofold/contract'
import { Link } from 'react-router'
import { cx } from '../../../ui/class-names.ts'
import { formatDay } from '../../../ui/format.ts'
import { MissingDate } from './missing-date.tsx'
import { describeDay, describeMoney, describePayer } from './payout-text.ts'

type Props = { rows: readonly payouts.Payout[]; addressOf: (payout: payouts.Payout) => string }

const headClasses =
  'px-2 py-2.5 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cellClasses = 'px-2 py-2.5 align-top first:pl-5 last:pr-5'
const moneyClasses = cx(cellClasses, 'text-right tabular-nums whitespace-nowrap')

const columns = ['Payer', 'Number', 'Paid on', 'Paid', 'Fees', 'Received', 'Not yet matched']
const isMoney = (index: number): boolean => index >= 3

export function PayoutTable({ rows, addressOf }: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled by keyboard too */}
      <section aria-label="Payouts" tabIndex={0} className="overflow-x-auto max-md:hidden">
        <table className="w-full border-collapse">
          <caption className="sr-only">Payouts</caption>
          <thead className="border-b border-hairline bg-sunken/60">
            <tr>
              {columns.map((name, index) => (
                <th key={name} scope="col" className={cx(headClasses, isMoney(index) && 'text-right')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {rows.map((row) => (
              <tr key={row.id} className="hover:bg-sunken/70">
                <th scope="row" className={cx(cellClasses, 'min-w-48 text-left font-normal')}>
                  <PayerLink row={row} to={addressOf(row)} />
                </th>
                <td className={cx(cellClasses, 'break-all')}>{row.reference || '–'}</td>
                <td className={cx(cellClasses, 'whitespace-nowrap')}>
                  {describeDay(row)}
                  <MissingDate payout={row} />
                  {row.arrived_on && (
                    <span className="block text-[0.9375rem] text-muted">Deposited {formatDay(row.arrived_on)}</span>
                  )}
                  {row.arrived_on && row.not_arrived > 0 && (
                    <span className="block text-[0.9375rem] text-muted">
                      {describeMoney(row.not_arrived, row.currency)} not deposited
                    </span>
                  )}
                </td>
                <td className={moneyClasses}>{describeMoney(row.gross, row.currency)}</td>
                <td className={moneyClasses}>{describeMoney(row.fees, row.currency)}</td>
                <td className={moneyClasses}>{describeMoney(row.tied, row.currency)}</td>
                <td className={moneyClasses}>{describeMoney(row.waiting + row.unexplained, row.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="divide-y divide-hairline md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="px-4 py-3.5">
            <PayerLink row={row} to={addressOf(row)} />
            <MissingDate payout={row} />
            <dl className="mt-2 grid grid-cols-2 gap-x-3 gap-y-2 text-[0.9375rem]">
              <Fact term="Paid on" value={describeDay(row)} />
              <Fact term="Number" value={row.reference || '–'} />
              <Fact term="Paid" value={describeMoney(row.gross, row.currency)} />
              <Fact term="Received" value={describeMoney(row.tied, row.currency)} />
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

function PayerLink({ row, to }: { row: payouts.Payout; to: string }) {
  return (
    <>
      <Link
        to={to}
        className="inline-block min-h-6 font-semibold break-words underline decoration-edge/60 underline-offset-3 hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:py-2"
      >
        {describePayer(row)}
      </Link>
      {row.platform && row.platform !== row.payer && (
        <span className="block text-[0.9375rem] text-muted">{row.platform}</span>
      )}
    </>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="break-words tabular-nums">{value}</dd>
    </div>
  )
}
