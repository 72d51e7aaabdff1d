import type { reports } from '@twofold/contract'
import { Link } from 'react-router'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDays } from './report-text.ts'

export function ReportList(props: {
  title: string
  reports: readonly reports.Report[]
  open: number | null
  addressOf: (id: number) => string
  empty: string
  withMaker?: boolean
}) {
  const { title, open, addressOf, empty, withMaker = false } = props
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="px-5 pt-5">
        <CardTitle>{title}</CardTitle>
      </div>
      {props.reports.length === 0 ? (
        <p className="-mt-2 px-5 pb-5 text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-hairline border-t border-hairline">
          {props.reports.map((report) => (
            <li key={report.id}>
              <Link
                to={addressOf(report.id)}
                aria-current={report.id === open ? 'true' : undefined}
                className={cx(
                  'block min-h-11 px-5 py-2.5 hover:bg-sunken/70 focus-visible:-outline-offset-2',
                  report.id === open && 'bg-sunken shadow-[inset_3px_0_0_var(--color-brand)]',
                )}
              >
                <span className="block font-semibold break-words">{report.name}</span>
                <span className="block text-[0.9375rem] text-muted">
                  {`Dates: ${formatDays(report.filters)}`}
                  {withMaker && ` · by ${report.by}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
