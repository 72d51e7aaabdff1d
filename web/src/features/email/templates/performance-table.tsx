import { templates } from '@twofold/contract'
import { ChevronRight } from 'lucide-react'
import { Card } from '../../../ui/card.tsx'
import { formatCount } from '../../../ui/format.ts'
import { comparisonSentence, confidenceInterval, percent } from './confidence-interval.ts'

type Row = {
  name: string
  sent: number
  opened: number
  clicked: number
  declined: number | null
  machines: number | null
}

function rowsOf({ name, stats }: templates.Template, parts: 1 | 3): Row[] {
  const initial = {
    name: parts === 3 ? `${name}, initial` : name,
    sent: stats.sent,
    opened: stats.opened,
    clicked: stats.confirm_clicked,
    declined: stats.decline_clicked,
    machines: stats.machine_opened,
  }
  if (parts === 1) return [initial]
  const r1 = {
    name: `${name}, 1st reminder`,
    sent: stats.r1_sent,
    opened: stats.r1_opened,
    clicked: stats.r1_confirm_clicked,
  }
  const r2 = {
    name: `${name}, 2nd reminder`,
    sent: stats.r2_sent,
    opened: stats.r2_opened,
    clicked: stats.r2_confirm_clicked,
  }
  return [initial, { ...r1, declined: null, machines: null }, { ...r2, declined: null, machines: null }]
}

type Props = { versions: readonly templates.Template[]; id: templates.TemplateId }

export function Performance({ versions, id }: Props) {
  const rows = versions.flatMap((version) => rowsOf(version, templates.emailCountOf(id))).filter(({ sent }) => sent > 0)
  const shares = versions.map(({ name, stats }) => ({
    name,
    share: confidenceInterval(stats.confirm_clicked, stats.sent),
  }))
  return (
    <Card padded={false}>
      <details className="group">
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 rounded-card px-5 py-3 sm:px-6">
          <ChevronRight
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
            aria-hidden="true"
          />
          <h2 className="text-xl leading-7 font-semibold tracking-[-0.01em]">Performance</h2>
          <span className="text-muted">
            {rows.length === 0 ? 'No emails sent yet.' : versions.length > 1 && comparisonSentence(shares)}
          </span>
        </summary>
        <div className="px-5 pb-5 sm:px-6 sm:pb-6">
          {rows.length === 0 ? (
            <p className="text-muted">The numbers appear here after the first emails go out.</p>
          ) : (
            <Table rows={rows} />
          )}
        </div>
      </details>
    </Card>
  )
}

/** Automatic opens are counted separately. Rates are omitted for few emails. */
function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <section
      className="overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to
      tabIndex={0}
      aria-label="Performance of the versions"
    >
      <table className="w-full min-w-144 text-left tabular-nums">
        <thead className="text-[0.9375rem] text-muted">
          <tr className="border-b border-hairline [&>th]:py-2 [&>th]:pr-4 [&>th]:font-semibold">
            <th scope="col">Version</th>
            <th scope="col">Sent</th>
            <th scope="col">Opened</th>
            <th scope="col">Clicked</th>
            <th scope="col">Declined</th>
            <th scope="col">Automatic opens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b border-hairline last:border-0 [&>*]:py-2 [&>*]:pr-4">
              <th scope="row" className="font-semibold">
                {row.name}
              </th>
              <td>{formatCount(row.sent)}</td>
              <Rate count={row.opened} of={row.sent} />
              <Rate count={row.clicked} of={row.sent} />
              {row.declined === null ? <td>–</td> : <Rate count={row.declined} of={row.sent} />}
              <td>{row.machines === null ? '–' : formatCount(row.machines)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Rate({ count, of: total }: { count: number; of: number }) {
  const share = confidenceInterval(count, total)
  return (
    <td>
      {formatCount(count)}
      {share && <span className="text-muted"> ({percent(share.rate)})</span>}
    </td>
  )
}
