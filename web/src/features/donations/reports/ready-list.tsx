import { readyReports, type reports, reports as said } from '@twofold/contract'
import { CalendarClock, CircleDollarSign, FileText, HandCoins, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'

type ShownReport = Exclude<reports.ReadyReportId, reports.RetiredReportId>
export type ReadyId = ShownReport | typeof boardSummary
export const boardSummary = 'board-summary'

const icons: Readonly<Record<ReadyId, LucideIcon>> = {
  'board-summary': FileText,
  'money-at-risk': CalendarClock,
  unclaimed: HandCoins,
  received: CircleDollarSign,
}

export const readyIds: readonly ReadyId[] = [
  boardSummary,
  ...said.readyReportIds.filter((id): id is ShownReport => !said.isRetiredReport(id)),
]
const textsOf = (id: ReadyId): { readonly name: string; readonly what: string } =>
  id === boardSummary
    ? { name: 'Board summary', what: 'A one-page PDF for your board.' }
    : readyReports.readyReportsById[id]

type AddressOf = (id: ReadyId) => string

export function ReadyTiles({ addressOf }: { addressOf: AddressOf }) {
  return (
    <section aria-labelledby="ready-reports">
      <h2 id="ready-reports" className="text-xl leading-7 font-semibold tracking-[-0.01em]">
        Ready reports
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">Open, download, or save a copy to edit.</p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {readyIds.map((id) => {
          const Icon = icons[id]
          const { name, what } = textsOf(id)
          return (
            <li
              key={id}
              className="group relative flex gap-4 rounded-card border border-hairline bg-surface p-5 transition-colors hover:border-edge has-focus-visible:border-edge"
            >
              <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-sunken text-brand-text">
                <Icon className="size-5.5" aria-hidden="true" />
              </span>
              <div className="min-w-0">
                <Link
                  to={addressOf(id)}
                  className="font-semibold outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
                >
                  {name}
                </Link>
                <p className="mt-0.5 text-[0.9375rem] text-muted">{what}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function ReadyList({ addressOf, open }: { addressOf: AddressOf; open: ReadyId | null }) {
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="px-5 pt-5">
        <CardTitle>Ready reports</CardTitle>
      </div>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {readyIds.map((id) => (
          <li key={id}>
            <Link
              to={addressOf(id)}
              aria-current={id === open ? 'true' : undefined}
              className={cx(
                'flex min-h-11 items-center px-5 py-2.5 hover:bg-sunken/70 focus-visible:-outline-offset-2',
                id === open && 'bg-sunken font-semibold shadow-[inset_3px_0_0_var(--color-brand)]',
              )}
            >
              {textsOf(id).name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
