import type { companies } from '@twofold/contract'
import { Check, CircleQuestionMark, X } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { formatMoney } from '../../ui/format.ts'
import { learnedOn } from './learned-on.ts'

type Rows = { rows: readonly companies.CompanyRow[] }

const head = 'px-4 py-2.5 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cell = 'px-4 py-2.5 align-top first:pl-5 last:pr-5'

export function CompanyTable({ rows }: Rows) {
  return (
    <div className="overflow-x-auto max-md:hidden">
      <table className="w-full border-collapse">
        <caption className="sr-only">Companies and their matching policies</caption>
        <thead className="border-b border-hairline bg-sunken/60">
          <tr>
            <th scope="col" className={head}>
              Company
            </th>
            <th scope="col" className={head}>
              Match
            </th>
            <th scope="col" className={head}>
              Ratio
            </th>
            <th scope="col" className={head}>
              CSR Platform
            </th>
            <th scope="col" className={cx(head, 'text-right')}>
              Minimum
            </th>
            <th scope="col" className={cx(head, 'text-right')}>
              Maximum
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={cx(cell, 'min-w-52 text-left font-normal')}>
                <span className="font-semibold">{row.name}</span>
                <Learned row={row} />
              </th>
              <td className={cell}>
                <Program has={row.has_program} />
              </td>
              <td className={cx(cell, 'tabular-nums')}>{row.ratio || '–'}</td>
              <td className={cell}>{platformWords(row.csr_platform)}</td>
              <td className={cx(cell, 'text-right')}>{amount(row.min_amount)}</td>
              <td className={cx(cell, 'text-right')}>{amount(row.max_amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The same rows for narrow screens. */
export function CompanyCards({ rows }: Rows) {
  return (
    <ul className="divide-y divide-hairline md:hidden">
      {rows.map((row) => (
        <li key={row.id} className="px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">{row.name}</p>
              <Learned row={row} />
            </div>
            <Program has={row.has_program} />
          </div>
          {row.has_program === 'yes' && (
            <dl className="mt-2.5 grid grid-cols-3 gap-x-3 text-[0.9375rem]">
              <Fact term="Ratio">{row.ratio || '–'}</Fact>
              <Fact term="Minimum">{amount(row.min_amount)}</Fact>
              <Fact term="Maximum">{amount(row.max_amount)}</Fact>
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

const programs = {
  yes: { words: 'Matches', icon: Check, look: 'text-submitted-text' },
  no: { words: 'No program', icon: X, look: 'text-closed-text' },
  unknown: { words: 'Not known', icon: CircleQuestionMark, look: 'text-muted' },
} as const

function Program({ has }: { has: companies.CompanyRow['has_program'] }) {
  const { words, icon: Icon, look } = programs[has]
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', look)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {words}
    </span>
  )
}

/** Every policy says where it comes from and how old it is. */
export function Learned({ row }: { row: companies.CompanyRow }) {
  const source = hostOf(row.source_url)
  return (
    <span className="block text-sm text-muted">
      {learnedOn(row.as_of)}
      {source && (
        <>
          {row.as_of ? ', ' : ''}
          <a
            href={row.source_url}
            target="_blank"
            rel="noopener noreferrer"
            className="underline decoration-edge/60 underline-offset-2 hover:text-ink"
          >
            {source}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      )}
    </span>
  )
}

/** Only a web address becomes a link. */
function hostOf(address: string): string {
  try {
    const { protocol, host } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : ''
  } catch {
    return ''
  }
}

const platformNames: Record<string, string> = {
  cybergrants: 'CyberGrants',
  benevity: 'Benevity',
  yourcause: 'YourCause',
}

function platformWords(platform: string | null): string {
  if (!platform || platform === 'none') return '–'
  return platformNames[platform] ?? platform
}

const amount = (units: number | null): string => (units === null ? '–' : formatMoney(units))
